import IAPCore
public import IAPPersistence

/// A call of a ``FaultyStorage``.
public enum StorageCall: Hashable, Sendable {
    case load, append, replace
}

/// A storage that fails when a test wants it to, around any other one; it can do what that one can.
///
/// ```swift
/// let storage = FaultyStorage(MyStorage())
/// storage.fail(.append, with: .answerLost)      // the next append takes effect, and throws
/// ```
public final class FaultyStorage<Storage: LedgerStorage>: LedgerStorage {
    private let storage: Storage
    private let calls = FaultyCalls<StorageCall>()

    public init(_ storage: Storage) {
        self.storage = storage
    }

    /// Makes a call fail.
    ///
    /// - Parameter number: Which one of its kind from now on, counted from 1.
    public func fail(_ call: StorageCall, _ number: Int = 1, with fault: CallFault = .refused) {
        let error = IAPError(
            .storageFailed,
            "The storage fails because a test asked for it. Try again: the fault is over."
        )
        calls.fail(call, number, with: fault, error: error)
    }

    /// Lets held calls go on.
    public func release() { calls.release() }

    /// How many calls of a kind there were.
    public func callCount(of call: StorageCall) -> Int { calls.count(of: call) }

    public func load(after position: LedgerPosition) async throws -> LedgerBatch {
        try await calls.perform(.load) { try await storage.load(after: position) }
    }

    public func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try await calls.perform(.append) { try await storage.append(entries, after: position) }
    }

    public func changes() -> AsyncStream<Void> { storage.changes() }
}

extension FaultyStorage: RewritableLedgerStorage where Storage: RewritableLedgerStorage {
    public func replace(with entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try await calls.perform(.replace) { try await storage.replace(with: entries, after: position) }
    }
}
