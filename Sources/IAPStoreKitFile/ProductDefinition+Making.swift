public import Foundation
public import IAPCore

/// Products in one line of Swift, named in English of the United States. Use the initializer for several languages.
///
/// A price is a text, such as `"0.99"`, or a `Decimal`. Never write the `Decimal` as `0.99`: a platform may take that
/// by way of a binary fraction, so that `2.99` arrives as 2.9900000000000005120. `Decimal(string: "2.99")` is exact.
extension ProductDefinition {
    /// A product that is bought again and again and used up.
    public static func consumable(
        _ identifier: ProductIdentifier,
        name: String,
        description: String = "",
        price: Decimal
    ) -> ProductDefinition {
        ProductDefinition(
            productIdentifier: identifier,
            type: .consumable,
            price: price,
            localizations: english(name, description)
        )
    }

    /// A product that is bought again and again and used up.
    ///
    /// - Throws: ``IAPError`` with code `catalogInvalid` when `price` is not a number such as `0.99`.
    public static func consumable(
        _ identifier: ProductIdentifier,
        name: String,
        description: String = "",
        price: String
    ) throws -> ProductDefinition {
        consumable(identifier, name: name, description: description, price: try decimal(price, of: identifier))
    }

    /// A product that is bought once and owned for good.
    public static func nonConsumable(
        _ identifier: ProductIdentifier,
        name: String,
        description: String = "",
        price: Decimal,
        isFamilyShareable: Bool = false
    ) -> ProductDefinition {
        ProductDefinition(
            productIdentifier: identifier,
            type: .nonConsumable,
            price: price,
            localizations: english(name, description),
            isFamilyShareable: isFamilyShareable
        )
    }

    /// A product that is bought once and owned for good.
    ///
    /// - Throws: ``IAPError`` with code `catalogInvalid` when `price` is not a number such as `0.99`.
    public static func nonConsumable(
        _ identifier: ProductIdentifier,
        name: String,
        description: String = "",
        price: String,
        isFamilyShareable: Bool = false
    ) throws -> ProductDefinition {
        nonConsumable(
            identifier,
            name: name,
            description: description,
            price: try decimal(price, of: identifier),
            isFamilyShareable: isFamilyShareable
        )
    }

    /// Access for a time that the app itself works out.
    public static func nonRenewable(
        _ identifier: ProductIdentifier,
        name: String,
        description: String = "",
        price: Decimal
    ) -> ProductDefinition {
        ProductDefinition(
            productIdentifier: identifier,
            type: .nonRenewable,
            price: price,
            localizations: english(name, description)
        )
    }

    /// Access for a time that the app itself works out.
    ///
    /// - Throws: ``IAPError`` with code `catalogInvalid` when `price` is not a number such as `0.99`.
    public static func nonRenewable(
        _ identifier: ProductIdentifier,
        name: String,
        description: String = "",
        price: String
    ) throws -> ProductDefinition {
        nonRenewable(identifier, name: name, description: description, price: try decimal(price, of: identifier))
    }

    /// A subscription that the store renews until it is cancelled.
    public static func autoRenewable(
        _ identifier: ProductIdentifier,
        name: String,
        description: String = "",
        price: Decimal,
        subscription: ProductSubscriptionInfo,
        isFamilyShareable: Bool = false
    ) -> ProductDefinition {
        ProductDefinition(
            productIdentifier: identifier,
            type: .autoRenewable,
            price: price,
            localizations: english(name, description),
            isFamilyShareable: isFamilyShareable,
            subscription: subscription
        )
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
        autoRenewable(
            identifier,
            name: name,
            description: description,
            price: try decimal(price, of: identifier),
            subscription: ProductSubscriptionInfo(
                subscriptionGroupIdentifier: group,
                groupLevel: level,
                subscriptionPeriod: try ProductSubscriptionPeriod(iso8601: period),
                offers: offers
            ),
            isFamilyShareable: isFamilyShareable
        )
    }

    private static func english(_ name: String, _ description: String) -> [Localization] {
        [Localization(locale: "en_US", displayName: name, description: description)]
    }

    private static func decimal(_ price: String, of identifier: ProductIdentifier) throws -> Decimal {
        guard let value = Decimal(priceText: price) else {
            throw IAPError(
                .catalogInvalid,
                "“\(price)” is not a price. Write digits, with a full stop before the decimals, such as 0.99.",
                productIdentifier: identifier
            )
        }
        return value
    }
}
