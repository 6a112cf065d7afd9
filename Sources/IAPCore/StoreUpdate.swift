/// One thing that a store tells its client. Connections make updates; the payment queue reads them.
public struct StoreUpdate: Sendable, Hashable {
    /// What is told; open to later additions, so closed to other packages. Indirect, since a transaction is large and
    /// an update goes through many hands.
    package indirect enum Content: Sendable, Hashable {
        case transaction(PaymentTransaction)
        case subscriptionRenewal(SubscriptionRenewal)
        case storefront(AppStorefront)
        case purchaseIntent(Payment)
        case message(StoreMessage)
        case account(String?)
    }

    package let content: Content

    /// The transaction that it tells of, if it does.
    public var transaction: PaymentTransaction? {
        if case .transaction(let transaction) = content { transaction } else { nil }
    }

    /// The renewal that it tells of, if it does.
    public var subscriptionRenewal: SubscriptionRenewal? {
        if case .subscriptionRenewal(let renewal) = content { renewal } else { nil }
    }

    /// The storefront that it tells of, if it does.
    public var storefront: AppStorefront? {
        if case .storefront(let storefront) = content { storefront } else { nil }
    }

    /// The payment that the customer wants to make, if it tells of one.
    public var purchaseIntent: Payment? {
        if case .purchaseIntent(let payment) = content { payment } else { nil }
    }

    /// What the store wants to tell the customer, if it tells of that.
    public var message: StoreMessage? {
        if case .message(let message) = content { message } else { nil }
    }

    /// Whether it tells which account is signed in; ``account`` says which.
    public var tellsAccount: Bool {
        if case .account = content { true } else { false }
    }

    /// The account that it tells of; `nil` also when nobody is signed in.
    public var account: String? {
        if case .account(let account) = content { account } else { nil }
    }

    /// A transaction is new, or has changed: its state, its expiration, its revocation.
    public static func transaction(_ transaction: PaymentTransaction) -> StoreUpdate {
        StoreUpdate(content: .transaction(transaction))
    }

    /// What will become of a subscription at the end of its period is new, or has changed.
    public static func subscriptionRenewal(_ renewal: SubscriptionRenewal) -> StoreUpdate {
        StoreUpdate(content: .subscriptionRenewal(renewal))
    }

    /// The customer's account belongs to another storefront now.
    public static func storefront(_ storefront: AppStorefront) -> StoreUpdate {
        StoreUpdate(content: .storefront(storefront))
    }

    /// The customer wants to buy, on a page of the App Store; the app is to go on with it.
    public static func purchaseIntent(_ payment: Payment) -> StoreUpdate {
        StoreUpdate(content: .purchaseIntent(payment))
    }

    /// This account is signed in to the store from here on; `nil` when nobody is. Saying it again is harmless.
    public static func account(_ identifier: String?) -> StoreUpdate {
        StoreUpdate(content: .account(identifier))
    }

    /// The store wants to tell the customer something, once the app lets it.
    public static func message(_ message: StoreMessage) -> StoreUpdate {
        StoreUpdate(content: .message(message))
    }
}
