#if canImport(Darwin)
import IAPCore
import StoreKit

extension Outbox {
    /// Tells what StoreKit says of a purchase.
    ///
    /// Of a kind that this version does not know nothing is told, and StoreKit keeps the transaction for a later
    /// version; but whoever asked for it gets an answer.
    func send(
        _ result: VerificationResult<Transaction>,
        as state: PaymentTransactionState,
        to submission: Submission?
    ) {
        if let transaction = PaymentTransaction(result, state: state, answering: submission?.payment) {
            return send(.transaction(transaction))
        }
        guard let submission else { return }
        let transaction = result.unsafePayloadValue
        let error = IAPError(
            .unsupported,
            """
            “\(transaction.productID)” is paid, but transaction \(transaction.id) is of the kind \
            “\(transaction.productType.rawValue)”, which this version of the SDK does not know. Nothing is delivered, and it \
            stays unfinished. Release the app with a newer version: the transaction comes again then.
            """,
            productIdentifier: transaction.productID,
            transactionIdentifier: TransactionIdentifier(transaction.id)
        )
        let environment = PaymentTransaction.Environment(rawValue: transaction.environment.rawValue)
        send(.transaction(submission.transaction(.failed, in: environment, at: transaction.purchaseDate, error)))
    }
}
#endif
