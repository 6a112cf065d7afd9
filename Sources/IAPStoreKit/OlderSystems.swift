#if canImport(Darwin)
import IAPCore
import StoreKit

// Properties of StoreKit that have another name, or do not exist, on older systems. visionOS has had the newer ones
// since its first version and lacks the older ones.

extension Transaction {
    /// Source: [`reason`](https://developer.apple.com/documentation/storekit/transaction/reason-swift.property).
    var reasonOfPurchase: PaymentTransaction.Reason {
        #if !os(visionOS)
        guard #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) else {
            return reasonStringRepresentation == "RENEWAL" ? .renewal : .purchase
        }
        #endif
        return reason == .renewal ? .renewal : .purchase
    }

    /// The ISO 3166-1 alpha-3 code.
    ///
    /// Source: [`storefront`](https://developer.apple.com/documentation/storekit/transaction/storefront).
    var countryOfStorefront: String {
        #if !os(visionOS)
        guard #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) else { return storefrontCountryCode }
        #endif
        return storefront.countryCode
    }

    /// Source: [`offer`](https://developer.apple.com/documentation/storekit/transaction/offer-swift.property).
    var typeOfOffer: OfferType? {
        guard #available(iOS 17.2, macOS 14.2, tvOS 17.2, watchOS 10.2, visionOS 1.1, *) else { return offerType }
        return offer?.type
    }

    var identifierOfOffer: String? {
        guard #available(iOS 17.2, macOS 14.2, tvOS 17.2, watchOS 10.2, visionOS 1.1, *) else { return offerID }
        return offer?.id
    }
}

extension Product.SubscriptionInfo.RenewalInfo {
    /// Source:
    /// [`offer`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/offer).
    var typeOfOffer: Transaction.OfferType? {
        guard #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) else { return offerType }
        return offer?.type
    }

    var identifierOfOffer: String? {
        guard #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) else { return offerID }
        return offer?.id
    }

    /// None on a system that knows no win-back offers
    /// ([`eligibleWinBackOfferIDs`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/eligiblewinbackofferids)).
    var identifiersOfWinBackOffers: [String] {
        guard #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) else { return [] }
        return eligibleWinBackOfferIDs
    }
}

extension Product.SubscriptionInfo {
    /// `nil` on a system without the property, and where it is 0
    /// ([`groupLevel`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/grouplevel)).
    var levelInGroup: Int? {
        #if !os(visionOS)
        guard #available(iOS 16.4, macOS 13.3, tvOS 16.4, watchOS 9.4, *) else { return nil }
        #endif
        return groupLevel > 0 ? groupLevel : nil
    }

    /// `nil` on a system without the property, and where it is empty.
    var nameOfGroup: String? {
        #if !os(visionOS)
        guard #available(iOS 16.4, macOS 13.3, tvOS 16.4, watchOS 9.4, *) else { return nil }
        #endif
        return groupDisplayName.isEmpty ? nil : groupDisplayName
    }
}

extension Product.SubscriptionInfo.Status {
    /// The status of each subscription now; before iOS 17, of those that give access.
    ///
    /// Source:
    /// [`all`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/status-swift.struct/all).
    static func current() async -> [Product.SubscriptionInfo.Status] {
        var current: [Product.SubscriptionInfo.Status] = []
        #if !os(visionOS)
        guard #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) else {
            var groups: Set<String> = []
            for await result in Transaction.currentEntitlements {
                if let group = result.unsafePayloadValue.subscriptionGroupID { groups.insert(group) }
            }
            for group in groups.sorted() {
                // Without an answer there is nothing to send; StoreKit emits the next change all the same.
                current += (try? await Product.SubscriptionInfo.status(for: group)) ?? []
            }
            return current
        }
        #endif
        for await group in all { current += group.statuses }
        return current
    }
}
#endif
