import Foundation
public import IAP
public import IAPSandbox
public import SampleTerminal

/// A device with a sample app on it, and the simulated App Store behind it.
@MainActor
public final class Device {
    public let appStore: SandboxAppStore
    public let console: Console
    let screen: Screen
    let isRealTime: Bool
    private(set) var app: any SampleApp
    private let launch: @MainActor () async throws -> any SampleApp
    private let folder: DataFolder

    /// Installs an app and launches it.
    ///
    /// - Parameter configuration: What the App Store sells. The app sells its own products first, then the others.
    init(
        _ type: any SampleApp.Type,
        appStore: SandboxAppStore,
        selling configuration: StoreConfiguration,
        folder: DataFolder,
        options: Options,
        console: Console
    ) async throws {
        self.appStore = appStore
        self.console = console
        self.folder = folder
        isRealTime = options.isRealTime
        let screen = Screen()
        screen.locale = appStore.locale
        self.screen = screen
        let own = try type.declarations
        let ownIdentifiers = own.map(\.productIdentifier)
        let others = configuration.products.filter { !ownIdentifiers.contains($0.productIdentifier) }
        let declarations = try own + others.map(ProductDeclaration.init(of:))
        let launch: @MainActor () async throws -> any SampleApp = {
            // The date of the customer's calendar, in whole seconds so that a period that ends now has ended. The SDK
            // itself never reads the machine's clock.
            appStore.advance(to: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.up)))
            var storeOptions = IAPStore.Options()
            // The app adds its listeners first, so that they receive what earlier launches left.
            storeOptions.startsImmediately = false
            storeOptions.accountPolicy = .hide
            storeOptions.productRequests.cacheLifetime = .zero
            let storage: any LedgerStorage =
                switch options.storage {
                case .json: JSONFileStorage(url: folder.ledger)
                case .memory: InMemoryStorage()
                }
            let store = try await IAPStore(
                connection: appStore.connection(),
                storage: storage,
                products: declarations,
                options: storeOptions
            )
            let app = type.init(
                store: store,
                productIdentifiers: declarations.map(\.productIdentifier),
                screen: screen
            )
            app.viewDidLoad()
            await screen.activityStopped()
            store.start()
            await store.waitUntilIdle()
            return app
        }
        self.launch = launch
        app = try await launch()
    }

    /// Deletes the app with all that the device knows, and installs it again. The App Store forgets nothing.
    ///
    /// - Throws: ``CommandFailure`` when the app cannot be deleted, and goes on as it was.
    func reinstall() async throws {
        try folder.deleteLedger()
        appStore.eraseDevice()
        app = try await launch()
    }

    // MARK: - What happens

    /// Does something and shows that it takes time.
    ///
    /// - Returns: Whether the app showed an alert.
    /// - Throws: ``CommandFailure`` with the alerts that are errors, once the others are printed.
    @discardableResult
    public func act(_ what: String, _ work: () async throws -> Void) async throws -> Bool {
        try sayAlerts(try await console.waiting(for: what) { try await alerts(after: work) })
    }

    /// Does something, then waits until the app has dealt with what came of it.
    @discardableResult
    public func act(_ work: () async throws -> Void) async throws -> Bool {
        try sayAlerts(try await alerts(after: work))
    }

    private func alerts(after work: () async throws -> Void) async throws -> [Screen.Alert] {
        try await work()
        await screen.activityStopped()
        await app.store.waitUntilIdle()
        return screen.takeAlerts()
    }

    private func sayAlerts(_ alerts: [Screen.Alert]) throws -> Bool {
        let sentences = alerts.map(sentence)
        for (text, role) in sentences where role != .bad { console.say(text, role) }
        let failures = sentences.filter { $0.role == .bad }.map(\.text)
        if !failures.isEmpty { throw CommandFailure(failures.joined(separator: "\n")) }
        if let error = appStore.historyError { throw error }
        return !sentences.isEmpty
    }

    /// Says what the app has alerted while no command ran.
    ///
    /// - Returns: Whether there was anything.
    func sayAlerts() -> Bool {
        let sentences = screen.takeAlerts().map(sentence)
        for (text, role) in sentences { console.say(text, role) }
        return !sentences.isEmpty
    }

    private func sentence(for alert: Screen.Alert) -> (text: String, role: Style.Role) {
        switch alert {
        case .text(let text, let role): (text, role)
        case .error(let error): (sentence(for: error), .bad)
        }
    }

    /// What a customer should read, and on a second line what a developer wants to know.
    func sentence(for error: any Error) -> String {
        switch error {
        case let failure as CommandFailure: return failure.message
        // It is about a control of the simulated App Store, which no customer would read of.
        case let error as IAPError where error.code == .invalidAction: return error.message.printable
        case let error as IAPError:
            let isSimulated = appStore.failTransactionsEnabled && error.code == appStore.failureError
            let remedy = isSimulated ? "Purchases work again after “fail off”." : error.message.printable
            return "\(error.localizedDescription) (\(error.code.rawValue))\n\(remedy)"
        default: return error.localizedDescription
        }
    }

    // MARK: - What the App Store knows

    /// The transactions of the account that is signed in.
    public var transactions: [SandboxTransaction] {
        let account = appStore.account()
        return appStore.allTransactions().filter { $0.account == account }
    }

    /// The purchases that wait for a parent, the longest waiting first.
    var pendingPurchases: [SandboxTransaction] { transactions.filter(\.isPendingAskToBuyConfirmation) }

    /// The account that is signed in.
    ///
    /// - Throws: ``CommandFailure`` when none is.
    public func signedInAccount() throws -> String {
        guard let account = appStore.account() else {
            throw CommandFailure("Nobody is signed in to the App Store. Write: sign-in NAME")
        }
        return account
    }

    /// What a customer calls a product.
    public func title(of product: ProductIdentifier) -> String { app.products.title(of: product) }
}

extension ProductDeclaration {
    /// A product of a catalog that the app does not know. A consumable counts itself.
    fileprivate init(of product: ProductDefinition) throws {
        let identifier = product.productIdentifier
        self =
            switch product.type {
            case .consumable: .consumable(identifier, grants: try Credit(1, of: identifier))
            case .nonConsumable: .nonConsumable(identifier)
            case .autoRenewable:
                .autoRenewable(identifier, group: product.subscription?.subscriptionGroupIdentifier ?? identifier)
            default: .nonRenewable(identifier, period: nil)
            }
    }
}
