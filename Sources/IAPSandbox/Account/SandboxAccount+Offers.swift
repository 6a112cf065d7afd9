import Foundation
import IAPStoreKitFile
import IAPCore

extension SandboxAccount {
    /// Whether a customer may have the offer and the billing plan that a payment asks for.
    ///
    /// - Throws: `invalidOfferIdentifier`, `ineligibleForOffer`, `missingOfferParams`, `invalidSignature`;
    ///   `paymentInvalid` for a billing plan that the product does not have
    ///   (https://developer.apple.com/documentation/storekit/product/purchaseerror).
    func checkOffer(of payment: Payment, for product: ProductDefinition, in store: StoreContext) throws {
        func error(_ code: IAPError.Code, _ message: String) -> IAPError {
            IAPError(code, message, productIdentifier: product.id)
        }
        func ineligible(_ message: String) -> IAPError {
            error(.ineligibleForOffer, "\(message) Offer the plan without it.")
        }
        if let plan = payment.billingPlan, plan != .upFront, !product.billingPlans.contains(where: { $0.type == plan })
        {
            throw error(
                .paymentInvalid,
                "“\(product.id)” has no billing plan “\(plan.rawValue)”. Its configuration lists them."
            )
        }
        guard let requested = payment.offer else { return }
        guard let offer = product.offer(requested) else {
            throw error(
                .invalidOfferIdentifier,
                "“\(product.id)” has no \(requested.type.rawValue) offer “\(requested.id)”. Its configuration lists its offers."
            )
        }
        guard product.isOffered(offer, withPlan: payment.billingPlan) else {
            throw ineligible("The offer “\(requested.id)” is for another billing plan.")
        }
        let status = customerStatus(inGroupOf: product)
        switch requested.type {
        case .promotional:
            // https://developer.apple.com/documentation/storekit/implementing-promotional-offers-in-your-app
            guard status != .new else {
                throw ineligible("A promotional offer is for a customer who subscribes or has subscribed.")
            }
            try checkSignature(of: payment, requested, in: store)
        case .code:
            guard product.conditions(of: offer).customers.contains(status) else {
                throw ineligible("The offer “\(requested.id)” is not for a customer who is \(status.rawValue).")
            }
            guard !redeemedCodes.contains(requested.id) else {
                throw ineligible("The customer has redeemed a code of “\(requested.id)” already.")
            }
        case .winBack:
            guard let subscription = subscription(inGroupOf: product),
                subscription.eligibleWinBackOffers(of: product).contains(requested.id)
            else { throw ineligible("A win-back offer is for a customer who let the subscription expire.") }
        default: break
        }
    }

    /// A signature must be well-formed, new and by the configuration's key. Whether it is valid, the app's own check
    /// decides.
    private func checkSignature(of payment: Payment, _ requested: Payment.Offer, in store: StoreContext) throws {
        func invalid(_ message: String) -> IAPError {
            IAPError(.invalidSignature, message, productIdentifier: payment.productIdentifier)
        }
        guard let signature = requested.signature, !signature.keyIdentifier.isEmpty, !signature.signature.isEmpty,
            signature.timestamp > 0
        else {
            throw IAPError(
                .missingOfferParams,
                "The promotional offer “\(requested.id)” lacks a part of its signature. Pass on what the server made.",
                productIdentifier: payment.productIdentifier
            )
        }
        if let key = store.settings.store.offerKeyIdentifier, key != signature.keyIdentifier {
            throw invalid("The key “\(signature.keyIdentifier)” is not the configuration's. Sign with that one.")
        }
        if usedNonces.contains(signature.nonce) {
            throw invalid("The signature of “\(requested.id)” was used before. Sign each purchase anew.")
        }
        guard store.settings.offerSignatureCheck?(payment) ?? true else {
            throw invalid("The signature of “\(requested.id)” is wrong. Sign what Apple's page describes.")
        }
    }

    /// Whether the customer subscribes in a group, has subscribed, or is new to it.
    private func customerStatus(inGroupOf product: ProductDefinition) -> OfferConditions.Customer {
        guard let subscription = subscription(inGroupOf: product) else { return .new }
        return subscription.isRunning ? .existing : .expired
    }

    /// Keeps what can be used once.
    mutating func noteUse(of requested: Payment.Offer?) {
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
        let isUsed = records.contains {
            $0.transaction.subscriptionGroupIdentifier == info.subscriptionGroupIdentifier
                && $0.transaction.offerType == .introductory
        }
        return isUsed ? nil : offer
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
