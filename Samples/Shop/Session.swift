import Foundation
import IAP
package import IAPSandbox
package import SampleTerminal

/// A device with an app on it, and the simulated App Store behind it.
@MainActor
package final class Session<Shop: SampleShop> {
    package let appStore: SandboxAppStore
    package let console: Console
    package let feed = NewsFeed()
    private let folder: DataFolder
    private let storage: Options.Storage
    let isRealTime: Bool
    private let products: [ProductIdentifier]
    private let consumables: [ProductIdentifier]
    /// The app. `nil` while it is not installed.
    private(set) var installed: Shop?
    /// What the store was last heard to sell.
    var soldProducts: [StoreProduct] = []
    private var standings = Standings()

    init(
        appStore: SandboxAppStore,
        selling configuration: StoreConfiguration,
        folder: DataFolder,
        storage: Options.Storage,
        isRealTime: Bool,
        console: Console
    ) {
        self.appStore = appStore
        self.folder = folder
        self.storage = storage
        self.isRealTime = isRealTime
        self.console = console
        // The app's own products first; whatever else a catalog sells can be tried out, too.
        let others = configuration.products.map(\.productIdentifier).filter { !Shop.products.contains($0) }
        products = Shop.products + others
        consumables = configuration.products.filter { $0.type == .consumable }.map(\.productIdentifier)
    }

    /// The app's own credits; whatever else is used up counts itself.
    private var credits: [ProductIdentifier: Credit] {
        get throws {
            var credits = try Shop.credits
            for product in consumables where credits[product] == nil { credits[product] = try Credit(1, of: product) }
            return credits
        }
    }

    /// - Throws: ``CommandFailure`` when the app could not be launched.
    package var shop: Shop {
        get throws {
            guard let installed else { throw CommandFailure("The app is not running. Start the program again.") }
            return installed
        }
    }

    /// Opens the app's ledger, and delivers what earlier launches left.
    ///
    /// - Returns: What the app heard of it.
    func launch() async throws -> [News] {
        // By the calendar on the wall, for the person in front of it; the SDK itself never asks for it.
        // In whole seconds, so that a period that ends now has ended, however its dates are written.
        appStore.advance(to: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.up)))
        let store = try await openStore()
        let shop = Shop(store: store, products: products, feed: feed)
        installed = shop
        standings = Standings()
        store.start()
        await store.waitUntilIdle()
        soldProducts = (try? await shop.availableProducts()) ?? soldProducts
        return takeNews()
    }

    /// Deletes the app with all that the device knows, and installs it again. The App Store forgets nothing.
    ///
    /// - Throws: ``CommandFailure`` when the app cannot be deleted, and goes on as it was.
    func reinstall() async throws -> [News] {
        try folder.deleteLedger()
        installed = nil
        appStore.eraseDevice()
        return try await launch()
    }

    private func openStore() async throws -> IAPStore {
        var options = IAPStore.Options()
        // The shop listens first, so that it hears of what earlier launches left.
        options.startsImmediately = false
        options.accountPolicy = .hide
        // Who looks at prices wants those of now.
        options.productRequests.cacheLifetime = .zero
        let connection = appStore.connection()
        let credits = try credits
        return switch storage {
        case .json:
            try await IAPStore(
                connection: connection,
                storage: JSONFileStorage(url: folder.ledger),
                credits: credits,
                options: options
            )
        case .memory:
            try await IAPStore(connection: connection, storage: InMemoryStorage(), credits: credits, options: options)
        }
    }
}

// MARK: - Hearing

extension Session {
    /// Does something, and waits until the app has dealt with whatever the store told it by then, and has heard of it.
    ///
    /// - Returns: What came of it, and what the app heard that is worth saying. That the store answered with a purchase
    ///   that the ledger held before is no news.
    package func hear<Value>(
        _ body: () async throws -> Value
    ) async -> (result: Result<Value, any Error>, news: [News]) {
        let known = Set(installed?.store.ledger.transactions.map(\.transaction.id) ?? [])
        var result: Result<Value, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        await installed?.store.waitUntilIdle()
        if case .success = result, let error = appStore.historyError { result = .failure(error) }
        let news = takeNews().filter { item in
            guard case .delivered(let transaction) = item else { return true }
            return transaction.transactionState == .restored || !known.contains(transaction.id)
        }
        return (result, news)
    }

    /// Lets something happen outside the app, and says what the app heard of it.
    ///
    /// - Returns: Whether there was anything to say.
    @discardableResult
    package func happen(_ body: (SandboxAppStore) throws -> Void) async throws -> Bool {
        _ = try shop
        let (result, news) = await hear { try body(appStore) }
        let isSaid = try report(news)
        try result.get()
        return isSaid
    }

    /// The same, shown as something that takes time.
    @discardableResult
    package func happen(_ what: String, _ body: (SandboxAppStore) throws -> Void) async throws -> Bool {
        try await console.waiting(for: what) { try await happen(body) }
    }

    /// What the app has heard and nobody has said yet, as far as it is worth saying.
    func takeNews() -> [News] {
        let lapses = installed.map { standings.lapses(in: $0.store.ledger) } ?? []
        return feed.take().filter { wording.sentence(for: $0) != nil } + lapses.map(News.lapsed)
    }
}
