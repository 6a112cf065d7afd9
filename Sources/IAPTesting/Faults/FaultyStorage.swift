import IAPCore
public import IAPPersistence

/// A storage that fails when a test wants it to, around any other one.
///
/// ```swift
/// let storage = FaultyStorage(MyStorage())
/// storage.failAppend(with: .answerLost)      // the next append takes effect, and throws
/// ```
public final class FaultyStorage: LedgerStorage {
    /// How a call fails.
    public enum Fault: Hashable, Sendable {
        /// It throws, and nothing has happened.
        case refused
        /// It takes effect, and throws then: as when a server commits and the connection breaks before the answer. A storage
        /// should not do so, since its ledger is told that nothing counts; one over a network may.
        case answerLost
    }

    private struct Plan: Sendable {
        var count = 0
        var faults: [Int: Fault] = [:]

        mutating func next() -> Fault? {
            count += 1
            return faults.removeValue(forKey: count)
        }
    }

    private struct State: Sendable {
        var loads = Plan()
        var appends = Plan()
    }

    private let storage: any LedgerStorage
    private let state = Locked(State())

    public init(_ storage: some LedgerStorage) {
        self.storage = storage
    }

    /// How many loads were asked for.
    public var loadCount: Int { state.withLock { $0.loads.count } }
    /// How many appends were asked for.
    public var appendCount: Int { state.withLock { $0.appends.count } }

    /// Makes a load fail.
    ///
    /// - Parameter number: The how manieth from now on, counted from 1.
    public func failLoad(_ number: Int = 1, with fault: Fault = .refused) {
        state.withLock { $0.loads.faults[$0.loads.count + max(1, number)] = fault }
    }

    /// Makes an append fail.
    ///
    /// - Parameter number: The how manieth from now on, counted from 1.
    public func failAppend(_ number: Int = 1, with fault: Fault = .refused) {
        state.withLock { $0.appends.faults[$0.appends.count + max(1, number)] = fault }
    }

    public func load(after position: LedgerPosition) async throws -> LedgerPage {
        let fault = state.withLock { $0.loads.next() }
        return try await call(fault) { try await storage.load(after: position) }
    }

    public func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        let fault = state.withLock { $0.appends.next() }
        return try await call(fault) { try await storage.append(entries, after: position) }
    }

    private func call<Result>(_ fault: Fault?, _ body: () async throws -> Result) async throws -> Result {
        switch fault {
        case nil: return try await body()
        case .refused: throw Self.failure
        case .answerLost:
            _ = try await body()
            throw Self.failure
        }
    }

    private static let failure = IAPError(
        .storageFailed,
        "The storage fails because a test asked for it. Try again: the fault is over."
    )
}
