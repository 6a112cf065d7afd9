import Foundation
import IAPCore

/// A store that answers product requests as a test scripts them, and keeps the questions.
final class ScriptedConnection: StoreConnection {
    enum Step: Sendable {
        /// Sells every identifier that does not begin with `typo`.
        case sell(AppStorefront = .usa)
        case respond(valid: [ProductIdentifier] = [], invalid: [ProductIdentifier] = [])
        /// Sells these.
        case products([StoreProduct])
        case fail(any Error)
        /// Answers, in whatever way, once the test calls ``release(_:_:)``; cancelled or not.
        case hold
    }

    private struct State {
        var script: [Step]
        var questions: [Set<ProductIdentifier>] = []
        var held: [Int: CheckedContinuation<Step, Never>] = [:]
        var cancelled: Set<Int> = []
    }

    private let state: Locked<State>
    /// The store's time.
    let time = ManualClock()

    /// - Parameter script: One step a question; afterwards the store sells.
    init(_ script: [Step] = []) {
        state = Locked(State(script: script))
    }

    var questions: [Set<ProductIdentifier>] { state.withLock { $0.questions } }
    var heldCount: Int { state.withLock { $0.held.count } }
    /// The questions, counted from 0, whose task was cancelled while they were held.
    var cancelled: Set<Int> { state.withLock { $0.cancelled } }

    func then(_ steps: Step...) {
        state.withLock { $0.script += steps }
    }

    func release(_ question: Int, _ step: Step = .sell()) {
        state.withLock { $0.held.removeValue(forKey: question) }?.resume(returning: step)
    }

    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        let (question, step) = state.withLock { state in
            state.questions.append(identifiers)
            return (state.questions.count - 1, state.script.isEmpty ? .sell() : state.script.removeFirst())
        }
        return try await answer(identifiers, with: step, question: question)
    }

    private func answer(_ identifiers: Set<ProductIdentifier>, with step: Step, question: Int) async throws
        -> ProductsResponse
    {
        switch step {
        case .sell(let storefront):
            let valid = identifiers.filter { !$0.hasPrefix("typo") }
            return ProductsResponse(
                products: valid.sorted(by: >).map { .stub($0, in: storefront) },
                invalidProductIdentifiers: Array(identifiers.subtracting(valid))
            )
        case .respond(let valid, let invalid):
            return ProductsResponse(products: valid.map { .stub($0) }, invalidProductIdentifiers: invalid)
        case .products(let products):
            return ProductsResponse(products: products, invalidProductIdentifiers: [])
        case .fail(let error):
            throw error
        case .hold:
            let step = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in state.withLock { $0.held[question] = continuation } }
            } onCancel: {
                _ = state.withLock { $0.cancelled.insert(question) }
            }
            return try await answer(identifiers, with: step, question: question)
        }
    }

    // MARK: What no product request needs

    var canMakePayments: Bool { true }
    var clock: any StoreClock { time }
    func environment() async -> PaymentTransaction.Environment? { .production }
    func storefront() async -> AppStorefront? { .usa }
    func updates() -> AsyncStream<StoreUpdate> { AsyncStream { $0.finish() } }
    func submit(_ payment: Payment) async throws {}
    func finish(_ transaction: PaymentTransaction) async throws {}
    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] { [] }
}

extension StoreProduct {
    static func stub(
        _ identifier: ProductIdentifier,
        _ type: ProductType = .consumable,
        in storefront: AppStorefront = .usa
    ) -> StoreProduct {
        StoreProduct(
            productIdentifier: identifier,
            type: type,
            localizedTitle: identifier,
            localizedDescription: "",
            price: 1,
            displayPrice: "1",
            currencyCode: storefront.currencyCode ?? .usd,
            priceLocale: Locale(identifier: "en_US"),
            storefront: storefront
        )
    }
}

extension ProductsResponse {
    var identifiers: [ProductIdentifier] { products.map(\.productIdentifier) }
}

extension IAPError {
    static let offline = IAPError(.networkError, "The store is not reached.")
}

/// Lets other tasks run until something holds.
func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}

/// The code of the error that `body` throws; `nil` when it throws none, or another kind.
func code(_ body: () async throws -> some Sendable) async -> IAPError.Code? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? IAPError)?.code
    }
}
