import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox
import Testing

/// Files of Xcode, each opened as a store.
@Suite("Every sound StoreKit file is a store")
struct SweepTests {
    /// The fixtures of the catalog's tests, and those of the folder that `STOREKIT_FILES` names.
    static let files: [URL] = {
        let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../IAPStoreKitFileTests/Fixtures").standardizedFileURL
        let more = ProcessInfo.processInfo.environment["STOREKIT_FILES"].map(URL.init(fileURLWithPath:))
        return [fixtures, more].compactMap { $0 }.flatMap { folder in
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
                .compactMap { $0 as? URL }.filter { $0.pathExtension == "storekit" } ?? []
        }
        .sorted { $0.path < $1.path }
    }()

    @Test("Whatever it sells can be bought once, renewed, restored and refunded", arguments: files)
    func sweep(_ file: URL) async throws {
        guard let read = try? StoreKitFile(contentsOf: file) else { return }
        let sold = read.configuration.products.filter { $0.isForSale && isSound($0) }
        let appStore = try SandboxAppStore(configuration: read.configuration)
        // What the file's settings make fail is not what is tried here.
        appStore.askToBuyEnabled = false
        appStore.interruptedPurchasesEnabled = false
        appStore.failTransactionsEnabled = false
        appStore.shouldEnterBillingRetryOnRenewal = false
        for api in read.configuration.settings.failingAPIs { appStore.setSimulatedError(nil, forAPI: api) }
        let connection = appStore.connection()
        for product in sold {
            appStore.clearTransactions()
            try await connection.submit(Payment(productIdentifier: product.productIdentifier))
            let bought = try #require(appStore.allTransactions().first, "\(product.productIdentifier)")
            #expect(bought.state == .purchased && appStore.allTransactions().count == 1)
            try await finish(connection)

            if product.type == .autoRenewable, let end = bought.expirationDate {
                appStore.advance(to: end)
                let reasons = appStore.allTransactions().map(\.reason)
                #expect(reasons == [.purchase, .renewal], "\(product.productIdentifier)")
                try await finish(connection)
            }
            let restored = try await connection.restoreCompletedTransactions(applicationUsername: nil)
            #expect(restored.count == (product.type == .consumable ? 0 : 1), "\(product.productIdentifier)")

            let last = try #require(appStore.allTransactions().last)
            try appStore.refundTransaction(identifier: last.identifier)
            #expect(appStore.allTransactions().last?.cancelDate == appStore.clock.now)
            #expect(try await connection.currentTransactions().isEmpty)
        }
    }

    @Test("There are files to sweep")
    func count() {
        let sound = Self.files.filter { (try? StoreKitFile(contentsOf: $0)) != nil }
        #expect(sound.count >= 30)
        print("\(sound.count) of \(Self.files.count) files are sound")
    }

    /// A subscription without a group or a period is read, and cannot be sold.
    private func isSound(_ product: ProductDefinition) -> Bool {
        product.type != .autoRenewable || product.subscription != nil
    }

    private func finish(_ connection: SandboxConnection) async throws {
        let updates = connection.updates()
        _ = connection.updates()
        for await update in updates {
            if let transaction = update.transaction { try await connection.finish(transaction) }
        }
    }
}
