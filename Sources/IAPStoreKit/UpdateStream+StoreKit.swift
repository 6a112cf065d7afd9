#if canImport(Darwin)
import IAPCore
import StoreKit

extension UpdateStream {
    /// Sends a purchase as StoreKit states it.
    ///
    /// A purchase of a kind that this version does not know is not sent, and StoreKit keeps the transaction for a later
    /// version. A submission that it answers fails with the reason.
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
