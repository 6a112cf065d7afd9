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
    /// The store did not take a payment for a product.
    case refused(ProductIdentifier, IAPError)
    /// The store took a purchase back.
    case revoked(PaymentTransaction)
    /// The customer stands otherwise with a subscription. ``Standings`` says whether that is worth a sentence.
    case standingChanged
    /// A subscription could not be charged, or is over.
    case lapsed(SubscriptionGroupStatus)
    case restored([PaymentTransaction])
    case restoreFailed(IAPError)
    /// The customer wants to buy on a page of the App Store.
    case wanted(Payment)

    /// Whether a purchase of a product waits or did not come through.
    package func isUnpaid(_ product: ProductIdentifier) -> Bool {
        switch self {
        case .deferred(let transaction), .failed(let transaction): transaction.productIdentifier == product
        default: false
        }
    }

    package func delivers(_ purchase: PaymentTransaction) -> Bool {
        if case .delivered(let transaction) = self { transaction.id == purchase.id } else { false }
    }
}

/// News in the order in which the shop heard them: the one source of all that is said of purchases.
@MainActor
package final class NewsFeed {
    private var items: [News] = []
    /// Each returns whether it has what it waited for.
    private var readers: [(News) -> Bool] = []
    /// Called after each piece of news.
    var arrived: () -> Void = {}

    package init() {}

    package func post(_ news: News) {
        items.append(news)
        readers.removeAll { $0(news) }
        arrived()
    }

    /// What came since the last time.
    func take() -> [News] {
        defer { items = [] }
        return items
    }

    /// What `pick` makes of the first piece of news from now on for which it makes something. That stays to be taken.
    package func next<Picked: Sendable>(_ pick: @escaping (News) -> Picked?) async -> Picked {
        await withCheckedContinuation { continuation in
            readers.append { news in
                guard let picked = pick(news) else { return false }
                continuation.resume(returning: picked)
                return true
            }
        }
    }
}
