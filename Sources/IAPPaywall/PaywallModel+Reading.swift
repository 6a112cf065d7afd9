public import Foundation
public import IAP
import IAPPresentation

// What a screen draws.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension PaywallModel {
    /// What the store sells, by kind, and plans by their subscription group, in the order in which the app names its
    /// products.
    ///
    /// Until the store has answered, one section stands for all; it is empty when the store could not be reached.
    public var sections: [PaywallSection] {
        guard let response = products.response else { return products.hasAnswer && !isLoading ? [] : [loadingSection] }
        var seen: Set<PaywallSection.ID> = []
        let order = response.products.map(\.section).filter { seen.insert($0).inserted }
        let members = Dictionary(grouping: response.products, by: \.section)
        return order.map { id in
            let products = members[id] ?? []
            let plans = PlanComparison(plans: products)
            return PaywallSection(
                id: id,
                heading: products.first.map(formats.heading),
                items: products.map { item(for: $0, among: plans) }
            )
        }
    }

    /// The product as ``sections`` have it.
    public func item(_ identifier: ProductIdentifier) -> PaywallItem? {
        sections.lazy.flatMap(\.items).first { $0.id == identifier }
    }

    /// The identifiers that the store does not know or does not sell. They are in no section; a developer should look
    /// into them.
    public var invalidProductIdentifiers: [ProductIdentifier] { products.response?.invalidProductIdentifiers ?? [] }

    /// When the store gave its last answer, if that serves because the store cannot be reached now.
    public var offlineSince: Date? { products.response?.offlineSince }

    /// Whether the customer may pay. If not, nothing is buyable, and ``paymentsNotAllowed`` says so.
    public var canMakePayments: Bool {
        _ = revision
        return store.canMakePayments
    }

    /// The sentence for a customer who may not pay; `nil` for every other customer.
    public var paymentsNotAllowed: String? {
        canMakePayments
            ? nil : formats.errors.text(for: IAPError(.paymentNotAllowed, "This customer may not pay on this device."))
    }

    /// The text to show the customer, of the ``error`` or of the ``notice``; there is one of them at most.
    public var message: String? {
        error.map(formats.errors.text) ?? notice.map(formats.text)
    }

    /// Whether there is a ``message``, for an alert to bind to. Setting it to `false` dismisses the message.
    public var isShowingMessage: Bool {
        get { currentMessage != nil }
        set { if !newValue { dismiss() } }
    }

    /// The words for headings and buttons, such as for the one that restores.
    public var words: StoreWords { formats.words }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension PaywallModel {
    private func state(of product: StoreProduct) -> PaywallItem.State {
        // What the store says is observed through it.
        _ = revision
        let isOfProduct = { (payment: Payment) in payment.productIdentifier == product.id }
        if buying.contains(product.id) || store.queue.runningPayments.contains(where: isOfProduct) {
            return .purchasing
        }
        if store.ledger.isPurchased(product.id) { return .owned }
        if store.queue.pendingPayments.contains(where: isOfProduct) { return .pending }
        if products.isStale { return .loading }
        let isBuyable = canMakePayments && !isClosed && store.catalog.isOnSale(product.id)
        return isBuyable ? .buyable : .unavailable
    }

    private var loadingSection: PaywallSection {
        let items = productIdentifiers.map { identifier in
            PaywallItem(
                id: identifier,
                product: nil,
                title: words.loading,
                description: "",
                price: "",
                recurringPrice: "",
                offer: nil,
                renewalTerms: "",
                comparison: nil,
                badge: nil,
                subscriptionState: nil,
                state: .loading,
                action: words.loading
            )
        }
        return PaywallSection(id: .loading, heading: nil, items: items)
    }

    /// - Parameter plans: The plans of the product's section.
    private func item(for product: StoreProduct, among plans: PlanComparison) -> PaywallItem {
        let state = state(of: product)
        let status = product.subscription.flatMap {
            store.subscriptionStatus(inGroup: $0.subscriptionGroupIdentifier)
        }
        let offer = offer(of: product)
        return PaywallItem(
            id: product.id,
            product: product,
            title: product.localizedTitle,
            description: product.localizedDescription,
            price: formats.products.price(of: product),
            recurringPrice: formats.products.recurringPrice(of: product),
            offer: offer.map { formats.offers.text(for: $0, of: product) },
            renewalTerms: formats.offers.renewalTerms(of: product),
            comparison: plans.reference(for: product).flatMap { formats.products.comparison(of: product, with: $0) },
            badge: plans.bestValue?.id == product.id ? words.bestValue : nil,
            subscriptionState: status.flatMap { subscriptionState($0, of: product) },
            state: state,
            action: formats.action(for: product, in: state, offer: offer)
        )
    }

    /// The offer that the customer gets with a product, as ``eligibility`` says or, without it, the ledger. Before
    /// `eligibility` has answered there is none, so that the screen promises nothing that the store does not give.
    func offer(of product: StoreProduct) -> SubscriptionOffer? {
        let eligibility =
            eligibility == nil ? store.offerEligibility(for: product) : eligibilities[product.id, default: .none]
        return product.offer(for: eligibility)
    }

    private func subscriptionState(_ status: SubscriptionGroupStatus, of product: StoreProduct) -> String? {
        guard status.transaction.productIdentifier == product.id else { return nil }
        let next = status.renewal?.autoRenewPreference.flatMap { products.response?.product($0) }
        return formats.subscriptions.text(for: status, now: store.ledger.now, nextProductTitle: next?.localizedTitle)
    }
}

extension StoreProduct {
    fileprivate var section: PaywallSection.ID {
        subscription.map { .subscriptionGroup($0.subscriptionGroupIdentifier) } ?? .products(type)
    }
}
