#if canImport(Darwin)
import IAPCore
import StoreKit

/// Hears what StoreKit tells, and passes it on as updates.
struct Listener: Sendable {
    let outbox: Outbox
    let products: KnownProducts
    let submissions: Submissions

    /// Returns when its task is cancelled.
    func listen() async {
        async let transactions: Void = hearTransactions()
        async let renewals: Void = hearRenewals()
        async let storefronts: Void = hearStorefronts()
        async let intents: Void = hearPurchaseIntents()
        _ = await (transactions, renewals, storefronts, intents)
    }

    private func hearTransactions() async {
        // The iterator comes first, so that what happens while the unfinished ones are read is not missed.
        var news = Transaction.updates.makeAsyncIterator()
        for await result in Transaction.unfinished {
            tell(result, answering: submissions.payment(answeredBy: result.unsafePayloadValue))
        }
        while let result = await news.next() {
            tell(result, answering: submissions.payment(answeredByNew: result.unsafePayloadValue))
        }
    }

    private func tell(_ result: VerificationResult<Transaction>, answering payment: Payment?) {
        guard let transaction = PaymentTransaction(result, state: .purchased, answering: payment) else { return }
        outbox.send(.transaction(transaction))
    }

    private func hearRenewals() async {
        var news = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
        // What changed while the app did not run is no news to StoreKit.
        for status in await Product.SubscriptionInfo.Status.current() { tell(status) }
        while let status = await news.next() { tell(status) }
    }

    private func tell(_ status: Product.SubscriptionInfo.Status) {
        // What is not verified must not prolong anything.
        guard case .verified(let renewal) = status.renewalInfo else { return }
        outbox.send(.subscriptionRenewal(SubscriptionRenewal(renewal)))
    }

    private func hearStorefronts() async {
        for await storefront in Storefront.updates {
            products.removeAll()
            guard let storefront = try? AppStorefront(countryCode: storefront.countryCode) else { continue }
            outbox.send(.storefront(storefront))
        }
    }
}
#endif
