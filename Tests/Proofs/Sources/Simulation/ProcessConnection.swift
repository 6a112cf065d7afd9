import Foundation
import IAP
import IAPSandbox
import Synchronization

/// A process's connection to the store, which may fail, and send again what it sent before.
final class ProcessConnection: StoreConnection {
    private struct State {
        var isEnded = false
        var readers: [AsyncStream<StoreUpdate>.Continuation] = []
        /// The latest transactions that were sent.
        var told: [PaymentTransaction] = []
    }

    private static let memory = 16

    private let base: SandboxConnection
    private let life: Life
    private let deviceClock: DeviceClock
    private let state = Mutex(State())

    init(base: SandboxConnection, life: Life, clock: DeviceClock) {
        self.base = base
        self.life = life
        deviceClock = clock
    }

    var canMakePayments: Bool { base.canMakePayments }
    var clock: any StoreClock { deviceClock }
    func environment() async -> PaymentTransaction.Environment? { await base.environment() }
    func storefront() async -> AppStorefront? { await base.storefront() }

    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        try await base.products(for: identifiers)
    }

    func updates() -> AsyncStream<StoreUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        let task = Task { [weak self, base] in
            for await update in base.updates() {
                guard let self, self.hear(update) else { break }
                continuation.yield(update)
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        state.withLock { $0.readers.append(continuation) }
        return stream
    }

    func submit(_ payment: Payment) async throws {
        try await life.perform(.submit) { try await base.submit(payment) }
    }

    func finish(_ transaction: PaymentTransaction) async throws {
        try await life.perform(.finish) { try await base.finish(transaction) }
    }

    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] {
        try await life.perform(.restore) {
            try await base.restoreCompletedTransactions(applicationUsername: applicationUsername)
        }
    }

    /// Sends a transaction again, as it was sent.
    func tellAgain(_ choice: Int, times: Int) {
        let (reader, transaction) = state.withLock { state in
            (state.readers.last, state.told.isEmpty ? nil : state.told[choice % state.told.count])
        }
        guard let reader, let transaction else { return }
        for _ in 0..<times { reader.yield(.transaction(transaction)) }
    }

    func end() {
        let readers = state.withLock { state in
            state.isEnded = true
            defer { state.readers = [] }
            return state.readers
        }
        readers.forEach { $0.finish() }
    }

    private func hear(_ update: StoreUpdate) -> Bool {
        state.withLock { state in
            guard !state.isEnded else { return false }
            if case .transaction(let transaction) = update, transaction.transactionState != .purchasing {
                state.told.append(transaction)
                if state.told.count > Self.memory { state.told.removeFirst() }
            }
            return true
        }
    }
}
