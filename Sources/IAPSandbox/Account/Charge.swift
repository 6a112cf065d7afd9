import Foundation
import IAPStoreKitFile
import IAPCore

/// What one period of a subscription costs, and how long it lasts.
struct Charge: Sendable {
    var offer: SubscriptionOffer?
    var price: Decimal
    var period: ProductSubscriptionPeriod
    /// What is left of the offer after this period.
    var runningOffer: SandboxSubscription.RunningOffer?
    /// How many monthly payments the customer owes after this one.
    var committedPayments = 0

    /// A period of an offer.
    ///
    /// - Parameter remaining: How many periods of the offer follow; all but the first by default.
    init(_ offer: SubscriptionOffer, remaining: Int? = nil) {
        let remaining = remaining ?? offer.periodCount - 1
        self.offer = offer
        price = offer.price
        period = offer.period
        runningOffer = remaining > 0 ? SandboxSubscription.RunningOffer(offer: offer, remaining: remaining) : nil
    }

    /// A period without an offer.
    ///
    /// - Parameters:
    ///   - price: What a period costs that is paid at once.
    ///   - committed: How many monthly payments the customer owes before this one; 0 when a commitment begins.
    init(_ definition: ProductDefinition, price: Decimal, plan: BillingPlan.PlanType?, committed: Int) {
        self.price = price
        period = definition.subscription?.subscriptionPeriod ?? .monthly
        // Paid at once, it costs what the product costs.
        guard plan != .upFront, let plan = definition.billingPlans.first(where: { $0.type == plan }) else { return }
        self.price = plan.price
        guard plan.type == .monthly, let months = period.months else { return }
        committedPayments = (committed > 0 ? committed : months) - 1
        period = .monthly
    }
}

extension SandboxSubscription {
    /// The product of the next period: a commitment is paid before a change of plan.
    var nextProduct: ProductIdentifier { committedPayments > 0 ? productIdentifier : autoRenewPreference }

    /// What the next period costs.
    func nextCharge(for definition: ProductDefinition) -> Charge {
        let isSamePlan = productIdentifier == definition.productIdentifier
        if isSamePlan, let running = runningOffer, running.remaining > 0 {
            return Charge(running.offer, remaining: running.remaining - 1)
        }
        if let offer = nextOffer { return Charge(offer) }
        let kept = isSamePlan && priceIncrease?.isAgreed != true ? keptPrice : nil
        return Charge(
            definition,
            price: kept ?? definition.price,
            plan: payment.billingPlan,
            committed: isSamePlan ? committedPayments : 0
        )
    }
}
