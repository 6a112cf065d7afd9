import IAP
import IAPSandbox
import PurchaseAudit
import Synchronization

/// An app between its launch and its end: its ledger, its queue, and the calls that it waits for.
///
/// They are what `IAPStore` is made of, without its announcements, which go through threads of their own.
final class Launch: Sendable {
    struct Running: Sendable {
        let queue: PaymentQueue
        let ledger: Ledger
    }

    private struct State {
        var running: Running?
        var openCalls = 0
        var purchases: [TransactionIdentifier] = []
        var restoreCount = 0
        /// How many restores are under way, of which a later one joins an earlier one.
        var runningRestores = 0
        /// Whether what a restore that is under way brings may be out of date when it ends.
        var isRestoreStale = false

        mutating func endRestore() {
            runningRestores -= 1
            if runningRestores == 0 { isRestoreStale = false }
        }
    }

    let life = Life()
    let connection: ProcessConnection
    /// Whether it is going to be killed at some call on the disk.
    let diesAtCall: Bool
    private let storage: ProcessStorage
    private let installation: Installation
    private let state = Mutex(State())

    /// - Parameter call: At which call on the disk it is killed, if it is.
    init(_ device: String, of installation: Installation, _ appStore: SandboxAppStore, dyingAtCall call: Int? = nil) {
        self.installation = installation
        diesAtCall = call != nil
        storage = ProcessStorage(storage: installation.disk.storage(of: life, dyingAtCall: call), life: life)
        connection = ProcessConnection(
            base: appStore.connection(device: device),
            life: life,
            clock: installation.clock
        )
    }

    var running: Running? { life.isOver ? nil : state.withLock { $0.running } }
    var openCalls: Int { life.isOver ? 0 : state.withLock { $0.openCalls } }
    /// What purchases were answered with.
    var purchases: [TransactionIdentifier] { state.withLock { $0.purchases } }
    var restoreCount: Int { state.withLock { $0.restoreCount } }

    func open(credits: [ProductIdentifier: Credit]) {
        call { [self] in
            let ledger = try await Ledger(
                storage: storage,
                clock: installation.clock,
                environment: .xcode,
                nonRenewingPeriods: ["season": try ProductSubscriptionPeriod(iso8601: Shop.seasonLength)]
            )
            let queue = PaymentQueue(
                connection: connection,
                ledger: ledger,
                credits: credits,
                deliveryHandler: installation.handler(of: life)
            )
            queue.start()
            state.withLock { $0.running = Running(queue: queue, ledger: ledger) }
        }
    }

    /// Ends it as a crash does.
    func kill() {
        life.end()
        drop()
        connection.end()
    }

    /// Lets go of the queue, as an app does that opens another one.
    func drop() {
        let running = state.withLock { state in
            defer { state.running = nil }
            return state.running
        }
        withExtendedLifetime(running) {}
    }

    func forgetRestores() {
        state.withLock { state in
            state.restoreCount = 0
            state.isRestoreStale = state.runningRestores > 0
        }
    }

    // MARK: What the app does

    func buy(_ payment: Payment) {
        guard let queue = running?.queue else { return }
        call { [self] in
            if case .purchased(let transaction) = try await queue.purchase(payment), !life.isOver {
                state.withLock { $0.purchases.append(transaction.transactionIdentifier) }
            }
        }
    }

    func restore() {
        guard let queue = running?.queue else { return }
        state.withLock { $0.runningRestores += 1 }
        call { [self] in
            defer { state.withLock { $0.endRestore() } }
            let failures = life.failureCount
            try await queue.restoreCompletedTransactions()
            // One that could not record everything has said so, and is worth nothing after the next launch.
            guard !life.isOver, life.failureCount == failures else { return }
            state.withLock { state in
                if !state.isRestoreStale { state.restoreCount += 1 }
            }
        }
    }

    func retry() {
        guard let running else { return }
        call {
            await running.queue.processPendingTransactions()
            try await running.ledger.refresh()
        }
    }

    func spend(_ amount: Int, of unit: String, note: String) {
        guard let ledger = running?.ledger else { return }
        installation.spends.withLock { $0.begin(note, amount: amount) }
        call { [self] in
            do {
                try await ledger.spend(amount, of: unit, note: note)
                if !life.isOver { installation.spends.withLock { $0.acknowledge(note) } }
            } catch {
                if !life.isOver { installation.spends.withLock { $0.refuse(note) } }
                throw error
            }
        }
    }

    func compact() {
        guard let ledger = running?.ledger else { return }
        call { try await ledger.compact() }
    }

    private func call(_ body: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.openCalls += 1 }
        Task { [self] in
            // Refusals and failures are part of the game; what they leave behind is what is checked.
            try? await body()
            state.withLock { $0.openCalls -= 1 }
        }
    }
}
