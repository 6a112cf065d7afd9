import Foundation
import IAP
import IAPSandbox

/// What the store of the scenarios sells.
enum Cinema {
    /// - `gold` above `silver` and `bronze`, each for a month, in the group `plans`, and `gold_year` and `silver_year`;
    ///   `gold` with an offer of every kind and mode;
    /// - `trial`, `steps` and `advance`, each with an introductory offer of another mode, and `trial_plus` above
    ///   `trial` with one, too;
    /// - one plan of each length, in groups of their own;
    /// - `lease`, a year that may be paid by the month;
    /// - `coins`, ten at a time; `premium`, for good and for the family; `season`, three months without renewal.
    static func products() throws -> [ProductDefinition] {
        let goldOffers = try goldOffers
        var gold = try plan("gold", "9.99", "P1M", group: "plans", level: 1, offers: goldOffers, isShared: true)
        gold.offerConditions = goldOffers.map { offer in
            var conditions = OfferConditions(offer)
            switch offer.id {
            case "code-new": conditions.customers = [.new]
            case "code-expired": conditions.customers = [.expired]
            case "back-off": conditions.isEligible = false
            default: break
            }
            return conditions
        }
        var lease = try plan("lease", "120", "P1Y", group: "lease")
        lease.billingPlans = [
            BillingPlan(type: .upFront, price: 120, commitmentPrice: 120),
            BillingPlan(type: .monthly, price: 12, commitmentPrice: 144),
        ]
        let trial = try offer(.introductory, nil, .freeTrial, 0, "P1W")
        return try [
            gold,
            plan("gold_year", "99", "P1Y", group: "plans", level: 1),
            plan(
                "silver",
                "4.99",
                "P1M",
                group: "plans",
                level: 2,
                offers: [offer(.winBack, "silver-back", .freeTrial, 0, "P1M")]
            ),
            plan("bronze", "4.49", "P1M", group: "plans", level: 2),
            plan("silver_year", "49", "P1Y", group: "plans", level: 2),
            plan("trial", "3.99", "P1M", group: "trial", level: 2, offers: [trial]),
            plan("trial_plus", "5.99", "P1M", group: "trial", level: 1, offers: [trial]),
            plan("steps", "3.99", "P1M", group: "steps", offers: [offer(.introductory, nil, .payAsYouGo, 1, "P1M", 2)]),
            plan(
                "advance",
                "3.99",
                "P1M",
                group: "advance",
                offers: [offer(.introductory, nil, .payUpFront, 5, "P3M")]
            ),
            plan("week", "1", "P1W", group: "week"),
            plan("month", "2", "P1M", group: "month"),
            plan("two_months", "3", "P2M", group: "two_months"),
            plan("quarter", "4", "P3M", group: "quarter"),
            plan("half_year", "5", "P6M", group: "half_year"),
            plan("year", "6", "P1Y", group: "year"),
            lease,
            .consumable("coins", name: "10 Coins", price: "0.99"),
            .nonConsumable("premium", name: "Premium", price: "2.99", isFamilyShareable: true),
            .nonRenewable("season", name: "Season", price: "14.99"),
        ]
    }

    /// As an app declares them: the plans of the group `plans`, and `premium`, unlock `films`.
    static func declarations() throws -> [ProductDeclaration] {
        let season = try ProductSubscriptionPeriod(value: 3, unit: .month)
        return try products().map { product in
            switch product.subscription?.subscriptionGroupIdentifier {
            case "plans": return .autoRenewable(product.id, group: "plans", unlocks: "films")
            case let group?: return .autoRenewable(product.id, group: group)
            case nil: break
            }
            return switch product.type {
            case .consumable: .consumable(product.id, grants: try Credit(10, of: "coins"))
            case .nonConsumable: .nonConsumable(product.id, unlocks: "films")
            default: .nonRenewable(product.id, period: season)
            }
        }
    }

    private static var goldOffers: [SubscriptionOffer] {
        get throws {
            try [
                offer(.promotional, "promo-free", .freeTrial, 0, "P1M"),
                offer(.promotional, "promo-half", .payAsYouGo, 5, "P1M", 2),
                offer(.promotional, "promo-quarter", .payUpFront, 20, "P3M"),
                offer(.code, "code-free", .freeTrial, 0, "P1M"),
                offer(.code, "code-half", .payAsYouGo, 5, "P1M", 2),
                offer(.code, "code-new", .payUpFront, 20, "P3M"),
                offer(.code, "code-expired", .payUpFront, 20, "P3M"),
                offer(.winBack, "back-half", .payAsYouGo, 4, "P1M", 2),
                offer(.winBack, "back-free", .freeTrial, 0, "P1M"),
                offer(.winBack, "back-quarter", .payUpFront, 18, "P3M"),
                offer(.winBack, "back-off", .freeTrial, 0, "P6M"),
            ]
        }
    }

    private static func plan(
        _ identifier: String,
        _ price: String,
        _ period: String,
        group: String,
        level: Int = 1,
        offers: [SubscriptionOffer] = [],
        isShared: Bool = false
    ) throws -> ProductDefinition {
        try .autoRenewable(
            identifier,
            name: identifier.capitalized,
            price: price,
            group: group,
            level: level,
            period: period,
            offers: offers,
            isFamilyShareable: isShared
        )
    }

    private static func offer(
        _ type: SubscriptionOffer.OfferType,
        _ id: String?,
        _ mode: SubscriptionOffer.PaymentMode,
        _ price: Decimal,
        _ period: String,
        _ count: Int = 1
    ) throws -> SubscriptionOffer {
        try SubscriptionOffer(
            type: type,
            id: id,
            paymentMode: mode,
            price: price,
            period: ProductSubscriptionPeriod(iso8601: period),
            periodCount: count
        )
    }
}
