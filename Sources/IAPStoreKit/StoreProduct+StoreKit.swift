#if canImport(Darwin)
import Foundation
import IAPCore
import StoreKit

extension StoreProduct {
    /// `nil` for a currency that is no ISO 4217 code.
    init?(_ product: Product, in storefront: AppStorefront?) {
        let style = product.priceFormatStyle
        guard let currency = CurrencyCode(rawValue: style.currencyCode) else { return nil }
        self.init(
            productIdentifier: product.id,
            type: IAPCore.ProductType(product.type),
            localizedTitle: product.displayName,
            localizedDescription: product.description,
            price: product.price,
            displayPrice: product.displayPrice,
            currencyCode: currency,
            priceLocale: style.locale,
            storefront: storefront,
            isFamilyShareable: product.isFamilyShareable,
            subscription: product.subscription.flatMap { IAPCore.ProductSubscriptionInfo($0) }
        )
    }
}

extension IAPCore.ProductType {
    /// A kind that this version does not know keeps StoreKit's name for it.
    init(_ type: Product.ProductType) {
        switch type {
        case .consumable: self = .consumable
        case .nonConsumable: self = .nonConsumable
        case .nonRenewable: self = .nonRenewable
        case .autoRenewable: self = .autoRenewable
        default: self.init(rawValue: type.rawValue)
        }
    }
}

extension IAPCore.ProductSubscriptionInfo {
    init?(_ subscription: Product.SubscriptionInfo) {
        guard let period = IAPCore.ProductSubscriptionPeriod(subscription.subscriptionPeriod) else { return nil }
        var offers = subscription.promotionalOffers
        if let introductory = subscription.introductoryOffer { offers.insert(introductory, at: 0) }
        if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) {
            offers += subscription.winBackOffers
        }
        self.init(
            subscriptionGroupIdentifier: subscription.subscriptionGroupID,
            groupDisplayName: subscription.nameOfGroup,
            groupLevel: subscription.levelInGroup ?? 1,  // one level for all where the system has none
            subscriptionPeriod: period,
            offers: offers.compactMap { IAPCore.SubscriptionOffer($0) }
        )
    }
}

extension IAPCore.ProductSubscriptionPeriod {
    init?(_ period: Product.SubscriptionPeriod) {
        let unit: Unit
        switch period.unit {
        case .day: unit = .day
        case .week: unit = .week
        case .month: unit = .month
        case .year: unit = .year
        @unknown default: return nil
        }
        do {
            try self.init(value: period.value, unit: unit)
        } catch {
            return nil
        }
    }
}

extension IAPCore.SubscriptionOffer {
    /// `nil` for an offer that this version does not know, such as one with a new payment mode.
    init?(_ offer: Product.SubscriptionOffer) {
        guard let period = IAPCore.ProductSubscriptionPeriod(offer.period) else { return nil }
        let mode: PaymentMode
        switch offer.paymentMode {
        case .freeTrial: mode = .freeTrial
        case .payAsYouGo: mode = .payAsYouGo
        case .payUpFront: mode = .payUpFront
        default: return nil
        }
        do {
            try self.init(
                type: OfferType(offer.type),
                id: offer.id,
                paymentMode: mode,
                price: offer.price,
                period: period,
                periodCount: offer.periodCount
            )
        } catch {
            return nil
        }
    }
}

extension IAPCore.SubscriptionOffer.OfferType {
    fileprivate init(_ type: Product.SubscriptionOffer.OfferType) {
        switch type {
        case .introductory: self = .introductory
        case .promotional: self = .promotional
        default:
            if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *), type == .winBack {
                self = .winBack
            } else {
                self.init(rawValue: type.rawValue)
            }
        }
    }
}
#endif
