public import Foundation
public import IAPCore

/// A transaction as the App Store sees it, with what an app cannot see.
///
/// The fields are those of
/// [`SKTestTransaction`](https://developer.apple.com/documentation/storekittest/sktesttransaction), and a few more.
public struct SandboxTransaction: Hashable, Sendable, Identifiable {
    /// Names the transaction in every control.
    public let identifier: TransactionIdentifier
    /// The first purchase of the subscription; the transaction itself elsewhere.
    public let originalTransactionIdentifier: TransactionIdentifier
    public let productIdentifier: ProductIdentifier
    public let quantity: Int
    public let state: PaymentTransactionState
    /// Whether the customer acted, or the store renewed.
    public let reason: PaymentTransaction.Reason
    public let purchaseDate: Date
    /// When the period ends; `nil` but for auto-renewable subscriptions.
    public let expirationDate: Date?
    /// When the purchase was refunded. Neither an upgrade nor turning renewal off sets it.
    public let cancelDate: Date?
    /// Whether the subscription renews; `false` for everything else.
    public let autoRenewingEnabled: Bool
    /// Whether it waits for approval.
    public let isPendingAskToBuyConfirmation: Bool
    /// Whether the purchase was interrupted and is not settled, or the renewal after it could not be charged.
    public let hasPurchaseIssue: Bool
    /// Whether a higher level of service took this period's place.
    public let isUpgraded: Bool
    /// The total for the quantity, in units of the currency.
    public let price: Decimal?
    public let currencyCode: CurrencyCode?
    /// The name of the device that bought it; `nil` where the purchase concerns every device of the account.
    public let device: String?
    /// What was paid back: all of it by a refund, the rest of the period by an upgrade ([Ranking
    /// subscriptions](https://developer.apple.com/app-store/subscriptions/#ranking)) or a crossgrade that begins at
    /// once, of which Apple does not say it; `nil` where nothing was.
    public let refundedAmount: Decimal?
    /// The kind and identifier of the offer that set the price.
    public let offerType: SubscriptionOffer.OfferType?
    public let offerIdentifier: String?
    /// Whether the customer has yet to agree to a higher price of the subscription.
    public let isPendingPriceIncreaseConsent: Bool
    public let ownershipType: PaymentTransaction.OwnershipType
    /// Whose transaction it is.
    public let account: String

    public var id: TransactionIdentifier { identifier }

    init(_ record: TransactionRecord, of subscription: SandboxSubscription?, account: String) {
        let transaction = record.transaction
        identifier = transaction.id
        originalTransactionIdentifier = transaction.originalTransactionIdentifier ?? transaction.id
        productIdentifier = transaction.productIdentifier
        quantity = transaction.quantity
        state = transaction.transactionState
        reason = transaction.reason
        purchaseDate = transaction.transactionDate
        expirationDate = transaction.expirationDate
        cancelDate = transaction.revocationDate
        autoRenewingEnabled = subscription?.willAutoRenew ?? false
        isPendingAskToBuyConfirmation = record.isPendingAskToBuyConfirmation
        let isUnpaid = subscription.map { $0.isInBillingRetry && $0.latestTransaction == transaction.id } ?? false
        hasPurchaseIssue = record.pendingAction == .settlement || isUnpaid
        isPendingPriceIncreaseConsent = subscription?.priceIncrease?.isAgreed == false
        refundedAmount = record.refundedAmount
        offerType = transaction.offerType
        offerIdentifier = transaction.offerIdentifier
        ownershipType = transaction.ownershipType
        self.account = account
        isUpgraded = transaction.isUpgraded
        price = transaction.price
        currencyCode = transaction.currencyCode
        device = record.device
    }
}
