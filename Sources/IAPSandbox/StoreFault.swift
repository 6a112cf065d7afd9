/// Something that StoreKit has done to apps, in a corner of its documentation or against it.
///
/// Faults are set in ``SandboxAppStore/faults``, any number at once, and hold for whatever the store does from then on.
/// An app that works under each of them, and under several at once, is ready for the field. Later versions may add
/// cases.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum StoreFault: Sendable, Hashable {
    // MARK: Product requests

    /// A product request is answered with neither products nor invalid identifiers.
    case emptyProductsResponse
    /// A product request is never answered.
    case silentProductRequests

    // MARK: Purchases

    /// A payment is never accepted and never rejected.
    case silentPayments
    /// A payment is accepted, and charged; the app receives `purchasing`, and nothing else until its next launch.
    case silentAfterPurchasing
    /// A payment for what the customer bought before is answered with that earlier transaction, finished or not, and
    /// charges nothing.
    case answersWithEarlierTransaction
    /// Right before a transaction is `purchased`, another one of the same payment is `failed`, as where a payment sheet
    /// is interrupted.
    case failsBeforePurchased
    /// A transaction is `failed` right after it was `purchased`.
    case failsAfterPurchased
    /// What the store sends together comes in reverse order: `purchased` before `purchasing`.
    case reversesStates
    /// Transactions do not say which payment they answer.
    case forgetsWhoAsked

    // MARK: Transactions

    /// Each purchased or restored transaction is sent this many times in a row; at least once.
    case repeatsTransactions(times: Int)
    /// The store accepts that a transaction is finished, and sends it again at the next launch.
    case forgetsFinishing
    /// Finishing a transaction fails, as without a network.
    case refusesFinishing

    // MARK: Restoring

    /// A restore ends with nothing; what was restored is sent afterwards.
    case endsRestoreFirst
    /// What is restored has a new identifier, and names the purchase that it repeats, as with StoreKit 1
    /// ([`original`](https://developer.apple.com/documentation/storekit/skpaymenttransaction/original)).
    case restoresUnderNewIdentifiers
    /// No transaction names its original.
    case withholdsOriginal
    /// A restore never ends.
    case silentRestores
}
