import IAPCore
import IAPPresentation

/// What the plans of a subscription group save against each other.
///
/// A plan is compared with the shorter ones of its level, since another level is another service. Where no level has
/// two plans, levels tell the lengths apart, and all shorter ones count; the one that costs least for the same time is
/// taken, so that the page never overstates.
struct PreviewSavings {
    private let references: [ProductIdentifier: StoreProduct]
    /// The plan that saves most, if any saves at least one percent.
    let best: ProductIdentifier?

    init(of plans: [StoreProduct]) {
        let levels = plans.compactMap(\.subscription?.groupLevel)
        let levelsAreLengths = Set(levels).count == levels.count
        var references: [ProductIdentifier: StoreProduct] = [:]
        for plan in plans {
            let shorter = plans.filter { other in
                guard let own = plan.subscription, let others = other.subscription else { return false }
                return (levelsAreLengths || own.groupLevel == others.groupLevel)
                    && others.subscriptionPeriod.isShorter(than: own.subscriptionPeriod)
            }
            references[plan.id] = shorter.min { $0.costsLess(than: $1) }
        }
        let savings = plans.compactMap { plan in
            references[plan.id].flatMap { plan.savings(comparedWith: $0) }.map { (plan.id, $0) }
        }
        best = savings.max { $0.1 < $1.1 }?.0
        self.references = references
    }

    /// What to compare a plan with.
    func reference(for plan: StoreProduct) -> StoreProduct? { references[plan.id] }
}

extension ProductSubscriptionPeriod {
    fileprivate func isShorter(than other: ProductSubscriptionPeriod) -> Bool { days < other.days }

    /// About how long it is; enough to put periods in order.
    private var days: Double {
        switch unit {
        case .day: Double(value)
        case .week: 7 * Double(value)
        case .month: 30.436_875 * Double(value)
        case .year: 365.2425 * Double(value)
        }
    }
}
