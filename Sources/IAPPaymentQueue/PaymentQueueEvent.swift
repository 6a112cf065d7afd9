public import IAPCore
public import IAPPersistence

/// Something that has happened in a payment queue. The queue sends each event once, to every listener, in one order.
///
/// Later versions may add cases: write `@unknown default` in a switch.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public indirect enum PaymentQueueEvent: Sendable, Hashable {
    // Indirect, since a transaction is large and an event goes to many listeners.

    /// A transaction is purchasing or deferred; or purchased or restored, and then it is recorded and delivered.
    ///
    /// An interrupted purchase is sent as deferred while it may still succeed.
    case updated(PaymentTransaction)
    /// A transaction that was delivered before has other facts: its subscription was upgraded, or ends at another date.
    case changed(PaymentTransaction)
    /// A transaction has failed; its `error` says why. Its state is the store's: `failed`, or, when verification, the
    /// ledger or the delivery handler failed, `purchased` or `restored`. Those are tried again.
    case failed(PaymentTransaction)
    /// The store has rejected a payment. There is no transaction, and nothing was charged.
    case rejected(Payment, IAPError)
    /// The store has revoked a transaction, and with it what the transaction granted.
    case revoked(RecordedTransaction)
    /// A transaction is finished with the store.
    case finished(PaymentTransaction)
    /// A transaction has left the queue.
    case removed(PaymentTransaction)
    /// A restore has ended; these are the transactions of products that the customer owns now.
    case restoreFinished([PaymentTransaction])
    /// A restore has failed.
    case restoreFailed(IAPError)
    /// What happens to a subscription at the end of its period has changed.
    case renewalChanged(SubscriptionRenewal)
    /// The customer owns other products than before: one was bought, revoked or has expired, here, on another device or
    /// in another process of the app. These are all of them, except consumables.
    case purchasedProductsChanged(Set<ProductIdentifier>)
    /// The customer's status in a subscription group has changed, perhaps through the passing of time alone.
    case subscriptionStatusChanged(SubscriptionGroupStatus)
    /// The customer's account belongs to another storefront now.
    case storefrontChanged(AppStorefront)
    /// Another account is signed in to the store, or none. The ledger answers for it already, as its ``AccountPolicy``
    /// says.
    case accountChanged(String?)
    /// The customer wants to buy a product on a page of the App Store. Hand the payment to the queue now or later.
    case purchaseIntent(Payment)
    /// The store has a message for the customer. Nothing is shown before the app asks for it.
    case message(StoreMessage)
    /// The connection to the store has ended: nothing more comes, and nothing can be bought.
    case closed
}
