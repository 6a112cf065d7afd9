import Foundation
import IAP
import IAPStoreKitFile
import IAPCore
import IAPPersistence
import IAPSandbox

/// A shop with a simulated App Store that sells many consumables, so that many can be bought at once: purchases of one
/// product come one after the other.
struct BenchmarkShop {
    let store: IAPStore
    let products: [ProductIdentifier]

    init(_ count: Int, storage: some LedgerStorage) async throws {
        let products = (0..<count).map { "com.example.coins\($0)" }
        self.products = products
        let appStore = try SandboxAppStore(
            configuration: StoreConfiguration(
                products: products.map { try .consumable($0, name: "10 Coins", price: "0.99") }
            )
        )
        var options = IAPStore.Options()
        options.notificationCenter = NotificationCenter()
        let credit = try Credit(10, of: "coins")
        store = try await IAPStore(
            connection: appStore.connection(),
            storage: storage,
            credits: Dictionary(uniqueKeysWithValues: products.map { ($0, credit) }),
            options: options
        )
        // The first purchase makes the file.
        try await buy(products[0])
    }

    func buy(_ product: ProductIdentifier) async throws {
        guard case .purchased = try await store.purchase(product) else {
            throw IAPError(.unknown, "\(product) was not sold.")
        }
    }
}
