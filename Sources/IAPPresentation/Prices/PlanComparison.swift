public import IAPCore

/// How the plans of a subscription group compare.
///
/// A longer plan is compared with a shorter one, never one service with another: that a lesser service costs less saves
/// nobody anything. Apps give levels to lengths as well as to services, so periods tell which it is.
public struct PlanComparison: Hashable, Sendable {
    private let plans: [StoreProduct]

    /// - Parameter plans: The auto-renewable subscriptions of one group.
    public init(plans: [StoreProduct]) {
        self.plans = plans
    }

    /// The plan that costs less than each other one in the same time; `nil` where the group has several services.
    public var bestValue: StoreProduct? {
        guard plans.count > 1, Self.differInLengthAlone(plans) else { return nil }
        return plans.first { plan in plans.allSatisfy { $0.id == plan.id || plan.costsLess(than: $0) } }
    }

    /// What a plan's price is compared with: the monthly plan or, where there is none, the dearest; `nil` for that one itself,
    /// and where there is none to compare with.
    public func reference(for plan: StoreProduct) -> StoreProduct? {
        let peers = peers(of: plan)
        let monthly = peers.first { $0.isMonthly }
        let dearest = peers.first { peer in peers.allSatisfy { !peer.costsLess(than: $0) } }
        return (monthly ?? dearest).flatMap { $0.id == plan.id ? nil : $0 }
    }

    private func peers(of plan: StoreProduct) -> [StoreProduct] {
        if Self.differInLengthAlone(plans) { return plans }
        let level = plans.filter { $0.subscription?.groupLevel == plan.subscription?.groupLevel }
        return Self.differInLengthAlone(level) ? level : [plan]
    }

    private static func differInLengthAlone(_ plans: [StoreProduct]) -> Bool {
        Set(plans.map { $0.subscription?.subscriptionPeriod.normalized }).count == plans.count
    }
}

extension StoreProduct {
    fileprivate var isMonthly: Bool {
        guard let period = subscription?.subscriptionPeriod.normalized else { return false }
        return period.unit == .month && period.value == 1
    }
}
