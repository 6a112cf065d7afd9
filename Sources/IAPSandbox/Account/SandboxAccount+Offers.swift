import Foundation
import IAPStoreKitFile
import IAPCore

extension SandboxAccount {
    /// Whether a customer may have the offer and the billing plan that a payment asks for.
    ///
    /// - Throws: `invalidOfferIdentifier`, `ineligibleForOffer`, `missingOfferParams`, `invalidSignature`;
    ///   `paymentInvalid` for a billing plan that the product does not have
    ///   (https://developer.apple.com/documentation/storekit/product/purchaseerror).
    func checkOffer(of payment: Payment, for definition: ProductDefinition, in store: StoreContext) throws {
        if let plan = payment.billingPlan, plan != .upFront,
            !definition.billingPlans.contains(where: { $0.type == plan })
        {
            throw IAPError(
                .paymentInvalid,
                "“\(definition.productIdentifier)” has no billing plan “\(plan.rawValue)”. Its configuration lists them.",
                productIdentifier: definition.productIdentifier
            )
        }
        guard let requested = payment.offer else { return }
        guard let offer = definition.offer(requested) else {
            throw IAPError(
                .invalidOfferIdentifier,
                "“\(definition.productIdentifier)” has no \(requested.type.rawValue) offer “\(requested.id)”. "
                    + "Its configuration lists its offers.",
                productIdentifier: definition.productIdentifier
            )
        }
        let conditions = definition.conditions(of: offer)
        guard definition.isOffered(offer, withPlan: payment.billingPlan) else {
            throw ineligible(definition, "The offer “\(requested.id)” is for another billing plan.")
        }
        let status = customerStatus(inGroupOf: definition)
        switch requested.type {
        case .promotional:
            // https://developer.apple.com/documentation/storekit/implementing-promotional-offers-in-your-app
            guard status != .new else {
                throw ineligible(definition, "A promotional offer is for a customer who subscribes or has subscribed.")
            }
            try checkSignature(of: payment, requested, for: definition, in: store)
        case .code:
            guard conditions.customers.contains(status) else {
                throw ineligible(
                    definition,
                    "The offer “\(requested.id)” is not for a customer who is \(status.rawValue)."
                )
            }
            guard !redeemedCodes.contains(requested.id) else {
                throw ineligible(definition, "The customer has redeemed a code of “\(requested.id)” already.")
            }
        case .winBack:
            guard let subscription = subscription(inGroupOf: definition),
                subscription.eligibleWinBackOffers(of: definition).contains(requested.id)
            else { throw ineligible(definition, "A win-back offer is for a customer who let the subscription expire.") }
        default: break
        }
    }

    /// A signature is well-formed, fresh and by the configuration's key; whether it is right, only the store's check
    /// can tell.
    private func checkSignature(
        of payment: Payment,
        _ requested: Payment.Offer,
        for definition: ProductDefinition,
        in store: StoreContext
    ) throws {
        guard let signature = requested.signature, !signature.keyIdentifier.isEmpty, !signature.signature.isEmpty,
            signature.timestamp > 0
        else {
            throw IAPError(
                .missingOfferParams,
                "The promotional offer “\(requested.id)” lacks a part of its signature. Pass on what the server made.",
                productIdentifier: definition.productIdentifier
            )
        }
        let isOfKey = store.settings.store.offerKeyIdentifier.map { $0 == signature.keyIdentifier } ?? true
        let isFresh = !usedNonces.contains(signature.nonce)
        guard isOfKey, isFresh, store.settings.offerSignatureCheck?(payment) ?? true else {
            throw IAPError(
                .invalidSignature,
                isOfKey
                    ? "The signature of “\(requested.id)” \(isFresh ? "is wrong" : "was used before"). Sign each purchase anew."
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

    /// Whether the customer subscribes in a group, has subscribed, or is new to it.
    private func customerStatus(inGroupOf definition: ProductDefinition) -> OfferConditions.Customer {
        guard let subscription = subscription(inGroupOf: definition) else { return .new }
        return subscription.dueDate == nil ? .expired : .existing
    }

    /// Keeps what can be used once.
    mutating func noteRedeemed(_ requested: Payment.Offer?) {
        guard let requested else { return }
        if requested.type == .code { redeemedCodes.insert(requested.id) }
        if let nonce = requested.signature?.nonce { usedNonces.insert(nonce) }
    }

    /// The offers that a first period and those after it have: the one that was asked for, else the introductory one. A
    /// code whose offer can be stacked comes after the introductory one.
    func offersOfFirstPeriods(_ payment: Payment, of definition: ProductDefinition) -> [SubscriptionOffer] {
        let introductory = introductoryOffer(of: definition, plan: payment.billingPlan)
        guard let offer = payment.offer.flatMap({ definition.offer($0) }) else {
            return [introductory].compactMap { $0 }
        }
        guard definition.conditions(of: offer).isStackable, let introductory else { return [offer] }
        return [introductory, offer]
    }

    /// The introductory offer that comes with a purchase by itself: for a customer who never had one in the group
    /// (https://developer.apple.com/documentation/storekit/implementing-introductory-offers-in-your-app). Deleting the
    /// transactions makes the customer new again.
    private func introductoryOffer(of definition: ProductDefinition, plan: BillingPlan.PlanType?) -> SubscriptionOffer?
    {
        guard let info = definition.subscription else { return nil }
        let offer = info.offers.first { $0.type == .introductory && definition.isOffered($0, withPlan: plan) }
        guard let offer else { return nil }
        let used = records.latest(inGroup: info.subscriptionGroupIdentifier) {
            $0.transaction.offerType == .introductory
        }
        return used == nil ? offer : nil
    }
}

extension SandboxSubscription {
    /// The win-back offers that a customer may have: those of the latest product that are switched on, once the
    /// subscription has expired; none during billing retry
    /// (https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/eligiblewinbackofferids).
    ///
    /// How long a customer has to have paid, to have been away and to wait between two offers stands in App Store
    /// Connect alone (https://developer.apple.com/documentation/storekit/supporting-win-back-offers-in-your-app): in a
    /// StoreKit configuration file, a switch stands for all of it.
    func eligibleWinBackOffers(of definition: ProductDefinition?) -> [String] {
        guard phase == .expired, let definition, let info = definition.subscription else { return [] }
        return info.winBackOffers.filter { definition.conditions(of: $0).isEligible }.compactMap(\.id)
    }
}

extension ProductDefinition {
    /// The offer that a payment names, whether or not the customer may have it.
    func offer(_ requested: Payment.Offer) -> SubscriptionOffer? {
        subscription?.offers.first { $0.type == requested.type && $0.id == requested.id }
    }
}
