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
        // Asked once, and not for each product.
        let payments = Payments(of: self)
        return upToDateTexts(of: response).sections.map { section in
            PaywallSection(
                id: section.id,
                heading: section.heading,
                items: section.products.compactMap { item(for: $0.id, payments: payments) }
            )
        }
    }

    /// The product as ``sections`` have it.
    public func item(_ identifier: ProductIdentifier) -> PaywallItem? {
        guard let response = products.response else {
            return sections.lazy.flatMap(\.items).first { $0.id == identifier }
        }
        _ = upToDateTexts(of: response)
        return item(for: identifier, payments: Payments(of: self))
    }

    /// What the app asked for and the store does not know or does not sell: the developer's to look into, and in no
    /// section.
    public var invalidProductIdentifiers: [ProductIdentifier] { products.response?.invalidProductIdentifiers ?? [] }

    /// When the store was asked, if the products are those of an earlier answer because it cannot be reached now.
    public var offlineSince: Date? { products.response?.offlineSince }

    /// Whether the customer may pay. Where not, ``paymentsNotAllowed`` says so, and nothing is buyable.
    public var canMakePayments: Bool {
        _ = revision
        return store.canMakePayments
    }

    /// The sentence for a customer who may not pay; `nil` for everybody else.
    public var paymentsNotAllowed: String? {
        canMakePayments
            ? nil : formats.errors.text(for: IAPError(.paymentNotAllowed, "This customer may not pay on this device."))
    }

    /// What to tell the customer: the sentence of the ``error`` or of the ``notice``, of which there is one at most.
    public var message: String? {
        error.map(formats.errors.text) ?? notice.map(formats.text)
    }

    /// Whether there is a ``message``, for an alert to bind to. Set to `false`, it is dismissed.
    public var isShowingMessage: Bool {
        get { told != nil }
        set { if !newValue { dismiss() } }
    }

    /// The words for headings and buttons, such as for the one that restores.
    public var words: StoreWords { formats.words }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension PaywallModel {
    /// What the store says of the customer at one time.
    private struct Payments {
        let isAllowed: Bool
        let owned: Set<ProductIdentifier>
        let running: Set<ProductIdentifier>
        let pending: Set<ProductIdentifier>

        @MainActor
        init(of model: PaywallModel) {
            let store = model.store
            isAllowed = model.canMakePayments && !model.isClosed
            owned = store.purchasedProducts
            running = model.buying.union(store.queue.runningPayments.map(\.productIdentifier))
            pending = Set(store.queue.pendingPayments.map(\.productIdentifier))
        }

        @MainActor
        func state(of product: StoreProduct, in model: PaywallModel) -> PaywallItem.State {
            if running.contains(product.id) { return .purchasing }
            if owned.contains(product.id) { return .owned }
            if pending.contains(product.id) { return .pending }
            if model.products.isStale { return .loading }
            return isAllowed && model.store.catalog.isOnSale(product.id) ? .buyable : .unavailable
        }
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

    private func upToDateTexts(of response: ProductsResponse) -> PaywallTexts {
        let source = PaywallTexts.Source(answer: products.answeredRequest, locale: formats.locale.identifier)
        if let texts, texts.source == source { return texts }
        let made = PaywallTexts(of: response, from: source, formats: formats)
        texts = made
        return made
    }

    private func item(for identifier: ProductIdentifier, payments: Payments) -> PaywallItem? {
        guard let text = texts?.text(for: identifier, formats: formats) else { return nil }
        let product = text.product
        let state = payments.state(of: product, in: self)
        let status = product.subscription.flatMap {
            store.subscriptionStatus(inGroup: $0.subscriptionGroupIdentifier)
        }
        let offer = offer(of: product)
        return PaywallItem(
            id: product.id,
            product: product,
            title: product.localizedTitle,
            description: product.localizedDescription,
            price: text.price,
            recurringPrice: text.recurringPrice,
            offer: offer.map { formats.offers.text(for: $0, of: product) },
            renewalTerms: text.renewalTerms,
            comparison: text.comparison,
            badge: text.badge,
            subscriptionState: status.flatMap { subscriptionState($0, of: product) },
            state: state,
            action: formats.action(for: product, in: state, offer: offer)
        )
    }

    /// The offer that the customer gets with a product, by whoever was asked.
    func offer(of product: StoreProduct) -> SubscriptionOffer? {
        product.offer(for: eligibility == nil ? store.offerEligibility(for: product) : eligibilities[product.id])
    }

    private func subscriptionState(_ status: SubscriptionGroupStatus, of product: StoreProduct) -> String? {
        guard status.transaction.productIdentifier == product.id else { return nil }
        let next = status.renewal?.autoRenewPreference.flatMap { products.response?.product($0) }
        return formats.subscriptions.text(
            for: status,
            now: store.ledger.now,
            nextProductTitle: next?.localizedTitle
        )
    }
}
