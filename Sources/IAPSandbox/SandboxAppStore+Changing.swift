import IAPStoreKitFile
import IAPCore

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
        let date = clock.now
        return try journal.withLock { journal in
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
            let isToBeKept = server.hasChanged
            if isToBeKept {
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
                if isToBeKept { state.historyError = failure }
                state.post()
            }
            return value
        }
    }

    /// What the server says now, without catching up with the clock. Never waits for a disk.
    func peek<Value: Sendable>(_ body: (AppStoreServer) throws -> Value) rethrows -> Value {
        try state.withLock { try body($0.server) }
    }

    /// Kept once something is to happen before whatever is next now.
    var earlierDueDate: Promise<Void> { state.withLock { $0.earlierDueDate } }

    var defaultSettings: SandboxSettings { SandboxSettings(configuration.settings) }
}
