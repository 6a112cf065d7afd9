import Foundation
import IAP
import SampleShop

/// A shop in the style of closures and notifications.
///
/// It sells subscriptions by the month and by the year, in one group, so that a customer has one of them at a time. A
/// helper's closures answer what the customer did; a notification tells of everything that happens, renewals too,
/// whoever asked for it.
@MainActor
final class Plans {
    static let month = "svod_one_month_subscription_test"
    static let year = "svod_one_year_subscription_test"
    static let products = [month, year]

    let store: IAPStore
    private let helper: IAPHelper
    private let notifications: NotificationToken

    init(store: IAPStore, products: [ProductIdentifier], feed: NewsFeed) {
        self.store = store
        helper = IAPHelper(productIds: Set(products), store: store)
        notifications = NotificationToken(
            NotificationCenter.default.addObserver(forName: .paymentQueueEvent, object: store.queue, queue: nil) {
                note in
                guard let event = note.paymentQueueEvent, let news = News(event) else { return }
                // It is posted on the main queue.
                MainActor.assumeIsolated { feed.post(news) }
            }
        )
    }

    // MARK: What a customer does

    func loadProducts(_ answer: @escaping @Sendable (Result<ProductsResponse, IAPError>) -> Void) {
        helper.requestProducts(resultHandler: answer)
    }

    func subscribe(
        to plan: StoreProduct,
        quantity: Int,
        options: PurchaseOptions,
        _ answer: @escaping @Sendable (Result<PurchaseResult, IAPError>) -> Void
    ) {
        helper.buyProduct(plan, quantity: quantity, options: options, completionHandler: answer)
    }

    func restore(_ answer: @escaping @Sendable (Result<[PaymentTransaction], IAPError>) -> Void) {
        helper.restorePurchases(completionHandler: answer)
    }

    // MARK: What a customer has

    /// How the customer stands with every group that was ever subscribed to.
    var subscriptions: [SubscriptionGroupStatus] { store.ledger.subscriptionStatuses }
}

extension News {
    /// `nil` for what this shop's screen does not tell.
    fileprivate init?(_ event: PaymentQueueEvent) {
        switch event {
        case .updated(let transaction):
            switch transaction.transactionState {
            case .purchased, .restored: self = .delivered(transaction)
            case .deferred: self = .deferred(transaction)
            case .purchasing, .failed: return nil
            }
        case .failed(let transaction): self = .failed(transaction)
        case .revoked(let record): self = .revoked(record.transaction)
        case .subscriptionStatusChanged: self = .standingChanged
        case .purchaseIntent(let payment): self = .wanted(payment)
        default: return nil
        }
    }
}

/// Listens for as long as it lives.
private final class NotificationToken {
    private let token: any NSObjectProtocol

    init(_ token: any NSObjectProtocol) {
        self.token = token
    }

    deinit {
        NotificationCenter.default.removeObserver(token)
    }
}
