import Foundation
import IAPCore

extension StoreKitFileReader {
    /// Keeps the conditions of an offer, for the product that is being read.
    mutating func readConditions(of offer: SubscriptionOffer, _ value: JSONNode) {
        var conditions = OfferConditions(offer)
        if let list = value["eligibility"], offer.type == .code {
            let names = (list.elements ?? []).compactMap(\.string)
            conditions.customers = Set(names.compactMap(OfferConditions.Customer.init(rawValue:)))
            if conditions.customers.count < Set(names).count || names.isEmpty {
                report(
                    .warning,
                    "Not all of this can be read; customers that are not named may not have the offer. Write new, existing "
                        + "and expired.",
                    at: list
                )
            }
        }
        if offer.type == .winBack { conditions.isEligible = bool("isEligible", in: value) ?? true }
        if offer.type == .code { conditions.isStackable = bool("isStackable", in: value) ?? false }
        conditions.billingPlan = value["billingPlanType"]?.string.map(BillingPlan.PlanType.init(rawValue:))
        if conditions != OfferConditions(offer) { offerConditions.append(conditions) }
    }

    /// The plans that a customer can choose, other than paying the product's price at once.
    mutating func billingPlans(of value: JSONNode) -> [BillingPlan] {
        let keys = FileKeys(
            known: ["billingPlanType", "commitmentDisplayPrice", "displayPrice", "internalID", "isEnabled"]
        )
        return objects("billingPlans", in: value).compactMap { plan in
            reportUnknownKeys(of: plan, keys)
            guard bool("isEnabled", in: plan) ?? true, let type = string("billingPlanType", in: plan) else {
                return nil
            }
            guard let price = plan["displayPrice"]?.string.flatMap({ Decimal(priceText: $0) }) else {
                return drop(
                    "The billing plan \(type) has no price that can be read, and cannot be chosen. Write one such as \"4.99\".",
                    severity: .warning,
                    at: plan["displayPrice"] ?? plan
                )
            }
            let total = plan["commitmentDisplayPrice"]?.string.flatMap { Decimal(priceText: $0) }
            return BillingPlan(
                type: BillingPlan.PlanType(rawValue: type),
                price: price,
                commitmentPrice: total ?? price
            )
        }
    }
}
