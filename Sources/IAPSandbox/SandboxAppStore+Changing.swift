import Foundation
import IAPCore

extension SandboxAppStore {
    /// What a store is, under its lock.
    struct State: Sendable {
        var server: AppStoreServer
        /// The open streams of updates, at most one a device.
        ///
        /// What is sent goes out under the store's lock, which fixes the order. So nothing that a stream calls back may
        /// take that lock: the cancellation of a reader and a send to it would wait for each other. A stream whose reader
        /// is gone is noticed when something is sent to it.
        var streams: [String: AsyncStream<StoreUpdate>.Continuation] = [:]
        var historyError: IAPError?
        /// What customers began to buy outside the app, by device, while no app was there to receive it.
        var purchaseIntents: [String: [Payment]] = [:]
        /// Fulfilled by the next change.
        var nextChange = Promise<Void>()

        /// Sends an update to a device.
        ///
        /// - Returns: Whether a stream takes it. A device without one receives its unfinished transactions when it opens
        ///   one.
        @discardableResult
        mutating func send(_ update: StoreUpdate, to device: String) -> Bool {
            if case .enqueued = streams[device]?.yield(update) { return true }
            streams[device] = nil
            return false
        }

        /// Sends the updates that a change led to.
        fileprivate mutating func finishChange() {
            for effect in server.store.takeEffects() { send(effect.update, to: effect.device) }
            nextChange.fulfill(.success(()))
            nextChange = Promise()
        }
    }

    /// Changes the server once what is due is done, keeps the change, then sends the updates.
    ///
    /// - Throws: What `body` throws; ``IAPError`` with code `storageFailed` when the change cannot be kept, and is
    ///   undone.
    func tryChange<Value: Sendable>(
        _ body: @Sendable (inout AppStoreServer) throws -> Value
    ) throws -> Value {
        try change(isKeptInMemory: false, keepsDate: false, body)
    }

    /// The same for controls that cannot throw: what cannot be written is kept in memory.
    ///
    /// - Parameter keepsDate: Whether a later date alone is a change to be written.
    func change<Value: Sendable>(
        keepsDate: Bool = false,
        _ body: @Sendable (inout AppStoreServer) -> Value
    ) -> Value {
        do {
            return try change(isKeptInMemory: true, keepsDate: keepsDate, body)
        } catch {
            // Neither the body nor a failure that is kept in memory throws.
            preconditionFailure("A change that cannot throw threw \(error)")
        }
    }

    /// Lets the account act that a transaction belongs to.
    ///
    /// - Throws: `transactionNotFound`; as ``tryChange(_:)``.
    func act(
        asOwnerOf identifier: TransactionIdentifier,
        _ body: @Sendable (inout SandboxAccount, inout StoreContext) throws -> Void
    ) throws {
        try tryChange { try $0.act(as: $0.owner(of: identifier), body) }
    }

    /// Lets the account with a name act.
    func act(
        as account: String,
        _ body: @Sendable (inout SandboxAccount, inout StoreContext) throws -> Void
    ) throws {
        try tryChange { try $0.act(as: $0.account(named: account), body) }
    }

    private func change<Value: Sendable>(
        isKeptInMemory: Bool,
        keepsDate: Bool,
        _ body: (inout AppStoreServer) throws -> Value
    ) throws -> Value {
        let date = clock.now
        guard let historyFile else {
            // In place: a copy would cost as much as the history is long.
            return try state.withLock { state in
                defer { state.finishChange() }
                state.server.settle(to: date)
                return try body(&state.server)
            }
        }
        return try historyFile.withLock { file in
            var server = state.withLock { $0.server }
            server.settle(to: date)
            let value = try body(&server)
            var failure: IAPError?
            do throws(IAPError) {
                try file.keep(server.history, keepsDate: keepsDate)
            } catch {
                guard isKeptInMemory else { throw error }
                failure = error
            }
            state.withLock { [server, failure] state in
                state.server = server
                state.historyError = failure
                state.finishChange()
            }
            return value
        }
    }

    /// What the server says now, without catching up with the clock. Never waits for a disk.
    func peek<Value: Sendable>(_ body: (AppStoreServer) throws -> Value) rethrows -> Value {
        try state.withLock { try body($0.server) }
    }
}
