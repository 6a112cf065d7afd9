import Foundation
import IAPCore

/// A store that sends what a test gives it, and remembers what it was asked.
final class ScriptedConnection: StoreConnection {
    private struct State {
        var submitted: [Payment] = []
        var finished: [TransactionIdentifier] = []
        var restorable: Result<[PaymentTransaction], IAPError> = .success([])
        var restoreCount = 0
        var restoreGate: Promise<Void>?
        var refusal: (any Error)?
        var finishFailure: IAPError?
        var unfinished: [StoreUpdate] = []
        var continuation: AsyncStream<StoreUpdate>.Continuation?
    }

    private let state = Locked(State())
    private let submissions = Broadcast<Payment>()
    let clock: any StoreClock
    let canMakePayments: Bool

    init(
        canMakePayments: Bool = true,
        unfinished: [PaymentTransaction] = [],
        clock: any StoreClock = ManualClock()
    ) {
        self.clock = clock
        self.canMakePayments = canMakePayments
        state.withLock { $0.unfinished = unfinished.map { .transaction($0) } }
    }

    var submitted: [Payment] { state.withLock { $0.submitted } }
    var finished: [TransactionIdentifier] { state.withLock { $0.finished } }

    /// Payments from now on. Make it before the purchase that it is to see.
    func payments() -> AsyncStream<Payment> { submissions.stream { $0 } }

    func refusePayments(with error: (any Error)?) { state.withLock { $0.refusal = error } }
    func failFinishing(with error: IAPError?) { state.withLock { $0.finishFailure = error } }
    func answerRestore(with answer: Result<[PaymentTransaction], IAPError>) {
        state.withLock { $0.restorable = answer }
    }

    var restoreCount: Int { state.withLock { $0.restoreCount } }

    func holdRestores(_ isHeld: Bool) {
        let gate = state.withLock { state in
            defer { state.restoreGate = isHeld ? Promise() : nil }
            return state.restoreGate
        }
        gate?.fulfill(.success(()))
    }

    func send(_ update: StoreUpdate) { state.withLock { $0.continuation }?.yield(update) }
    func send(_ transaction: PaymentTransaction) { send(.transaction(transaction)) }
    func close() { state.withLock { $0.continuation }?.finish() }

    // MARK: StoreConnection

    func environment() async -> PaymentTransaction.Environment? { .production }
    func storefront() async -> AppStorefront? { .usa }

    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        ProductsResponse(products: [], invalidProductIdentifiers: identifiers.sorted())
    }

    func updates() -> AsyncStream<StoreUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        let (before, unfinished) = state.withLock { state in
            let before = state.continuation
            state.continuation = continuation
            return (before, state.unfinished)
        }
        before?.finish()
        unfinished.forEach { continuation.yield($0) }
        return stream
    }

    func sendCheckpoint(_ identifier: UUID) -> Bool {
        guard let continuation = state.withLock({ $0.continuation }) else { return false }
        continuation.yield(.checkpoint(identifier))
        return true
    }

    func submit(_ payment: Payment) async throws {
        let refusal = state.withLock { state in
            state.submitted.append(payment)
            return state.refusal
        }
        if let refusal { throw refusal }
        submissions.send(payment)
    }

    func finish(_ transaction: PaymentTransaction) async throws {
        if let failure = state.withLock({ $0.finishFailure }) { throw failure }
        state.withLock { $0.finished.append(transaction.transactionIdentifier) }
    }

    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] {
        let gate = state.withLock { state in
            state.restoreCount += 1
            return state.restoreGate
        }
        try await gate?.value()
        return try state.withLock { $0.restorable }.get()
    }
}
