public import IAP
import IAPPresentation

// Products, and the offers that the customer may have.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension PaywallModel {
    /// Looks the products up. Call it when the screen appears, and to try again.
    ///
    /// When it fails, ``error`` says why, and the products loaded before stay. The products show as soon as they are
    /// known; the function returns once the eligibility for their offers is known, too.
    public func load(policy: ProductRequestPolicy = .cached) async {
        begin(.loading)
        let request = products.begin()
        end(request, await Self.ask(store, for: productIdentifiers, policy: policy))
        await askEligibility()?.value
    }

    /// Whether the store is being asked for products.
    public var isLoading: Bool { products.isLoading }

    /// Looks the products up again after a change of storefront, if they were looked up before.
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

    /// Asks which offers of the plans the customer may have.
    ///
    /// - Returns: The task that asks; `nil` when no plan has offers.
    @discardableResult
    func askEligibility() -> Task<Void, Never>? {
        guard let eligibility, let plans = products.response?.products.filter(\.hasOffers), !plans.isEmpty else {
            return nil
        }
        let question = eligibilityQuestions.begin()
        // The app's `eligibility` may take long: the task does not keep the model alive.
        return Task { [weak self] in
            let answers = await withTaskGroup(of: (ProductIdentifier, OfferEligibility).self) { group in
                for plan in plans { group.addTask { (plan.id, await eligibility(plan)) } }
                var answers: [ProductIdentifier: OfferEligibility] = [:]
                for await (plan, answer) in group { answers[plan] = answer }
                return answers
            }
            if self?.eligibilityQuestions.accepts(question) == true { self?.eligibilities.merge(answers) { $1 } }
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
