import Foundation
import IAP
import IAPSandbox
import PurchaseAudit

/// A process of the app's. Each has a store of its own, for one process at a time may use a store's file; the ledger
/// and the diary are common.
enum Role: String {
    case app
    case `extension`

    /// What keeps the two stores' transactions apart.
    var prefix: String { self == .app ? "" : "x" }

    func appStore(in directory: URL) throws -> SandboxAppStore {
        try SandboxAppStore(
            configuration: Shop.configuration(),
            history: directory.appendingPathComponent("\(rawValue).json")
        )
    }

    /// - Parameter starts: Whether what earlier launches left is delivered at once.
    func store(in directory: URL, _ appStore: SandboxAppStore, _ diary: Diary, starts: Bool) async throws -> IAPStore {
        var options = IAPStore.Options()
        options.startsImmediately = starts
        return try await IAPStore(
            connection: PrefixedConnection(base: appStore.connection(), prefix: prefix),
            storage: .jsonFile(at: directory.appendingPathComponent("ledger.jsonl")),
            products: Self.declarations(),
            deliveryHandler: DiaryHandler(diary: diary),
            options: options
        )
    }

    private static func declarations() throws -> [ProductDeclaration] {
        let season = try ProductSubscriptionPeriod(iso8601: Shop.seasonLength)
        return try Shop.credits().map { .consumable($0.key, grants: $0.value) }
            + Shop.nonConsumables.map { .nonConsumable($0) }
            + Shop.nonRenewables.map { .nonRenewable($0, period: season) }
            + Shop.subscriptions.map { .autoRenewable($0, group: "plans") }
    }

    func charges(of appStore: SandboxAppStore) -> [Charge] {
        appStore.allTransactions().filter { $0.state == .purchased }.map { transaction in
            Charge(
                identifier: TransactionIdentifier(rawValue: prefix + transaction.identifier.rawValue),
                product: transaction.productIdentifier,
                quantity: transaction.quantity,
                date: transaction.purchaseDate,
                expirationDate: transaction.expirationDate,
                isRefunded: transaction.cancelDate != nil,
                isUpgraded: transaction.isUpgraded
            )
        }
    }
}

/// The app's own work for a purchase is a line in its diary. Lines are counted by their keys.
struct DiaryHandler: DeliveryHandler {
    let diary: Diary

    func deliver(_ delivery: Delivery) async throws {
        let word = delivery.kind == .grant ? "grant" : "withdrawal"
        try diary.write("\(word) \(delivery.transaction.transactionIdentifier) \(delivery.grantNumber)")
    }
}
