public import Foundation

/// A change that a store reports to its client. A ``StoreConnection`` makes updates; the payment queue handles them.
///
/// Later versions may add cases.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public indirect enum StoreUpdate: Sendable, Hashable {
    // Indirect, since a transaction is large and an update goes through many hands.

    /// A transaction is new, or has changed: its state, its expiration, its revocation.
    case transaction(PaymentTransaction)
    /// What happens to a subscription at the end of its period is new, or has changed.
    case subscriptionRenewal(SubscriptionRenewal)
    /// The customer's account belongs to another storefront now.
    case storefront(AppStorefront)
    /// The customer wants to buy a product outside the app, on its page in the App Store; the app continues the
    /// purchase.
    case purchaseIntent(Payment)
    /// The store has a message for the customer, and shows it when the app lets it.
    case message(StoreMessage)
    /// The account that is signed in to the store from now on; `nil` when none is. Repeating it is harmless.
    case account(String?)
    /// The answer to ``StoreConnection/sendCheckpoint(_:)``: the client has received all updates sent before.
    case checkpoint(UUID)
}
