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
    private let products: [ProductIdentifier]
    private let consumables: [ProductIdentifier]
    /// The app. `nil` while it is not installed.
    private(set) var installed: Shop?
    /// What the store was last heard to sell.
    var soldProducts: [StoreProduct] = []
    private var listening: Task<Void, Never>?

    init(
        appStore: SandboxAppStore,
        selling configuration: StoreConfiguration,
        folder: DataFolder,
        storage: Options.Storage,
        console: Console
    ) {
        self.appStore = appStore
        self.folder = folder
        self.storage = storage
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
    /// - Returns: The last word on each transaction that had waited.
    func launch() async throws -> [News] {
        // By the calendar on the wall, for the person in front of it; the SDK itself never asks for it.
        // In whole seconds, so that a period that ends now has ended, however its dates are written.
        appStore.advance(to: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.up)))
        let untold = await appStore.untoldUpdates()
        let store = try await openStore()
        let shop = Shop(store: store, products: products, feed: feed)
        installed = shop
        listen(to: store.queue)
        var expectation = Expectation(store.ledger)
        for update in untold { expectation.expect(update) }
        feed.clear()
        store.start()
        let news = await expectation.met(by: feed)
        soldProducts = (try? await shop.availableProducts()) ?? soldProducts
        return news
    }

    /// Deletes the app with all that the device knows, and installs it again. The App Store forgets nothing.
    func reinstall() async throws -> [News] {
        installed = nil
        listening?.cancel()
        appStore.eraseDevice()
        try folder.deleteLedger()
        return try await launch()
    }

    /// Lets something happen outside the app, and waits until the app has dealt with it.
    package func happen(_ body: (SandboxAppStore) async throws -> Void) async throws -> [News] {
        let ledger = try shop.store.ledger
        feed.clear()
        let before = StoreSnapshot(appStore)
        try await body(appStore)
        var expectation = Expectation(ledger, from: before, to: StoreSnapshot(appStore))
        return await expectation.met(by: feed)
    }

    private func openStore() async throws -> IAPStore {
        var options = IAPStore.Options()
        // The shop listens first, so that it hears of what earlier launches left.
        options.startsImmediately = false
        options.log = { [feed] event in
            guard event.level >= .warning else { return }
            Task { @MainActor in feed.post(.trouble) }
        }
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

    /// What customers need not know, but a script waits for.
    private func listen(to queue: PaymentQueue) {
        let events = queue.events()
        listening = Task { [feed] in
            for await event in events {
                switch event {
                case .finished(let transaction): feed.post(.finished(transaction))
                case .renewalChanged(let renewal): feed.post(.renewalChanged(renewal))
                default: break
                }
            }
        }
    }
}

extension SandboxAppStore {
    /// What the store will tell the device first, found out before there is an app: a second reader ends the first one's
    /// stream.
    fileprivate func untoldUpdates() async -> [StoreUpdate] {
        let connection = connection()
        let updates = connection.updates()
        _ = connection.updates()
        return await updates.reduce(into: []) { $0.append($1) }
    }
}
