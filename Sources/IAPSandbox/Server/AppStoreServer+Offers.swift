import Foundation
import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
    /// The offer that a payment names, whoever may have it.
    func offer(_ wish: Payment.Offer, of definition: ProductDefinition) -> SubscriptionOffer? {
        definition.subscription?.offers.first { $0.type == wish.type && $0.id == wish.id }
    }

    /// Whether a customer may have the offer and the billing plan that a payment asks for.
    ///
    /// - Throws: `invalidOfferIdentifier`, `ineligibleForOffer`, `missingOfferParams`, `invalidSignature`;
    ///   `paymentInvalid` for a billing plan that the product does not have
    ///   (https://developer.apple.com/documentation/storekit/product/purchaseerror).
    func checkOffer(of payment: Payment, for definition: ProductDefinition) throws {
        if let plan = payment.billingPlan, plan != .upFront,
            !definition.billingPlans.contains(where: { $0.type == plan })
        {
            throw IAPError(
                .paymentInvalid,
                "“\(definition.productIdentifier)” has no billing plan “\(plan.rawValue)”. Its configuration lists them.",
                productIdentifier: definition.productIdentifier
            )
        }
        guard let wish = payment.offer else { return }
        guard let offer = offer(wish, of: definition) else {
            throw IAPError(
                .invalidOfferIdentifier,
                "“\(definition.productIdentifier)” has no \(wish.type.rawValue) offer “\(wish.id)”. "
                    + "Its configuration lists its offers.",
                productIdentifier: definition.productIdentifier
            )
        }
        let conditions = definition.conditions(of: offer)
        guard definition.isOffered(offer, withPlan: payment.billingPlan) else {
            throw ineligible(definition, "The offer “\(wish.id)” is for another billing plan.")
        }
        let standing = standing(inGroupOf: definition)
        switch wish.type {
        case .promotional:
            // https://developer.apple.com/documentation/storekit/implementing-promotional-offers-in-your-app
            guard standing != .new else {
                throw ineligible(definition, "A promotional offer is for who subscribes or has subscribed.")
            }
            try checkSignature(of: payment, wish, for: definition)
        case .code:
            guard conditions.customers.contains(standing) else {
                throw ineligible(
                    definition,
                    "The offer “\(wish.id)” is not for a customer who is \(standing.rawValue)."
                )
            }
            guard !history.accounts[account].redeemedCodes.contains(wish.id) else {
                throw ineligible(definition, "The customer has redeemed a code of “\(wish.id)” already.")
            }
        case .winBack:
            guard let subscription = subscription(inGroupOf: definition),
                eligibleWinBackOffers(of: subscription, for: definition).contains(wish.id)
            else { throw ineligible(definition, "A win-back offer is for who let the subscription expire.") }
        default: break
        }
    }

    /// A signature is well-formed, fresh and by the configuration's key; whether it is right, only the store's check
    /// can tell.
    private func checkSignature(of payment: Payment, _ wish: Payment.Offer, for definition: ProductDefinition) throws {
        guard let signature = wish.signature, !signature.keyIdentifier.isEmpty, !signature.signature.isEmpty,
            signature.timestamp > 0
        else {
            throw IAPError(
                .missingOfferParams,
                "The promotional offer “\(wish.id)” lacks a part of its signature. Pass on what the server made.",
                productIdentifier: definition.productIdentifier
            )
        }
        let isOfKey = settings.store.offerKeyIdentifier.map { $0 == signature.keyIdentifier } ?? true
        let isFresh = !history.accounts[account].usedNonces.contains(signature.nonce)
        guard isOfKey, isFresh, settings.offerSignatureCheck?(payment) ?? true else {
            throw IAPError(
                .invalidSignature,
                isOfKey
                    ? "The signature of “\(wish.id)” \(isFresh ? "is wrong" : "was used before"). Sign each purchase anew."
                    : "The key “\(signature.keyIdentifier)” is not the configuration's. Sign with that one.",
                productIdentifier: definition.productIdentifier
            )
        }
    }

    private func ineligible(_ definition: ProductDefinition, _ message: String) -> IAPError {
        IAPError(
            .ineligibleForOffer,
            "\(message) Offer the plan without it.",
            productIdentifier: definition.productIdentifier
        )
    }

    /// How the customer stands with a group.
    func standing(inGroupOf definition: ProductDefinition) -> OfferConditions.Customer {
        guard let subscription = subscription(inGroupOf: definition) else { return .new }
        return subscription.dueDate == nil ? .expired : .existing
    }

    /// Keeps what can be used once.
    mutating func noteRedeemed(_ wish: Payment.Offer?) {
        guard let wish else { return }
        if wish.type == .code { history.accounts[account].redeemedCodes.insert(wish.id) }
        if let nonce = wish.signature?.nonce { history.accounts[account].usedNonces.insert(nonce) }
    }

    /// The offers that a first period and those after it have: the one that was asked for, else the introductory one. A
    /// code whose offer can be stacked comes after the introductory one.
    func offersOfFirstPeriods(_ payment: Payment, of definition: ProductDefinition) -> [SubscriptionOffer] {
        let introductory = introductoryOffer(of: definition, plan: payment.billingPlan)
        guard let wish = payment.offer, let offer = offer(wish, of: definition) else {
            return [introductory].compactMap { $0 }
        }
        guard definition.conditions(of: offer).isStackable, let introductory else { return [offer] }
        return [introductory, offer]
    }

    /// The introductory offer that comes with a purchase by itself: for who never had one in the group
    /// (https://developer.apple.com/documentation/storekit/implementing-introductory-offers-in-your-app). Deleting the
    /// transactions makes the customer new again.
    private func introductoryOffer(of definition: ProductDefinition, plan: BillingPlan.PlanType?) -> SubscriptionOffer?
    {
        guard let info = definition.subscription else { return nil }
        let offer = info.offers.first { $0.type == .introductory && definition.isOffered($0, withPlan: plan) }
        guard let offer else { return nil }
        let isUsed = history.accounts[account].records.contains {
            $0.common.offerType == .introductory
                && $0.common.subscriptionGroupIdentifier == info.subscriptionGroupIdentifier
        }
        return isUsed ? nil : offer
    }

    /// The win-back offers that a customer may have: those of the latest product that are switched on, once the
    /// subscription has expired; none during billing retry
    /// (https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/eligiblewinbackofferids).
    ///
    /// How long a customer has to have paid, to have been away and to wait between two offers stands in App Store
    /// Connect alone (https://developer.apple.com/documentation/storekit/supporting-win-back-offers-in-your-app): in a
    /// StoreKit configuration file, a switch stands for all of it.
    func eligibleWinBackOffers(of subscription: SandboxSubscription) -> [String] {
        guard subscription.phase == .expired, let definition = definition(of: subscription.productIdentifier) else {
            return []
        }
        return eligibleWinBackOffers(of: subscription, for: definition)
    }

    private func eligibleWinBackOffers(
        of subscription: SandboxSubscription,
        for definition: ProductDefinition
    ) -> [String] {
        guard subscription.phase == .expired, let info = definition.subscription else { return [] }
        return info.winBackOffers.filter { definition.conditions(of: $0).isEligible }.compactMap(\.id)
    }
}
