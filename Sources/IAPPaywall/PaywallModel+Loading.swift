public import IAP
import IAPPresentation

// What the store sells, and which offers the customer may have.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension PaywallModel {
    /// Looks the products up. Call it when the screen appears, and to try again.
    ///
    /// When it fails, ``error`` says why, and what was loaded before stays. Returns when also the offers that the
    /// customer may have are known; the products show before.
    public func load(policy: ProductRequestPolicy = .cached) async {
        begin(.loading)
        let request = products.begin()
        end(request, await Self.ask(store, for: productIdentifiers, policy: policy))
        await askEligibility()?.value
    }

    /// Whether the store is being asked for products.
    public var isLoading: Bool { products.isLoading }

    /// Looks up what another storefront sells, if anything was looked up before.
    func reload() {
        guard products.hasAnswer || isLoading else { return }
        products.outdate()
        let request = products.begin()
        Task { [weak self, store, productIdentifiers] in
            let result = await Self.ask(store, for: productIdentifiers, policy: .cached)
            self?.end(request, result)
            self?.askEligibility()
        }
    }

    /// Asks which offers the customer may have of the plans that have any.
    ///
    /// - Returns: What ends with the answer; `nil` when there is nothing to ask.
    @discardableResult
    func askEligibility() -> Task<Void, Never>? {
        guard let eligibility, let plans = products.response?.products.filter(\.hasOffers), !plans.isEmpty else {
            return nil
        }
        let question = eligibilities.begin()
        // Does not keep the model, whose asker may take its time.
        return Task { [weak self] in
            let answers = await withTaskGroup(of: (ProductIdentifier, OfferEligibility).self) { group in
                for plan in plans { group.addTask { (plan.id, await eligibility(plan)) } }
                var answers: [ProductIdentifier: OfferEligibility] = [:]
                for await (plan, answer) in group { answers[plan] = answer }
                return answers
            }
            self?.eligibilities.end(question, answers)
        }
    }

    private static func ask(
        _ store: IAPStore,
        for identifiers: [ProductIdentifier],
        policy: ProductRequestPolicy
    ) async -> Result<ProductsResponse, any Error> {
        do { return .success(try await store.products(for: identifiers, policy: policy)) } catch {
            return .failure(error)
        }
    }

    private func end(_ request: Int, _ result: Result<ProductsResponse, any Error>) {
        if let error = products.end(request, result) { show(error, of: .loading) }
    }
}

extension StoreProduct {
    fileprivate var hasOffers: Bool { subscription?.offers.isEmpty == false }
}
