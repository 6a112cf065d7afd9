import Foundation
public import IAPCore

extension PaymentQueue {
    /// Buys, and returns once the purchase is delivered, waits for an approval or the customer, or is cancelled.
    ///
    /// A second call for the same payment while the first one runs, such as a double tap, joins it: one charge, and
    /// both calls return the same. Different payments for one product are handed to the store one after the other.
    ///
    /// Cancelling the calling task ends the wait, not the purchase; observers receive what becomes of it. Once no caller
    /// waits for it, the next purchase of the product is a purchase of its own: so a store that never answers can be
    /// given up.
    ///
    /// - Parameter timeout: How long to wait for the store's answer, in time that passes, whatever date the customer sets
    ///   the device to; `nil` for as long as it takes. A payment sheet may be open for minutes: a timeout is for a store
    ///   that does not answer at all. It ends the wait as cancelling the task does.
    /// - Throws: ``IAPError`` with the store's reason when nothing was bought; with code `timedOut` when the timeout has
    ///   passed; with code `verificationFailed`, `verificationUnavailable`, `storageFailed` or `deliveryFailed` when it
    ///   was paid but could not be completed: the transaction then stays unfinished and is tried again.
    ///   `CancellationError`.
    public func purchase(_ payment: Payment, timeout: Duration? = nil) async throws -> PurchaseResult {
        try Task.checkCancellation()
        return try await wait(for: payment, timeout).value()
    }

    /// Buys, and calls `completion` with what ``purchase(_:timeout:)`` returns or throws, before
    /// ``waitUntilIdle()`` returns.
    package func purchase(
        _ payment: Payment,
        timeout: Duration? = nil,
        completion: @escaping @Sendable (Result<PurchaseResult, any Error>) -> Void
    ) {
        wait(for: payment, timeout).whenEnded(completion)
    }

    /// Buys without waiting. Observers receive the outcome, also when the store rejects the payment.
    public func add(_ payment: Payment) {
        _ = open(payment)
    }

    private func wait(for payment: Payment, _ timeout: Duration?) -> CallerWait<PurchaseResult> {
        let request = open(payment)
        return CallerWait(
            for: request.answer,
            timeout: timeout,
            clock: connection.clock,
            timedOut: { [self] in timedOut("purchase of \(payment.productIdentifier)") },
            leave: { [self] in
                let abandoned = state.withLock { $0.requests.leave(request.identifier) }
                abandoned?.end(.failure(CancellationError()))
                runningChanges.send(payment.productIdentifier)
            }
        )
    }

    func timedOut(_ question: String) -> IAPError {
        options.log(IAPLogEvent(.warning, "The store has not answered a \(question) in time."))
        return IAPError(
            .timedOut,
            "The store has not answered a \(question) in time. What comes of it is sent to observers when it comes; ask "
                + "again to continue."
        )
    }

    func open(_ payment: Payment) -> PurchaseRequests.Request {
        start()
        switch state.withLock({ $0.requests.open(payment, identifier: UUID()) }) {
        case .joined(let request):
            options.log(IAPLogEvent(.info, "A purchase of \(payment.productIdentifier) is running; this one joins it."))
            return request
        case .new(let request, let previous):
            runningChanges.send(payment.productIdentifier)
            // Apart from the caller, whose cancellation must not reach a payment sheet that is open.
            Task {
                if let previous { _ = try? await previous.answer.value() }
                await submit(request.payment)
            }
            return request
        }
    }

    private func submit(_ payment: Payment) async {
        guard state.withLock({ $0.requests.isWanted(payment.requestIdentifier) }) else {
            return options.log(
                IAPLogEvent(.info, "A purchase of \(payment.productIdentifier) was given up before it was submitted.")
            )
        }
        do {
            guard !state.withLock({ $0.updates.isClosed }) else {
                throw IAPError(
                    .connectionClosed,
                    "The connection to the store has ended, perhaps since another store uses it or its device: one at a time "
                        + "can. Buy with that one, or open another.",
                    productIdentifier: payment.productIdentifier
                )
            }
            guard canMakePayments else {
                throw IAPError(
                    .paymentNotAllowed,
                    "This customer may not pay on this device. Hide the shop while canMakePayments is false.",
                    productIdentifier: payment.productIdentifier
                )
            }
            try await connection.submit(payment)
        } catch {
            reject(payment, IAPError(wrapping: error, as: .unknown))
        }
    }

    private func reject(_ payment: Payment, _ error: IAPError) {
        options.log(IAPLogEvent(.warning, "The store has rejected a payment. \(error)"))
        let request = state.withLock { $0.requests.close(payment.requestIdentifier) }
        broadcast.send(.rejected(payment, error))
        request?.end(error.isCancellation ? .success(.cancelled) : .failure(error))
    }
}
