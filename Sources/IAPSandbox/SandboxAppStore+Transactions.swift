import IAPStoreKitFile
public import IAPCore

/// What happens to transactions outside the app.
///
/// Those that take an identifier throw ``IAPError`` with code `transactionNotFound` for an unknown one and
/// `invalidAction` for a transaction in another state; all that throw may throw `storageFailed` when the history
/// cannot be written.
extension SandboxAppStore {
    /// Everything that was ever tried, by every account, in order: failed, pending and finished transactions too
    /// ([`allTransactions()`](https://developer.apple.com/documentation/storekittest/sktestsession/alltransactions())).
    public func allTransactions() -> [SandboxTransaction] {
        change { $0.allTransactions() }
    }

    /// How many units of a product were charged, since the last ``clearTransactions()``: every purchase counts with
    /// its quantity, refunded ones and renewals too. A free trial is not charged.
    public func chargedQuantity(of productIdentifier: ProductIdentifier) -> Int {
        change { $0.chargedQuantity(of: productIdentifier) }
    }

    /// Forgets every transaction, on the devices as well. Settings and prices stay
    /// ([`clearTransactions()`](https://developer.apple.com/documentation/storekittest/sktestsession/cleartransactions())).
    public func clearTransactions() {
        change { $0.clear() }
    }

    /// Forgets a transaction; the first one of a subscription takes the renewals with it
    /// ([`deleteTransaction(identifier:)`](https://developer.apple.com/documentation/storekittest/sktestsession/deletetransaction(identifier:))).
    public func deleteTransaction(identifier: TransactionIdentifier) throws {
        try act(asOwnerOf: identifier) { try $0.delete(identifier, at: $1.now) }
    }

    /// Lets a purchase happen that waits for approval. It comes to the device that asked, as the answer to its payment
    /// ([`approveAskToBuyTransaction(identifier:)`](https://developer.apple.com/documentation/storekittest/sktestsession/approveasktobuytransaction(identifier:))).
    ///
    /// A request lapses after 24 hours ([an Apple answer](https://developer.apple.com/forums/thread/706277)).
    public func approveAskToBuyTransaction(identifier: TransactionIdentifier) throws {
        try act(asOwnerOf: identifier) { try $0.approveAskToBuy(identifier, in: &$1) }
    }

    /// Fails a purchase that waits for approval, with code `purchaseDeclined`
    /// ([`declineAskToBuyTransaction(identifier:)`](https://developer.apple.com/documentation/storekittest/sktestsession/declineasktobuytransaction(identifier:))).
    public func declineAskToBuyTransaction(identifier: TransactionIdentifier) throws {
        try act(asOwnerOf: identifier) { try $0.declineAskToBuy(identifier, in: &$1) }
    }

    /// Settles what interrupted a purchase: a new transaction comes, purchased, as the answer to the same payment. Or
    /// what kept a renewal from being charged: the subscription renews. During the grace period, its date of renewal
    /// stays as it was; later, the new period begins now
    /// ([`resolveIssueForTransaction(identifier:)`](https://developer.apple.com/documentation/storekittest/sktestsession/resolveissuefortransaction(identifier:))).
    public func resolveIssueForTransaction(identifier: TransactionIdentifier) throws {
        try act(asOwnerOf: identifier) { try $0.resolveIssue(identifier, in: &$1) }
    }

    /// Buys outside the app. The transaction comes to the devices' queues, a consumable's to the first device's
    /// ([`buyProduct(productIdentifier:)`](https://developer.apple.com/documentation/storekittest/sktestsession/buyproduct(productidentifier:))).
    ///
    /// What the customer has already is not bought again.
    ///
    /// - Throws: ``IAPError`` with code `productNotAvailable` when the product is unknown or off sale.
    public func buyProduct(productIdentifier: ProductIdentifier) throws {
        try buyProduct(Payment(productIdentifier: productIdentifier))
    }

    /// Buys outside the app, with an offer, a quantity or whatever else a payment asks for.
    ///
    /// - Throws: As ``buyProduct(productIdentifier:)``; the codes of an offer that the customer may not have.
    public func buyProduct(_ payment: Payment, account: String = SandboxAppStore.defaultAccount) throws {
        try act(as: account) { try $0.buyOutsideApp(payment, in: &$1) }
    }

    /// Redeems an offer code outside the app, by the reference name of its offer. The transaction comes as an update.
    /// On the running plan, the offer begins with the next period
    /// ([`presentOfferCodeRedeemSheet(in:)`](https://developer.apple.com/documentation/storekit/appstore/presentoffercoderedeemsheet(in:))).
    ///
    /// - Throws: ``IAPError`` with code `ineligibleForOffer`, `invalidOfferIdentifier` or `productNotAvailable`; the
    ///   error set for the API `offerCodeRedeemSheet`.
    public func redeemOfferCode(
        _ referenceName: String,
        productIdentifier: ProductIdentifier,
        account: String = SandboxAppStore.defaultAccount
    ) throws {
        var payment = try Payment(productIdentifier: productIdentifier)
        payment.offer = .code(referenceName)
        try act(as: account) { [payment] account, store in
            if let error = store.settings.simulatedErrors[.offerCodeRedeemSheet] { throw error }
            try account.buyOutsideApp(payment, in: &store)
        }
    }

    /// Pays a purchase back. The transaction comes again with its date of revocation; a subscription whose running
    /// period is refunded ends
    /// ([`refundTransaction(identifier:)`](https://developer.apple.com/documentation/storekittest/sktestsession/refundtransaction(identifier:))).
    public func refundTransaction(identifier: TransactionIdentifier) throws {
        try act(asOwnerOf: identifier) { try $0.refund(identifier, in: &$1) }
    }

    /// Takes a refund back, as the App Store does after a dispute. The transaction comes again, signed later and
    /// without a date of revocation; a subscription whose running period had been refunded goes on, up to the same
    /// date.
    ///
    /// Apple's `SKTestSession` has no such control. Source:
    /// [`REFUND_REVERSED`](https://developer.apple.com/documentation/appstoreservernotifications/notificationtype).
    public func reverseRefund(identifier: TransactionIdentifier) throws {
        try act(asOwnerOf: identifier) { try $0.reverseRefund(identifier, in: &$1) }
    }

    /// Sends a transaction once more, finished or not: to the device that bought it, or to all of the account's when it
    /// was bought outside the app. That alone does not make it unfinished: it does not come again at the next launch.
    ///
    /// - Throws: ``IAPError`` with code `transactionNotFound`.
    public func redeliverTransaction(identifier: TransactionIdentifier) throws {
        try act(asOwnerOf: identifier) { try $0.redeliver(identifier, in: &$1) }
    }

    /// How often the store asked the customer to sign in, which every restore does. An app that brings that about
    /// without a tap on “Restore” is rejected in review ([Restoring purchased
    /// products](https://developer.apple.com/documentation/storekit/restoring-purchased-products)).
    public var signInPromptCount: Int { peek { $0.signInPromptCount } }

    // MARK: Timelines

    /// What has changed of an account since it was last asked for, except removed transactions.
    package struct AccountChange: Sendable {
        package let account: String
        /// The transactions that are new or have changed, by identifier.
        package let transactions: [SandboxTransaction]
        /// All subscriptions of the account.
        package let subscriptions: [SubscriptionState]
    }

    package struct SubscriptionState: Sendable, Hashable {
        package let renewal: SubscriptionRenewal
        /// Whether it has not ended: the store will renew it, end it, or try to charge for it.
        package let isRunning: Bool
    }

    /// Every account that something has changed of since the last call, at a cost that grows with what has changed. The
    /// first call returns nothing.
    package func takeChanges() -> [AccountChange] {
        change { $0.takeChanges() }
    }

    /// Buys in the app on a device that an account is signed in on, as ``SandboxConnection/submit(_:)`` does, and
    /// finishes what came of its earlier purchases there.
    package func submit(_ payment: Payment, account: String, device: String) throws {
        try tryChange { server in
            server.signIn(account, on: device)
            try server.act(as: server.existingAccount(on: device)) { account, store in
                account.finishAll(on: device, in: &store)
                try account.submit(payment, from: device, in: &store)
            }
        }
    }
}
