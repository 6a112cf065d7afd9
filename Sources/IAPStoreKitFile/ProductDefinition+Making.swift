import Foundation
public import IAPCore

/// Products in one line of Swift, named in English of the United States. Use the initializer for several languages.
///
/// Prices are texts such as `"0.99"`, because a platform may read the literal `2.99` by way of a binary fraction, as
/// 2.9900000000000005120. Each function throws ``IAPError`` with code `catalogInvalid` for a price that is no number.
extension ProductDefinition {
    /// A product that is bought again and again and used up.
    public static func consumable(
        _ identifier: ProductIdentifier,
        name: String,
        description: String = "",
        price: String
    ) throws -> ProductDefinition {
        try english(identifier, .consumable, name, description, price)
    }

    /// A product that is bought once and owned for good.
    public static func nonConsumable(
        _ identifier: ProductIdentifier,
        name: String,
        description: String = "",
        price: String,
        isFamilyShareable: Bool = false
    ) throws -> ProductDefinition {
        try english(identifier, .nonConsumable, name, description, price, isFamilyShareable)
    }

    /// Access for a time that the app itself works out.
    public static func nonRenewable(
        _ identifier: ProductIdentifier,
        name: String,
        description: String = "",
        price: String
    ) throws -> ProductDefinition {
        try english(identifier, .nonRenewable, name, description, price)
    }

    /// A subscription that the store renews until it is cancelled.
    ///
    /// - Parameters:
    ///   - group: The identifier of the group in which a customer has one subscription at a time.
    ///   - level: The level of service in the group; 1 is the highest.
    ///   - period: An ISO 8601 duration, such as `P1M`.
    /// - Throws: ``IAPError`` with code `catalogInvalid` when `price` is not a number such as `0.99`,
    ///   `invalidPeriod` when `period` is not a period.
    public static func autoRenewable(
        _ identifier: ProductIdentifier,
        name: String,
        description: String = "",
        price: String,
        group: String,
        level: Int = 1,
        period: String,
        offers: [SubscriptionOffer] = [],
        isFamilyShareable: Bool = false
    ) throws -> ProductDefinition {
        let subscription = ProductSubscriptionInfo(
            subscriptionGroupIdentifier: group,
            groupLevel: level,
            subscriptionPeriod: try ProductSubscriptionPeriod(iso8601: period),
            offers: offers
        )
        return try english(identifier, .autoRenewable, name, description, price, isFamilyShareable, subscription)
    }

    private static func english(
        _ identifier: ProductIdentifier,
        _ type: ProductType,
        _ name: String,
        _ description: String,
        _ price: String,
        _ isFamilyShareable: Bool = false,
        _ subscription: ProductSubscriptionInfo? = nil
    ) throws -> ProductDefinition {
        guard let value = Decimal(priceText: price) else {
            throw IAPError(
                .catalogInvalid,
                "“\(price)” is not a price. Write digits, with a full stop before the decimals, such as 0.99.",
                productIdentifier: identifier
            )
        }
        return ProductDefinition(
            productIdentifier: identifier,
            type: type,
            price: value,
            localizations: [Localization(locale: "en_US", displayName: name, description: description)],
            isFamilyShareable: isFamilyShareable,
            subscription: subscription
        )
    }
}
