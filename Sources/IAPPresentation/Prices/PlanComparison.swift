import Foundation
public import IAPCore

/// How the plans of a subscription group compare.
///
/// A longer plan is compared with a shorter one, never one service with another: a lesser service that costs less saves
/// nothing. Apps use levels for lengths as well as for services. Plans whose periods all differ are one service.
public struct PlanComparison: Hashable, Sendable {
    /// The plan that costs less than each other one in the same time; `nil` where the group has several services.
    public let bestValue: StoreProduct?
    private let differsInLengthAlone: Bool
    /// By level, or under `nil` where all plans are compared with each other.
    private let references: [Int?: StoreProduct]

    /// - Parameter plans: The auto-renewable subscriptions of one group.
    public init(plans: [StoreProduct]) {
        differsInLengthAlone = Self.differInLengthAlone(plans)
        bestValue = differsInLengthAlone && plans.count > 1 ? Self.cheapest(of: plans) : nil
        references =
            differsInLengthAlone
            ? [nil: Self.reference(among: plans)].compactMapValues { $0 }
            : Dictionary(grouping: plans) { $0.subscription?.groupLevel }
                .compactMapValues { Self.differInLengthAlone($0) ? Self.reference(among: $0) : nil }
    }

    /// The plan that a plan's price is compared with: the monthly plan or, without one, the most expensive; `nil` for
    /// that plan itself, and when there is none.
    public func reference(for plan: StoreProduct) -> StoreProduct? {
        let reference = references[differsInLengthAlone ? nil : plan.subscription?.groupLevel]
        return reference?.id == plan.id ? nil : reference
    }

    private static func reference(among plans: [StoreProduct]) -> StoreProduct? {
        plans.first { $0.isMonthly } ?? mostExpensive(of: plans)
    }

    /// The first plan that costs no less than any other.
    private static func mostExpensive(of plans: [StoreProduct]) -> StoreProduct? {
        let plans = plans.filter { !$0.price.isNaN }
        guard let first = plans.first else { return nil }
        return plans.dropFirst().reduce(first) { $0.costsLess(than: $1) ? $1 : $0 }
    }

    /// The plan that costs less than each other one. The last one that is cheaper than those before is the only one
    /// that can be it.
    private static func cheapest(of plans: [StoreProduct]) -> StoreProduct? {
        guard let first = plans.first else { return nil }
        let cheapest = plans.dropFirst().reduce(first) { $1.costsLess(than: $0) ? $1 : $0 }
        return plans.allSatisfy { $0.id == cheapest.id || cheapest.costsLess(than: $0) } ? cheapest : nil
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
