import Foundation
public import IAP
public import IAPSandbox
public import SampleTerminal

/// A device with a sample app on it, and the simulated App Store behind it.
@MainActor
public final class Device: ConversationProgram {
    public let appStore: SandboxAppStore
    public let console: Console
    public var name: String { type(of: app).name }
    let screen: Screen
    let isRealTime: Bool
    private(set) var app: any SampleApp
    private let launch: @MainActor () async throws -> any SampleApp
    private let folder: DataFolder

    /// Installs an app and launches it.
    ///
    /// - Parameter configuration: What the App Store sells. The app sells all of it.
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
        let declarations = try Self.declarations(of: type, selling: configuration)
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
            let app = type.init(store: store, screen: screen)
            app.viewDidLoad()
            await screen.activityStopped()
            store.start()
            await store.waitUntilIdle()
            return app
        }
        self.launch = launch
        app = try await launch()
    }

    /// The app's own products, then the others that the App Store sells. Consumables among these are counted.
    private static func declarations(
        of type: any SampleApp.Type,
        selling configuration: StoreConfiguration
    ) throws -> [ProductDeclaration] {
        let own = try type.declarations
        let others = configuration.products.filter { product in
            !own.contains { $0.productIdentifier == product.productIdentifier }
        }
        return try own
            + others.map { product in
                let identifier = product.productIdentifier
                switch product.type {
                case .consumable: return .consumable(identifier, grants: try Credit(1, of: identifier))
                case .autoRenewable:
                    let group = product.subscription?.subscriptionGroupIdentifier
                    return .autoRenewable(identifier, group: group ?? identifier)
                case .nonRenewable: return .nonRenewable(identifier, period: nil)
                default: return .nonConsumable(identifier)
                }
            }
    }

    /// Deletes the app with its ledger, and installs it again. The App Store forgets nothing.
    ///
    /// - Throws: ``CommandFailure`` when the app cannot be deleted, and goes on as it was.
    func reinstall() async throws {
        try folder.deleteLedger()
        appStore.eraseDevice()
        app = try await launch()
    }

    // MARK: - Alerts

    /// Does something, waits until the app has handled the results, and shows its alerts.
    ///
    /// - Parameter activity: Shown meanwhile.
    /// - Returns: Whether the app showed an alert.
    /// - Throws: ``CommandFailure`` with the alerts that are errors, once the others are printed.
    @discardableResult
    public func act(_ activity: String, _ work: () async throws -> Void) async throws -> Bool {
        try await console.waiting(for: activity) { try await finish(work) }
        return try sayAlertsThrowingErrors()
    }

    /// Does something without showing that it takes time.
    func act(_ work: () async throws -> Void) async throws {
        try await finish(work)
        try sayAlertsThrowingErrors()
    }

    private func finish(_ work: () async throws -> Void) async throws {
        try await work()
        await screen.activityStopped()
        await app.store.waitUntilIdle()
    }

    @discardableResult
    private func sayAlertsThrowingErrors() throws -> Bool {
        let alerts = screen.takeAlerts().map(sentence)
        for (text, role) in alerts where role != .bad { console.say(text, role) }
        let failures = alerts.filter { $0.role == .bad }.map(\.text)
        if !failures.isEmpty { throw CommandFailure(failures.joined(separator: "\n")) }
        if let error = appStore.historyError { throw error }
        return !alerts.isEmpty
    }

    public func sayAlerts() -> Bool {
        let alerts = screen.takeAlerts().map(sentence)
        for (text, role) in alerts { console.say(text, role) }
        return !alerts.isEmpty
    }

    private func sentence(for alert: Screen.Alert) -> (text: String, role: Style.Role) {
        switch alert {
        case .text(let text, let role): (text, role)
        case .error(let error): (sentence(for: error), .bad)
        }
    }

    /// A sentence for the customer, and on a second line the message for a developer.
    public func sentence(for error: any Error) -> String {
        switch error {
        case let failure as CommandFailure: return failure.message
        // An error of a control of the simulated App Store, which no customer sees.
        case let error as IAPError where error.code == .invalidAction: return error.message.printable
        case let error as IAPError:
            let isSimulated = appStore.failTransactionsEnabled && error.code == appStore.failureError
            let remedy = isSimulated ? "Purchases work again after “fail off”." : error.message.printable
            return "\(error.localizedDescription) (\(error.code.rawValue))\n\(remedy)"
        default: return error.localizedDescription
        }
    }

    // MARK: - The App Store's state

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
            throw CommandFailure("No account is signed in to the App Store. Write: sign-in NAME")
        }
        return account
    }

    /// What a customer calls a product.
    public func title(of product: ProductIdentifier) -> String { app.products.title(of: product) }
}
