package import IAP

/// What a shop has heard from the SDK, in whichever style it listens.
package enum News: Sendable {
    case products([StoreProduct])
    case productsFailed(IAPError)
    /// A purchase, new or restored, is recorded and delivered.
    case delivered(PaymentTransaction)
    /// A purchase waits for somebody else.
    case deferred(PaymentTransaction)
    case failed(PaymentTransaction)
    /// The store did not take a payment.
    case refused(Payment, IAPError)
    /// The store took a purchase back.
    case revoked(PaymentTransaction)
    case restored([PaymentTransaction])
    case restoreFailed(IAPError)
    /// The store was told that a transaction is dealt with.
    case finished(PaymentTransaction)
    case renewalChanged(SubscriptionRenewal)
    /// Something could not be written.
    case trouble
}

/// News in the order in which they came, for whoever waits for some of them: a script's command has to be over when the next
/// one begins, although delegates, closures and notifications come when they come.
@MainActor
package final class NewsFeed {
    private var items: [News] = []
    private var reader: CheckedContinuation<Void, Never>?

    package init() {}

    package func post(_ news: News) {
        items.append(news)
        reader?.resume()
        reader = nil
    }

    /// Drops what nobody waited for.
    package func clear() {
        items = []
    }

    /// What `pick` makes of the next piece of news for which it makes something.
    package func next<Picked>(_ pick: (News) -> Picked?) async -> Picked {
        while true {
            while !items.isEmpty {
                if let picked = pick(items.removeFirst()) { return picked }
            }
            await withCheckedContinuation { reader = $0 }
        }
    }
}
