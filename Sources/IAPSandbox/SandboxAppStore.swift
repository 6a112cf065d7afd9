public import Foundation
public import IAPStoreKitFile
public import IAPCore

/// The App Store, simulated: it sells what a configuration lists, remembers who bought what, and charges no one.
///
/// ```swift
/// let appStore = try SandboxAppStore(contentsOf: URL(fileURLWithPath: "Products.storekit"))
/// let store = try await IAPStore(connection: appStore.connection(), storage: InMemoryStorage())
/// appStore.askToBuyEnabled = true
/// ```
///
/// Its controls have the names and the effects of
/// [`SKTestSession`](https://developer.apple.com/documentation/storekittest/sktestsession)'s. Time is virtual: it
/// passes when ``advance(to:)`` or a similar function is called, and nothing is random, so that the same calls make the
/// same transactions. By another clock, such as the machine's, it passes by itself; see ``run()``. What the App Store
/// knows (``allTransactions()``) is apart from what a device knows (``eraseDevice(_:)``). All members may be used from
/// any thread.
public final class SandboxAppStore: Sendable {
    /// The device that ``connection(device:)`` and ``eraseDevice(_:)`` mean by default.
    public static let defaultDevice = "device"
    /// The account that devices are signed in with, and that controls of products mean, by default.
    public static let defaultAccount = "tester@example.com"

    /// The store's time. Advance it through the store, so that what falls due happens before the date moves on; when it
    /// is advanced directly, or goes by itself, the store catches up at its next call, and without one in ``run()``.
    public let clock: SandboxClock

    let configuration: StoreConfiguration
    let state: Locked<State>
    /// Locked through each change, so that the file is written in the order of the changes.
    let historyFile: Locked<HistoryFile>?

    /// Opens a store that sells what a configuration lists.
    ///
    /// - Parameters:
    ///   - configuration: The products, and the settings that ``resetToDefaultState()`` goes back to.
    ///   - clock: The store's time. A `ManualClock` is moved by the store; any other clock goes on by itself, and can be
    ///     advanced through the store besides: `.system` for time that passes by itself.
    ///   - history: A file in which the App Store's side outlives the process: accounts, unfinished transactions,
    ///     changed prices, the date. It is created when it is missing, readable for its owner alone, and replaced as a
    ///     whole at each change. A process that ends, at any instant, loses no change that was reported; a machine that
    ///     loses its power may. Settings are not kept: they are the configuration's, or the test's. Give one to a store
    ///     whose app keeps a ledger on disk: without it, a new store's identifiers begin anew, and the ledger takes new
    ///     purchases for old ones. One store at a time uses a file.
    /// - Throws: ``IAPError`` with code `historyDamaged` or `historyVersionUnsupported` that names the file and the
    ///   place in it, `storageFailed` when it cannot be read.
    public init(
        configuration: StoreConfiguration,
        clock: some StoreClock = ManualClock(),
        history: URL? = nil
    ) throws {
        let clock = SandboxClock(clock)
        let file = try history.map { try HistoryFile($0, now: clock.now) }
        let kept = file?.kept ?? StoreHistory(now: clock.now)
        if kept.now > clock.now { clock.advance(to: kept.now) }
        self.clock = clock
        self.configuration = configuration
        historyFile = file.map { Locked($0) }
        state = Locked(State(server: AppStoreServer(configuration: configuration, history: kept)))
    }

    /// Opens a store that sells what a StoreKit configuration file of Xcode's lists, in the way its settings say
    /// ([`init(contentsOf:)`](https://developer.apple.com/documentation/storekittest/sktestsession/init(contentsof:))).
    ///
    /// What the file says wrongly is not sold; ``StoreKitFile/diagnostics`` says so.
    ///
    /// - Throws: ``IAPError`` with code `catalogUnreadable` that names the file, and what
    ///   ``init(configuration:clock:history:)`` throws.
    public convenience init(
        contentsOf url: URL,
        clock: some StoreClock = ManualClock(),
        history: URL? = nil
    ) throws {
        try self.init(configuration: StoreKitFile(contentsOf: url).configuration, clock: clock, history: history)
    }

    /// A connection to this store, for an app on a device.
    ///
    /// A second connection for the same device is what a relaunched app has: unfinished transactions come again,
    /// and the updates of the connection before it end as soon as the new one's are asked for.
    public func connection(device: String = SandboxAppStore.defaultDevice) -> SandboxConnection {
        change { $0.connect(device) }
        return SandboxConnection(appStore: self, device: device)
    }

    /// Forgets what a device knows, as when its app is deleted. The App Store forgets nothing.
    ///
    /// The next connection of the device begins with what was paid and finished nowhere. Everything else, other than
    /// consumables, comes back by restoring.
    public func eraseDevice(_ device: String = SandboxAppStore.defaultDevice) {
        change { $0.erase(device) }
        state.withLock { $0.streams.removeValue(forKey: device) }?.finish()
    }

    /// Why the history could not be written the last time; `nil` when it could.
    ///
    /// Controls that throw undo what cannot be kept. Those that do not throw leave the error here and go on in memory.
    public var historyError: IAPError? {
        state.withLock { $0.historyError }
    }

    /// Opens a device's stream of updates in place of the one before: what is unfinished, what will become of its
    /// subscriptions, and what follows.
    func openUpdates(of device: String, _ continuation: AsyncStream<StoreUpdate>.Continuation) {
        change { $0.connect(device) }
        let earlier = state.withLock { state in
            let earlier = state.streams.updateValue(continuation, forKey: device)
            let intents = state.purchaseIntents.removeValue(forKey: device) ?? []
            for update in state.server.launchUpdates(on: device) + intents.map(StoreUpdate.purchaseIntent) {
                state.send(update, to: device)
            }
            return earlier
        }
        earlier?.finish()
    }
}
