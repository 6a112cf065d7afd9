import IAPCore
public import IAPPersistence

/// How a call of a ``FaultyStorage`` fails.
public enum StorageFault: Hashable, Sendable {
    /// It throws, and nothing has happened.
    case refused
    /// It takes effect, and throws then: as when a server commits and the connection breaks before the answer. A
    /// storage should not do so, since its ledger takes it that nothing counts; one over a network may.
    case answerLost
}

/// A storage that fails when a test wants it to, around any other one; it can do what that one can.
///
/// ```swift
/// let storage = FaultyStorage(MyStorage())
/// storage.failAppend(with: .answerLost)      // the next append takes effect, and throws
/// ```
public final class FaultyStorage<Storage: LedgerStorage>: LedgerStorage {
    private let storage: Storage
    private let state = Locked(FaultPlans())

    public init(_ storage: Storage) {
        self.storage = storage
    }

    /// How many loads were asked for.
    public var loadCount: Int { state.withLock { $0.loads.count } }
    /// How many appends were asked for.
    public var appendCount: Int { state.withLock { $0.appends.count } }

    /// Makes a load fail.
    ///
    /// - Parameter number: Which one from now on, counted from 1.
    public func failLoad(_ number: Int = 1, with fault: StorageFault = .refused) {
        state.withLock { $0.loads.add(fault, at: number) }
    }

    /// Makes an append fail.
    ///
    /// - Parameter number: Which one from now on, counted from 1.
    public func failAppend(_ number: Int = 1, with fault: StorageFault = .refused) {
        state.withLock { $0.appends.add(fault, at: number) }
    }

    public func load(after position: LedgerPosition) async throws -> LedgerBatch {
        let fault = state.withLock { $0.loads.next() }
        return try await call(fault) { try await storage.load(after: position) }
    }

    public func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        let fault = state.withLock { $0.appends.next() }
        return try await call(fault) { try await storage.append(entries, after: position) }
    }

    public func changes() -> AsyncStream<Void> { storage.changes() }

    private func call<Result>(_ fault: StorageFault?, _ body: () async throws -> Result) async throws -> Result {
        guard let fault else { return try await body() }
        if fault == .answerLost { _ = try await body() }
        throw IAPError(
            .storageFailed,
            "The storage fails because a test asked for it. Try again: the fault is over."
        )
    }
}

extension FaultyStorage: RewritableLedgerStorage where Storage: RewritableLedgerStorage {
    /// How many replacements were asked for.
    public var replaceCount: Int { state.withLock { $0.replacements.count } }

    /// Makes a replacement fail, as in a compaction.
    ///
    /// - Parameter number: Which one from now on, counted from 1.
    public func failReplace(_ number: Int = 1, with fault: StorageFault = .refused) {
        state.withLock { $0.replacements.add(fault, at: number) }
    }

    public func replace(with entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        let fault = state.withLock { $0.replacements.next() }
        return try await call(fault) { try await storage.replace(with: entries, after: position) }
    }
}

/// Which calls fail, of each kind.
private struct FaultPlans: Sendable {
    var loads = CallPlan<StorageFault>()
    var appends = CallPlan<StorageFault>()
    var replacements = CallPlan<StorageFault>()
}
