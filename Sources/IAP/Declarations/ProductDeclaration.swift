/// A product that an app sells, as the app's code knows it: its kind, and what a purchase of it gives.
///
/// Declare each product once, in the array that opens the store:
///
/// ```swift
/// let store = try await IAPStore(connection: connection, storage: storage, products: [
///     .consumable("com.example.coins", grants: Credit(10, of: "coins")),
///     .nonConsumable("com.example.premium", unlocks: "premium"),
///     .autoRenewable("com.example.monthly", group: "plans", unlocks: "premium"),
///     .nonRenewable("com.example.season", period: .monthly),
/// ])
/// ```
///
/// The store decides what a product costs and whether it is sold. When it sells a product under another kind than the
/// declared one, the store logs a warning and goes by what was sold.
public struct ProductDeclaration: Hashable, Sendable {
    public let productIdentifier: ProductIdentifier
    public let type: ProductType
    /// What one purchase grants, such as 10 coins. A renewal grants it again.
    let credit: Credit?
    /// What the customer may use while they own the product, by names of the app such as `premium`; see
    /// ``IAPStore/isEntitled(to:)``.
    let entitlements: Set<String>
    /// The identifier of the subscription group; `nil` for other kinds.
    let subscriptionGroupIdentifier: String?
    /// How long one purchase of a non-renewing subscription lasts; `nil` for other kinds, and where it lasts until it
    /// is refunded.
    let period: ProductSubscriptionPeriod?

    private init(
        _ productIdentifier: ProductIdentifier,
        _ type: ProductType,
        credit: Credit?,
        entitlements: [String] = [],
        group: String? = nil,
        period: ProductSubscriptionPeriod? = nil
    ) {
        self.productIdentifier = productIdentifier
        self.type = type
        self.credit = credit
        self.entitlements = Set(entitlements)
        subscriptionGroupIdentifier = group
        self.period = period
    }

    /// Declares a product that is used up and bought again.
    ///
    /// - Parameter credit: What one of it grants; `nil` when the app's delivery handler gives what was bought.
    public static func consumable(_ productIdentifier: ProductIdentifier, grants credit: Credit? = nil) -> Self {
        Self(productIdentifier, .consumable, credit: credit)
    }

    /// Declares a product that is bought once and owned for good.
    public static func nonConsumable(
        _ productIdentifier: ProductIdentifier,
        grants credit: Credit? = nil,
        unlocks entitlements: String...
    ) -> Self {
        Self(productIdentifier, .nonConsumable, credit: credit, entitlements: entitlements)
    }

    /// Declares a subscription that the store renews until the customer cancels it.
    ///
    /// - Parameters:
    ///   - group: The identifier of its subscription group in App Store Connect.
    ///   - credit: What each period grants.
    public static func autoRenewable(
        _ productIdentifier: ProductIdentifier,
        group: String,
        grants credit: Credit? = nil,
        unlocks entitlements: String...
    ) -> Self {
        Self(productIdentifier, .autoRenewable, credit: credit, entitlements: entitlements, group: group)
    }

    /// Declares a subscription that the store does not renew.
    ///
    /// - Parameter period: How long one purchase lasts, which the store does not know; with `nil`, until it is
    ///   refunded. Purchases that overlap follow each other.
    public static func nonRenewable(
        _ productIdentifier: ProductIdentifier,
        period: ProductSubscriptionPeriod?,
        grants credit: Credit? = nil,
        unlocks entitlements: String...
    ) -> Self {
        Self(productIdentifier, .nonRenewable, credit: credit, entitlements: entitlements, period: period)
    }
}
