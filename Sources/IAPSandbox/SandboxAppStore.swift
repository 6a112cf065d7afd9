public import Foundation
public import IAPCatalog
public import IAPCore

/// The App Store, simulated: it sells what a configuration lists, remembers who bought what, and charges nobody.
///
/// ```swift
/// let appStore = try SandboxAppStore(contentsOf: URL(fileURLWithPath: "Products.storekit"))
/// let store = try await IAPStore(connection: appStore.connection(), storage: InMemoryStorage())
/// appStore.askToBuyEnabled = true
/// ```
///
/// Its controls have the names and the effects of
/// [`SKTestSession`](https://developer.apple.com/documentation/storekittest/sktestsession)'s. Time is virtual: it
/// passes when ``advance(to:)`` or one of its kin is called, and nothing is random, so that the same calls make the
/// same transactions. What the App Store knows (``allTransactions()``) is apart from what a device knows
/// (``eraseDevice(_:)``). All members may be used from any thread.
public final class SandboxAppStore: Sendable {
    private struct State: Sendable {
        var server: AppStoreServer
        var mailbox = Mailbox()
        var historyError: IAPError?
        /// What customers began to buy on pages of the store, by device, while no app was there to hear of it.
        var purchaseIntents: [String: [Payment]] = [:]

        mutating func post() {
            for effect in server.takeEffects() { mailbox.post(effect.update, to: effect.device) }
        }
    }

    /// The device that ``connection(device:)`` and ``eraseDevice(_:)`` mean unless told otherwise.
    public static let defaultDevice = "device"
    /// The account that devices are signed in with, and that controls of products mean, unless told otherwise.
    public static let defaultAccount = "tester@example.com"

    /// The store's time. Advance it through the store, so that what falls due happens at its own date; when it is
    /// advanced directly, the store catches up at its next call.
    public let clock: ManualClock

    private let configuration: StoreConfiguration
    private let state: Locked<State>
    /// Held through each change, so that the file is written in the order of the changes.
    private let journal: Locked<HistoryJournal?>

    /// Opens a store that sells what a configuration lists.
    ///
    /// - Parameters:
    ///   - configuration: The products, and the settings that ``resetToDefaultState()`` goes back to.
    ///   - clock: The store's time.
    ///   - history: A file in which the App Store's side outlives the process: accounts, unfinished transactions, the
    ///     date. It is created when it is missing, readable for its owner alone, and each change is added to it, durably.
    ///     Settings are not kept: they are the configuration's, or the test's. Give one to a store whose app keeps a ledger on disk: without it, a new store's
    ///     identifiers begin anew, and the ledger takes new purchases for old ones. One store at a time uses a file.
    /// - Throws: ``IAPError`` with code `historyDamaged` or `historyVersionUnsupported` that names the file.
    public init(
        configuration: StoreConfiguration,
        clock: ManualClock = ManualClock(),
        history: URL? = nil
    ) throws {
        var journal = history.map(HistoryJournal.init(url:))
        let kept = try journal?.load()
        if let kept, kept.now > clock.now { clock.advance(to: kept.now) }
        self.clock = clock
        self.configuration = configuration
        self.journal = Locked(journal)
        let server = AppStoreServer(configuration: configuration, history: kept ?? ServerHistory(now: clock.now))
        state = Locked(State(server: server))
    }

    /// A way to this store, for an app on a device.
    ///
    /// A connection made anew for the same device is what a relaunched app has: unfinished transactions come again,
    /// and the updates of the connection before it end as soon as the new one's are asked for.
    public func connection(device: String = SandboxAppStore.defaultDevice) -> SandboxConnection {
        change { $0.register(device) }
        return SandboxConnection(appStore: self, device: device)
    }

    /// Forgets what a device knows, as when its app is deleted. The App Store forgets nothing.
    ///
    /// The next connection of the device begins with what was paid and finished nowhere. Everything else, other than
    /// consumables, comes back by restoring.
    public func eraseDevice(_ device: String = SandboxAppStore.defaultDevice) {
        change { $0.erase(device) }
        state.withLock { $0.mailbox.close(device, nil) }
        deliver()
    }

    /// Signs an account in on a device, by any name that tells it from others; Apple's are e-mail addresses. Capitals make no
    /// difference, and `tester+1@example.com` is a customer of its own. An account that is not known begins without purchases.
    ///
    /// The app is told (``StoreUpdate/account(_:)``). What is unfinished of it there comes as updates; what the account before it had
    /// unfinished leaves the device, and waits in that account.
    public func signIn(account: String, device: String = SandboxAppStore.defaultDevice) {
        change { $0.signIn(account, on: device) }
    }

    /// Leaves a device without an account. The app is told; it owns nothing by what the store says, and cannot buy until somebody
    /// signs in. What is unfinished leaves the device, and waits in the account.
    public func signOut(device: String = SandboxAppStore.defaultDevice) {
        change { $0.signOut(device) }
    }

    /// Why the history could not be written when it last was to be; `nil` when all is well.
    ///
    /// Controls that throw undo what cannot be kept. Those that do not throw leave the error here and go on in memory.
    public var historyError: IAPError? {
        state.withLock { $0.historyError }
    }
}

// MARK: - Changing

extension SandboxAppStore {
    /// Changes the server once the date's due things are done, keeps the change, then tells the devices.
    ///
    /// - Throws: What `body` throws; ``IAPError`` with code `storageFailed` when the change cannot be kept, and is
    ///   undone.
    func change<Value: Sendable>(
        throwing body: @Sendable (inout AppStoreServer) throws -> Value
    ) throws -> Value {
        try change(isKeptInMemory: false, body)
    }

    /// The same for controls that cannot throw: what cannot be written is kept in memory.
    func change<Value: Sendable>(_ body: @Sendable (inout AppStoreServer) -> Value) -> Value {
        do {
            return try change(isKeptInMemory: true, body)
        } catch {
            // Neither the body nor a failure that is kept in memory throws.
            preconditionFailure("A change that cannot throw threw \(error)")
        }
    }

    private func change<Value: Sendable>(
        isKeptInMemory: Bool,
        _ body: (inout AppStoreServer) throws -> Value
    ) throws -> Value {
        defer { deliver() }
        return try journal.withLock { journal in
            let date = clock.now
            guard journal != nil else {
                // In place: a copy would cost as much as the history is long.
                return try state.withLock { state in
                    defer { state.post() }
                    state.server.settle(to: date)
                    return try body(&state.server)
                }
            }
            var server = state.withLock { $0.server }
            server.settle(to: date)
            let value = try body(&server)
            var failure: IAPError?
            if server.hasChanged {
                do throws(IAPError) {
                    try journal?.save(&server.history)
                    server.hasChanged = false
                } catch {
                    guard isKeptInMemory else { throw error }
                    failure = error
                }
            }
            state.withLock { [server, failure] state in
                state.server = server
                state.historyError = failure
                state.post()
            }
            return value
        }
    }

    /// What the server says now, without catching up with the clock. Never waits for a disk.
    func peek<Value: Sendable>(_ body: (AppStoreServer) throws -> Value) rethrows -> Value {
        try state.withLock { try body($0.server) }
    }

    var defaultSettings: SandboxSettings { SandboxSettings(configuration.settings) }
}

// MARK: - Telling

extension SandboxAppStore {
    /// Opens a device's stream of updates: what is unfinished, what will become of its subscriptions, and what follows.
    func openUpdates(of device: String) -> (stream: AsyncStream<StoreUpdate>, number: Int) {
        change { $0.register(device) }
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        let number = state.withLock { state in
            let faults = state.server.settings.faults
            let account = StoreUpdate.account(state.server.accountIdentifier(on: device))
            let unfinished = state.server.queue(of: device).flatMap {
                faults.distort(.transaction($0), isReplayed: true)
            }
            let renewals = state.server.renewals(toldTo: device).map(StoreUpdate.subscriptionRenewal)
            let messages = state.server.messages(toldTo: device).map(StoreUpdate.message)
            let intents = (state.purchaseIntents.removeValue(forKey: device) ?? []).map(StoreUpdate.purchaseIntent)
            let news = [account] + unfinished + renewals + messages + intents
            return state.mailbox.open(device, continuation, beginningWith: news)
        }
        continuation.onTermination = { [weak self] _ in self?.closeUpdates(of: device, number: number) }
        deliver()
        return (stream, number)
    }

    /// Tells the app on a device what its customer wants to buy, or keeps it until there is one.
    func tell(_ purchaseIntent: Payment, to device: String) {
        state.withLock { state in
            if state.mailbox.hasReader(device) {
                state.mailbox.post(.purchaseIntent(purchaseIntent), to: device)
            } else {
                state.purchaseIntents[device, default: []].append(purchaseIntent)
            }
        }
        deliver()
    }

    func closeUpdates(of device: String, number: Int) {
        state.withLock { $0.mailbox.close(device, number) }
        deliver()
    }

    /// Hands out what is posted, in order, outside the lock. One thread at a time does it, for all.
    private func deliver() {
        guard state.withLock({ $0.mailbox.beginDelivery() }) else { return }
        while true {
            let letters = state.withLock { $0.mailbox.nextLetters() }
            if letters.isEmpty { return }
            letters.forEach { $0.deliver() }
        }
    }
}
