import Foundation
import IAP
import SampleShop

/// A shop in the style of closures and notifications.
///
/// It sells a subscription by the month and by the year, in one group, so that a customer has one of them at a time. A helper's
/// closures answer what the customer did; the notification tells of every purchase, renewals too, whoever asked for it; a
/// service's delegate hears of what did not come through and of what was taken back. All stand on one store.
@MainActor
final class Plans: @MainActor IAPServiceDelegate {
    static let month = "svod_one_month_subscription_test"
    static let year = "svod_one_year_subscription_test"
    static let products = [month, year]

    let store: IAPStore
    private let helper: IAPHelper
    private let service: IAPService
    /// Where a screen hears of it.
    let feed: NewsFeed
    private var notifications: NotificationToken?

    init(store: IAPStore, products: [ProductIdentifier], feed: NewsFeed) {
        self.store = store
        self.feed = feed
        helper = IAPHelper(productIds: Set(products), store: store)
        service = IAPService(store: store)
        service.delegate = self
        notifications = NotificationToken(
            NotificationCenter.default.addObserver(forName: .IAPHelperPurchaseNotification, object: nil, queue: nil) {
                note in
                guard let transaction = note.purchasedTransaction else { return }
                // It is posted on the main queue.
                MainActor.assumeIsolated { feed.post(.delivered(transaction)) }
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

    // MARK: What the delegate hears

    func didFailTransaction(_ transaction: PaymentTransaction) {
        feed.post(.failed(transaction))
    }

    func didDeferTransaction(_ transaction: PaymentTransaction) {
        feed.post(.deferred(transaction))
    }

    func didRevokeTransaction(_ record: RecordedTransaction) {
        feed.post(.revoked(record.transaction))
    }

    // The helper's closure answers with products, and the notification tells of purchases.
    func getProducts(products: [StoreProduct]) {}
    func didCompleteTransaction(_ transaction: PaymentTransaction) {}
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
