public import Foundation
public import IAPCore

/// A connection to a store that fails when a test wants it to, around any other one.
///
/// ```swift
/// let connection = FaultyConnection(MyStore().connect())
/// connection.fail(.finish, with: .answerLost)     // the next one takes effect, and throws
/// connection.failUpdate(2, with: .repeated())    // the second transaction told from now on is told twice
/// ```
///
/// Without faults it is what the other one is. Nothing is random, and nothing waits for a time to pass.
public final class FaultyConnection<Connection: StoreConnection>: StoreConnection {
    private let connection: Connection
    private let state = Locked(FaultState())

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
        with fault: ConnectionFault = .refused,
        error: IAPError? = nil
    ) {
        state.withLock { $0.calls[call, default: CallPlan()].add((fault, error), at: number) }
    }

    /// Has something become of a transaction that the store tells.
    ///
    /// - Parameter number: Which transaction told from now on, counted from 1, in whatever state it is.
    public func failUpdate(_ number: Int = 1, with fault: UpdateFault) {
        state.withLock { $0.updates.add(fault, at: number) }
    }

    /// Lets go on whatever is held, and tells whatever is late.
    public func release() {
        let (held, readers) = state.withLock { state in
            defer { state.held = [] }
            return (state.held, state.takeAllLate())
        }
        held.forEach { $0.fulfill(.success(())) }
        for (reader, update) in readers { reader.yield(update) }
    }

    /// How many calls of a kind were asked for.
    public func callCount(of call: ConnectionCall) -> Int { state.withLock { $0.calls[call]?.count ?? 0 } }

    /// How many transactions the store has told.
    public var transactionCount: Int { state.withLock { $0.updates.count } }

    // MARK: The connection

    public var canMakePayments: Bool { connection.canMakePayments }
    public var clock: any StoreClock { connection.clock }
    public func environment() async -> PaymentTransaction.Environment? { await connection.environment() }
    public func storefront() async -> AppStorefront? { await connection.storefront() }
    public func accountIdentifier() async -> String? { await connection.accountIdentifier() }

    public func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        try await perform(.products) { try await connection.products(for: identifiers) }
    }

    public func updates() -> AsyncStream<StoreUpdate> {
        let updates = connection.updates()
        let (stream, reader) = AsyncStream.makeStream(of: StoreUpdate.self)
        let number = state.withLock { $0.add(reader) }
        let task = Task { [state] in
            for await update in updates {
                for told in state.withLock({ $0.pass(update, to: number) }) { reader.yield(told) }
            }
            for late in state.withLock({ $0.takeLate(of: number) }) { reader.yield(late) }
            reader.finish()
        }
        reader.onTermination = { [state] _ in
            task.cancel()
            state.withLock { _ = $0.takeLate(of: number) }
        }
        return stream
    }

    public func submit(_ payment: Payment) async throws {
        try await perform(.submit) { try await connection.submit(payment) }
    }

    public func finish(_ transaction: PaymentTransaction) async throws {
        try await perform(.finish) { try await connection.finish(transaction) }
    }

    public func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] {
        try await perform(.restoreCompletedTransactions) {
            try await connection.restoreCompletedTransactions(applicationUsername: applicationUsername)
        }
    }

    public func currentTransactions() async throws -> [PaymentTransaction] {
        try await perform(.currentTransactions) { try await connection.currentTransactions() }
    }

    public func present(_ sheet: StoreSheet) async throws -> StoreSheet.Outcome {
        try await perform(.present) { try await connection.present(sheet) }
    }

    /// As the other connection does. What is late is not waited for.
    public func sendCheckpoint(_ identifier: UUID) -> Bool { connection.sendCheckpoint(identifier) }

    private func perform<Result>(_ call: ConnectionCall, _ body: () async throws -> Result) async throws -> Result {
        let (planned, hold) = state.withLock { $0.begin(call) }
        try await hold?.value()
        guard let (fault, error) = planned, fault != .held else { return try await body() }
        if fault == .answerLost { _ = try await body() }
        if let error { throw error }
        throw IAPError(
            .networkError,
            "The connection fails because a test asked for it. Try again: the fault is over."
        )
    }
}

/// What is to fail, and what is held back.
private struct FaultState: Sendable {
    typealias Reader = AsyncStream<StoreUpdate>.Continuation

    private struct Late {
        let update: StoreUpdate
        let reader: Int
        /// Behind how many transactions it still is.
        var behind: Int
    }

    var calls: [ConnectionCall: CallPlan<(ConnectionFault, IAPError?)>] = [:]
    var updates = CallPlan<UpdateFault>()
    var held: [Promise<Void>] = []
    private var late: [Late] = []
    private var readers: [Int: Reader] = [:]
    private var readerCount = 0

    mutating func begin(_ call: ConnectionCall) -> (planned: (ConnectionFault, IAPError?)?, hold: Promise<Void>?) {
        let planned = calls[call, default: CallPlan()].next()
        guard planned?.0 == .held else { return (planned, nil) }
        let hold = Promise<Void>()
        held.append(hold)
        return (planned, hold)
    }

    mutating func add(_ reader: Reader) -> Int {
        readerCount += 1
        readers[readerCount] = reader
        return readerCount
    }

    /// Returns what a reader is told instead of an update.
    mutating func pass(_ update: StoreUpdate, to reader: Int) -> [StoreUpdate] {
        guard case .transaction = update else { return [update] }
        let fault = updates.next()
        if case .late(let count) = fault, count > 0 {
            let due = takeDue(of: reader)
            late.append(Late(update: update, reader: reader, behind: count))
            return due
        }
        let told =
            switch fault {
            case .lost: [StoreUpdate]()
            case .repeated(let times): Array(repeating: update, count: 1 + max(0, times))
            case .late, nil: [update]
            }
        return told + takeDue(of: reader)
    }

    /// Lets what is late come one transaction nearer.
    private mutating func takeDue(of reader: Int) -> [StoreUpdate] {
        for place in late.indices where late[place].reader == reader { late[place].behind -= 1 }
        defer { late.removeAll { $0.reader == reader && $0.behind <= 0 } }
        return late.filter { $0.reader == reader && $0.behind <= 0 }.map(\.update)
    }

    /// Whatever a reader has yet to be told, which ends.
    mutating func takeLate(of reader: Int) -> [StoreUpdate] {
        readers[reader] = nil
        defer { late.removeAll { $0.reader == reader } }
        return late.filter { $0.reader == reader }.map(\.update)
    }

    mutating func takeAllLate() -> [(Reader, StoreUpdate)] {
        defer { late = [] }
        return late.compactMap { late in readers[late.reader].map { ($0, late.update) } }
    }
}
