public import IAPCore
public import IAPPersistence

/// What happens in a payment queue. Each event is sent once, to every listener, in one order.
///
/// Later versions may add cases.
public indirect enum PaymentQueueEvent: Sendable, Hashable {
    // Indirect, since a transaction is large and an event goes to many.

    /// A transaction is purchasing or deferred; or purchased or restored, and then it is recorded and delivered.
    ///
    /// An interrupted purchase is told as deferred while it may still succeed.
    case updated(PaymentTransaction)
    /// A transaction that was delivered before has other facts: its subscription was upgraded, or ends at another date.
    case changed(PaymentTransaction)
    /// A transaction did not come through; its `error` says why. Its state says what the store thinks: `failed`, or,
    /// when verification, the ledger or the delivery handler failed, `purchased` or `restored`. Those are tried again.
    case failed(PaymentTransaction)
    /// The store did not take a payment. There is no transaction, and nothing was charged.
    case refused(Payment, IAPError)
    /// The store took a transaction back, and with it what it had granted.
    case revoked(RecordedTransaction)
    /// The store was told that a transaction is dealt with.
    case finished(PaymentTransaction)
    /// A transaction is not in the queue any longer.
    case removed(PaymentTransaction)
    /// A restore has ended; these are the transactions that own something now.
    case restoreFinished([PaymentTransaction])
    case restoreFailed(IAPError)
    /// What will become of a subscription has changed.
    case renewalChanged(SubscriptionRenewal)
    /// The customer has other products than before: one was bought, revoked or has expired, here, on another device or
    /// in another process of the app. These are all of them, consumables apart.
    case purchasedProductsChanged(Set<ProductIdentifier>)
    /// How the customer stands with a subscription group has changed, perhaps by the mere passing of time.
    case subscriptionStatusChanged(SubscriptionGroupStatus)
    case storefrontChanged(AppStorefront)
    /// Another account is signed in to the store, or nobody is. The ledger answers for it by now, as its
    /// ``AccountPolicy`` says.
    case accountChanged(String?)
    /// The customer wants to buy this on a page of the App Store. Hand it to the queue now or later.
    case purchaseIntent(Payment)
    /// The store wants to tell the customer something. Nothing is shown before the app asks for it.
    case message(StoreMessage)
    /// The connection to the store has ended: nothing more comes, and nothing can be bought.
    case closed
}
