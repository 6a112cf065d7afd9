import Foundation
import IAPCore

extension StoreKitFileReader {
    private static let notOffered = "This offer is left out."

    mutating func offers(of value: JSONNode, period: ProductSubscriptionPeriod) -> [SubscriptionOffer] {
        var offers = introductoryOffers(of: value, period: period)
        for (key, type) in [
            ("adHocOffers", SubscriptionOffer.OfferType.promotional), ("codeOffers", .code),
            ("winbackOffers", .winBack),
        ] {
            var seen: Set<String> = []
            for entry in objects(key, in: value) {
                guard let offer = offer(entry, type, period: period) else { continue }
                guard seen.insert(offer.id ?? "").inserted else {
                    report(
                        .error,
                        "The offer “\(offer.id ?? "")” stands in `\(key)` twice. \(Self.notOffered) Rename one.",
                        at: entry
                    )
                    continue
                }
                offers.append(offer)
            }
        }
        return offers
    }

    /// Version 5 writes an array; some of its files keep the single offer of older versions beside it.
    private mutating func introductoryOffers(
        of value: JSONNode,
        period: ProductSubscriptionPeriod
    ) -> [SubscriptionOffer] {
        let entries = objects("introductoryOffers", in: value)
        let listed = entries.compactMap { offer($0, .introductory, period: period) }
        let object = { (value: JSONNode) in value.isObject ? value : nil }
        guard let single = self.value("introductoryOffer", in: value, "an object or null", object, .error) else {
            return listed
        }
        let isListed = entries.contains { $0["internalID"]?.string == single["internalID"]?.string }
        guard !isListed || single["internalID"] == nil, let offer = offer(single, .introductory, period: period),
            !listed.contains(offer)
        else { return listed }
        return [offer] + listed
    }

    /// The offer; `nil` for none, and after a diagnostic that says that it is left out.
    private mutating func offer(
        _ value: JSONNode,
        _ type: SubscriptionOffer.OfferType,
        period base: ProductSubscriptionPeriod
    ) -> SubscriptionOffer? {
        reportUnknownKeys(of: value, .offer)
        let spelling = string("paymentMode", in: value)
        // Xcode writes this for an offer that was removed.
        if spelling == "none" { return nil }
        guard let mode = spelling.flatMap(SubscriptionOffer.PaymentMode.init(fileSpelling:)) else {
            return drop(
                (spelling.map { "“\($0)” is not a `paymentMode`. " } ?? "There is no `paymentMode`. ")
                    + "\(Self.notOffered) Write free, payAsYouGo or payUpFront.",
                at: value["paymentMode"] ?? value
            )
        }
        guard let id = identifier(of: value, type) else { return nil }
        let periodText = string("subscriptionPeriod", in: value)
        guard let period = periodText.flatMap({ try? ProductSubscriptionPeriod(iso8601: $0) }) else {
            return drop(
                (periodText.map { "“\($0)” is not a period. " } ?? "There is no `subscriptionPeriod`. ")
                    + "\(Self.notOffered) Write one such as \"P1W\".",
                at: value["subscriptionPeriod"] ?? value
            )
        }
        // A free offer may keep the price of an earlier edit.
        let price = mode == .freeTrial ? 0 : self.price(of: value, consequence: Self.notOffered)
        guard let price else { return nil }
        if mode == .payAsYouGo, period != base {
            report(
                .warning,
                "Pay as you go is charged once a period of the subscription, \(base), not of \(period). Write \(base).",
                at: value["subscriptionPeriod"] ?? value
            )
        }
        do {
            let offer = try SubscriptionOffer(
                type: type,
                id: type == .introductory ? nil : id,
                paymentMode: mode,
                price: price,
                period: period,
                periodCount: count(of: value, mode)
            )
            readConditions(of: offer, value)
            return offer
        } catch {
            let message = (error as? IAPError)?.message ?? "\(error)"
            return drop("\(message) \(Self.notOffered)", at: value)
        }
    }

    /// The reference name of a code offer, empty for an introductory offer, which has no identifier; `nil` after a
    /// diagnostic.
    private mutating func identifier(of value: JSONNode, _ type: SubscriptionOffer.OfferType) -> String? {
        if type == .introductory { return "" }
        let key = type == .code ? "referenceName" : "offerID"
        if let id = string(key, in: value), !id.isEmpty { return id }
        return drop(
            "There is no `\(key)`, and the offer cannot be asked for. \(Self.notOffered) Write one.",
            at: value[key] ?? value
        )
    }

    private mutating func count(of value: JSONNode, _ mode: SubscriptionOffer.PaymentMode) -> Int {
        let count = int("numberOfPeriods", in: value) ?? 1
        guard mode != .payAsYouGo, count != 1 else { return count }
        report(
            .warning,
            "Only pay as you go has several periods; 1 is used. Write the whole length as `subscriptionPeriod`.",
            at: value["numberOfPeriods"] ?? value
        )
        return 1
    }
}
