public import Foundation
public import IAPCore

/// A call of a ``FaultyConnection``.
public enum ConnectionCall: Hashable, Sendable {
    case products, submit, finish, restoreCompletedTransactions, currentTransactions, present
}

/// What happens to a transaction in the updates of a ``FaultyConnection``.
public enum UpdateFault: Hashable, Sendable {
    /// It is not sent. Unfinished, it comes again with the next reader of the updates, as after a relaunch.
    case lost
    /// It is sent so many times more.
    case repeated(times: Int = 1)
    /// It is sent behind so many later transactions, or at ``FaultyConnection/release()``.
    case late(by: Int)
}

/// A connection to a store that fails when a test wants it to, around any other one.
///
/// ```swift
/// let connection = FaultyConnection(MyStore().connect())
/// connection.fail(.finish, with: .answerLost)    // the next one takes effect, and throws
/// connection.failUpdate(2, with: .repeated())    // the second transaction from now on is sent twice
/// ```
///
/// Without faults it is what the other one is. Nothing is random, and nothing waits for a time to pass.
public final class FaultyConnection<Connection: StoreConnection>: StoreConnection {
    private let connection: Connection
    private let calls = FaultyCalls<ConnectionCall>()
    private let faultyUpdates = Locked(FaultyUpdates())

    public init(_ connection: Connection) {
        self.connection = connection
    }

    // MARK: Faults

    /// Makes a call fail.
    ///
    /// - Parameters:
    ///   - number: Which one of its kind from now on, counted from 1.
    ///   - error: What it throws; by default, that there is no network.
    public func fail(
        _ call: ConnectionCall,
        _ number: Int = 1,
        with fault: CallFault = .refused,
        error: IAPError = IAPError(
            .networkError,
            "The connection fails because a test asked for it. Try again: the fault is over."
        )
    ) {
        calls.fail(call, number, with: fault, error: error)
    }

    /// Changes how a transaction is sent.
    ///
    /// - Parameter number: Which transaction sent from now on, counted from 1, in whatever state it is.
    public func failUpdate(_ number: Int = 1, with fault: UpdateFault) {
        faultyUpdates.withLock { $0.plan.add(fault, to: nil, at: number) }
    }

    /// Lets held calls go on, and sends late transactions.
    public func release() {
        calls.release()
        faultyUpdates.withLock { $0.sendAllLate() }
    }

    /// How many calls of a kind there were.
    public func callCount(of call: ConnectionCall) -> Int { calls.count(of: call) }

    /// How many transactions the store has sent.
    public var transactionCount: Int { faultyUpdates.withLock { $0.plan.calls.count } }

    // MARK: The connection

    public var canMakePayments: Bool { connection.canMakePayments }
    public var clock: any StoreClock { connection.clock }
    public func environment() async -> PaymentTransaction.Environment? { await connection.environment() }
    public func storefront() async -> AppStorefront? { await connection.storefront() }
    public func accountIdentifier() async -> String? { await connection.accountIdentifier() }

    public func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        try await calls.perform(.products) { try await connection.products(for: identifiers) }
    }

    public func updates() -> AsyncStream<StoreUpdate> {
        let updates = connection.updates()
        let (stream, reader) = AsyncStream.makeStream(of: StoreUpdate.self)
        let number = faultyUpdates.withLock { $0.add(reader) }
        let task = Task { [faultyUpdates] in
            for await update in updates { faultyUpdates.withLock { $0.send(update, to: number) } }
            faultyUpdates.withLock { $0.sendLate(to: number) }
            reader.finish()
        }
        reader.onTermination = { _ in task.cancel() }
        return stream
    }

    public func submit(_ payment: Payment) async throws {
        try await calls.perform(.submit) { try await connection.submit(payment) }
    }

    public func finish(_ transaction: PaymentTransaction) async throws {
        try await calls.perform(.finish) { try await connection.finish(transaction) }
    }

    public func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] {
        try await calls.perform(.restoreCompletedTransactions) {
            try await connection.restoreCompletedTransactions(applicationUsername: applicationUsername)
        }
    }

    public func currentTransactions() async throws -> [PaymentTransaction] {
        try await calls.perform(.currentTransactions) { try await connection.currentTransactions() }
    }

    public func present(_ sheet: StoreSheet) async throws -> StoreSheet.Outcome {
        try await calls.perform(.present) { try await connection.present(sheet) }
    }

    /// As the other connection does. What is late is not waited for.
    public func sendCheckpoint(_ identifier: UUID) -> Bool { connection.sendCheckpoint(identifier) }
}

/// The readers of a connection's updates, and what they have yet to receive.
private struct FaultyUpdates: Sendable {
    private struct Reader: Sendable {
        let stream: AsyncStream<StoreUpdate>.Continuation
        /// Each with the number of transactions that still come before it.
        var late: [(update: StoreUpdate, behind: Int)] = []
    }

    enum Sent: Hashable { case transaction }

    var plan = FaultPlan<Sent, UpdateFault>()
    private var readers: [Reader] = []

    mutating func add(_ stream: AsyncStream<StoreUpdate>.Continuation) -> Int {
        readers.append(Reader(stream: stream))
        return readers.count - 1
    }

    mutating func send(_ update: StoreUpdate, to reader: Int) {
        guard case .transaction = update else {
            readers[reader].stream.yield(update)
            return
        }
        var late: (StoreUpdate, Int)?
        var copies = 1
        switch plan.next(.transaction) {
        case .lost: copies = 0
        case .repeated(let times): copies += max(0, times)
        case .late(let count) where count > 0: (late, copies) = ((update, count), 0)
        case .late, nil: break
        }
        for _ in 0..<copies { readers[reader].stream.yield(update) }
        for index in readers[reader].late.indices { readers[reader].late[index].behind -= 1 }
        sendLate(to: reader) { $0 <= 0 }
        if let late { readers[reader].late.append(late) }
    }

    /// Sends what is late, if it is `isDue`.
    mutating func sendLate(to reader: Int, isDue: (_ behind: Int) -> Bool = { _ in true }) {
        for (update, behind) in readers[reader].late where isDue(behind) { readers[reader].stream.yield(update) }
        readers[reader].late.removeAll { isDue($0.behind) }
    }

    mutating func sendAllLate() {
        for reader in readers.indices { sendLate(to: reader) }
    }
}
