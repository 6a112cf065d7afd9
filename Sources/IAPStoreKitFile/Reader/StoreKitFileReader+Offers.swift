import Foundation
import IAPCore

extension StoreKitFileReader {
    private static let notOffered = "This offer is left out."

    mutating func offers(
        of value: FileValue,
        period: ProductSubscriptionPeriod,
        product: ProductIdentifier
    ) -> [SubscriptionOffer] {
        var offers = introductoryOffers(of: value, period: period, product: product)
        for (key, type) in [
            ("adHocOffers", SubscriptionOffer.OfferType.promotional), ("codeOffers", .code),
            ("winbackOffers", .winBack),
        ] {
            var seen: Set<String> = []
            for entry in objects(key, in: value) {
                guard let offer = offer(entry, type, period: period, product: product) else { continue }
                guard seen.insert(offer.id ?? "").inserted else {
                    report(
                        .error,
                        "The offer “\(offer.id ?? "")” stands in `\(key)` twice. \(Self.notOffered) Rename one.",
                        at: entry,
                        product: product
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
        of value: FileValue,
        period: ProductSubscriptionPeriod,
        product: ProductIdentifier
    ) -> [SubscriptionOffer] {
        let entries = objects("introductoryOffers", in: value)
        let listed = entries.compactMap { offer($0, .introductory, period: period, product: product) }
        guard
            let single = self.value(
                "introductoryOffer",
                in: value,
                "an object or null",
                { $0.isObject ? $0 : nil },
                .error
            )
        else { return listed }
        let twin = entries.first { $0["internalID"]?.string == single["internalID"]?.string }
        guard twin == nil || single["internalID"] == nil else { return listed }
        guard let offer = offer(single, .introductory, period: period, product: product), !listed.contains(offer) else {
            return listed
        }
        return [offer] + listed
    }

    /// The offer; `nil` for none, and after a diagnostic that says that it is left out.
    private mutating func offer(
        _ value: FileValue,
        _ type: SubscriptionOffer.OfferType,
        period base: ProductSubscriptionPeriod,
        product: ProductIdentifier
    ) -> SubscriptionOffer? {
        reportUnknownKeys(of: value, .offer, product: product)
        let spelling = string("paymentMode", in: value)
        // Xcode writes this for an offer that was removed.
        if spelling == "none" { return nil }
        guard let mode = spelling.flatMap(SubscriptionOffer.PaymentMode.init(fileSpelling:)) else {
            report(
                .error,
                (spelling.map { "“\($0)” is not a `paymentMode`. " } ?? "There is no `paymentMode`. ")
                    + "\(Self.notOffered) Write free, payAsYouGo or payUpFront.",
                at: value["paymentMode"] ?? value,
                product: product
            )
            return nil
        }
        guard let id = identifier(of: value, type, product: product) else { return nil }
        let periodText = string("subscriptionPeriod", in: value)
        guard let period = periodText.flatMap({ try? ProductSubscriptionPeriod(iso8601: $0) }) else {
            report(
                .error,
                (periodText.map { "“\($0)” is not a period. " } ?? "There is no `subscriptionPeriod`. ")
                    + "\(Self.notOffered) Write one such as \"P1W\".",
                at: value["subscriptionPeriod"] ?? value,
                product: product
            )
            return nil
        }
        // A free offer may keep the price of an earlier edit.
        let price = mode == .freeTrial ? 0 : readPrice(of: value, consequence: Self.notOffered, product: product)
        guard let price else { return nil }
        if mode == .payAsYouGo, period != base {
            report(
                .warning,
                "Pay as you go is charged once a period of the subscription, \(base), not of \(period). Write \(base).",
                at: value["subscriptionPeriod"] ?? value,
                product: product
            )
        }
        do {
            let offer = try SubscriptionOffer(
                type: type,
                id: type == .introductory ? nil : id,
                paymentMode: mode,
                price: price,
                period: period,
                periodCount: count(of: value, mode, product: product)
            )
            readConditions(of: offer, value, product: product)
            return offer
        } catch {
            let message = (error as? IAPError)?.message ?? "\(error)"
            report(.error, "\(message) \(Self.notOffered)", at: value, product: product)
            return nil
        }
    }

    /// A code offer is called by its reference name, an introductory offer by nothing.
    private mutating func identifier(
        of value: FileValue,
        _ type: SubscriptionOffer.OfferType,
        product: ProductIdentifier
    ) -> String? {
        if type == .introductory { return "" }
        let key = type == .code ? "referenceName" : "offerID"
        if let id = string(key, in: value), !id.isEmpty { return id }
        report(
            .error,
            "There is no `\(key)`, and the offer cannot be asked for. \(Self.notOffered) Write one.",
            at: value[key] ?? value,
            product: product
        )
        return nil
    }

    private mutating func count(
        of value: FileValue,
        _ mode: SubscriptionOffer.PaymentMode,
        product: ProductIdentifier
    ) -> Int {
        let count = int("numberOfPeriods", in: value) ?? 1
        guard mode != .payAsYouGo, count != 1 else { return count }
        report(
            .warning,
            "Only pay as you go has several periods; 1 is used. Write the whole length as `subscriptionPeriod`.",
            at: value["numberOfPeriods"] ?? value,
            product: product
        )
        return 1
    }
}
