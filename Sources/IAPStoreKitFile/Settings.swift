public import IAPCore

extension StoreConfiguration {
    /// How a simulated store behaves; the editor of Xcode keeps the same switches in the file.
    ///
    /// The defaults are those of `SKTestSession`: the United States, real time, everything off.
    public struct Settings: Hashable, Sendable {
        public var storefront = AppStorefront.usa
        /// The locale of names, descriptions and prices, such as `en_US`, `ja` or `zh_Hans`.
        public var locale = "en_US"
        /// How fast subscriptions renew.
        public var timeRate = TimeRate.realTime
        /// Purchases wait for approval.
        public var askToBuyEnabled = false
        /// Purchases fail until the customer has settled something outside the app.
        public var interruptedPurchasesEnabled = false
        /// The older failure switch, for every purchase; ``failingAPIs`` are switches for each API.
        public var failTransactionsEnabled = false
        /// The code of `SKError` that ``failTransactionsEnabled`` fails with; `nil` where none was picked.
        public var failureCode: Int?
        /// What fails. Which error Xcode picked is not known: what the numbers in its files stand for is not published.
        public var failingAPIs: Set<FailingAPI> = []
        public var shouldEnterBillingRetryOnRenewal = false
        /// Access goes on for a while after a renewal that could not be charged. Without effect unless
        /// ``shouldEnterBillingRetryOnRenewal`` is on.
        public var billingGracePeriodIsEnabled = false
        /// The identifier of the key that signs promotional offers, which itself is not kept; `nil` where any may sign.
        public var offerKeyIdentifier: String?
        /// Purchases go through without a sheet that asks the customer.
        public var disableDialogs = false

        public init() {}
    }
}
