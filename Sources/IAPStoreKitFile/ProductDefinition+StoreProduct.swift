public import Foundation
public import IAPCore

extension ProductDefinition {
    /// The product as a customer of a storefront sees it.
    ///
    /// Names come from the localization of the locale, else of its language and script (`zh_CN` and `zh_Hans`), else
    /// of its language, else from `en_US`, else from the first one; without any, the reference name or the identifier
    /// is the title. The price is written in the locale's language as the storefront's region writes money.
    ///
    /// - Parameters:
    ///   - locale: Such as `en_US`, `ja` or `zh_Hans`.
    ///   - displayPrice: Writes the price, in a currency, in the store's locale.
    /// - Throws: ``IAPError`` with code `invalidStorefront` when no currency is known for the storefront.
    public func storeProduct(
        storefront: AppStorefront,
        locale: String,
        displayPrice: (Decimal, CurrencyCode, Locale) -> String
    ) throws -> StoreProduct {
        guard let currency = storefront.currencyCode else {
            throw IAPError(
                .invalidStorefront,
                "No currency is known for the storefront “\(storefront.countryCode)”. Pick a country of the App Store, "
                    + "such as USA or DEU.",
                productIdentifier: productIdentifier
            )
        }
        let localization = localizations.best(for: locale)
        let titles = [localization?.displayName, referenceName, productIdentifier]
        let priceLocale = Locale.language(of: locale, inCountry: storefront.countryCode)
        return StoreProduct(
            productIdentifier: productIdentifier,
            type: type,
            localizedTitle: titles.compactMap { $0 }.first { !$0.isEmpty } ?? productIdentifier,
            localizedDescription: localization?.description ?? "",
            price: price,
            displayPrice: displayPrice(price, currency, priceLocale),
            currencyCode: currency,
            priceLocale: priceLocale,
            storefront: storefront,
            isFamilyShareable: isFamilyShareable,
            subscription: subscription?.named(groupLocalizations.best(for: locale)?.displayName)
        )
    }
}

extension ProductSubscriptionInfo {
    fileprivate func named(_ groupDisplayName: String?) -> ProductSubscriptionInfo {
        guard let groupDisplayName, !groupDisplayName.isEmpty else { return self }
        return ProductSubscriptionInfo(
            subscriptionGroupIdentifier: subscriptionGroupIdentifier,
            groupDisplayName: groupDisplayName,
            groupLevel: groupLevel,
            subscriptionPeriod: subscriptionPeriod,
            offers: offers
        )
    }
}
