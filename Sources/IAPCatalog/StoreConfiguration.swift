public import IAPCore

/// Everything that an app sells, and how a simulated store behaves while selling it.
public struct StoreConfiguration: Hashable, Sendable {
    public let products: [ProductDefinition]
    public let settings: Settings

    public init(products: [ProductDefinition], settings: Settings = Settings()) throws {
        self.products = products
        self.settings = settings
    }

    /// How a simulated store behaves; the editor of Xcode keeps the same switches in the file.
    public struct Settings: Hashable, Sendable {
        public var storefront = AppStorefront.usa
        /// The locale of names, descriptions and prices.
        public var locale = "en_US"
        public var askToBuyEnabled = false
        public var interruptedPurchasesEnabled = false
        public var failTransactionsEnabled = false
        public var shouldEnterBillingRetryOnRenewal = false
        public var billingGracePeriodIsEnabled = false
        public var disableDialogs = false

        public init() {}
    }
}
