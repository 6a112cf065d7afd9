extension StoreConfiguration {
    /// An error that a simulated store answers one API with.
    public struct SimulatedError: Hashable, Sendable {
        /// What fails; the raw value is the name that Xcode's editor shows. Later versions of Xcode may add APIs.
        public struct API: RawRepresentable, Hashable, Sendable, Codable {
            public let rawValue: String

            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            public static let loadProducts = API(rawValue: "Load Products")
            public static let purchase = API(rawValue: "Purchase")
            public static let verification = API(rawValue: "Verification")
            public static let appStoreSync = API(rawValue: "App Store Sync")
            public static let subscriptionStatus = API(rawValue: "Subscription Status")
            public static let appTransaction = API(rawValue: "App Transaction")
            public static let manageSubscriptionsSheet = API(rawValue: "Manage Subscriptions Sheet")
            public static let refundRequestSheet = API(rawValue: "Refund Request Sheet")
            public static let offerCodeRedeemSheet = API(rawValue: "Offer Code Redeem Sheet")
        }

        /// The error picked in Xcode's menu. What an index stands for is not published.
        public struct Choice: Hashable, Sendable {
            /// Such as `generic`, `purchase`, `verification` or `refund request`.
            public let type: String
            /// The error's place among those of its type, from 0.
            public let index: Int

            public init(type: String, index: Int) {
                self.type = type
                self.index = index
            }
        }

        public let api: API
        /// Whether the API fails now. A choice that is kept while this is off does nothing.
        public var isEnabled: Bool
        /// `nil` where none was picked; an enabled error is then the store's to choose.
        public var choice: Choice?

        public init(api: API, isEnabled: Bool, choice: Choice? = nil) {
            self.api = api
            self.isEnabled = isEnabled
            self.choice = choice
        }
    }
}
