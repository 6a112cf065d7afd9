import IAP
import SampleShop

/// A shop in the style of a delegate and an observer.
///
/// It sells coins, which are used up, and a premium version, which is owned for good. What was bought, and how many, is read
/// from the transaction; how many coins there are, and whether premium is unlocked, is the store's to say. Nothing is
/// granted here: by the time a delegate hears of a purchase, the SDK has recorded and delivered it.
@MainActor
final class Shop: @MainActor IAPServiceDelegate, @MainActor PaymentTransactionObserver {
    static let coins = "com.iaptutorial.coins"
    static let premium = "com.iaptutorial.premium"
    static let products = [coins, premium]

    /// What one unit grants. A quantity of 3 grants three times as much.
    static var credits: [ProductIdentifier: Credit] {
        get throws { [coins: try Credit(10, of: "coins")] }
    }

    let store: IAPStore
    private let service: IAPService
    private let productIdentifiers: [ProductIdentifier]
    /// Where a screen hears of it.
    let feed: NewsFeed

    init(store: IAPStore, products: [ProductIdentifier], feed: NewsFeed) {
        self.store = store
        self.feed = feed
        productIdentifiers = products
        service = IAPService(store: store)
        service.delegate = self
        store.queue.add(self)
    }

    // MARK: What a customer does

    func loadProducts() {
        service.getProduct(sku: productIdentifiers)
    }

    func buy(_ product: StoreProduct, quantity: Int) {
        service.purchase(product: product, quantity: quantity)
    }

    func restore() {
        service.restorePurchases()
    }

    // MARK: What a customer has

    var coinBalance: Int { store.balance(of: "coins") }

    var isPremium: Bool { store.isPurchased(Self.premium) }

    // MARK: What the delegate hears

    func getProducts(products: [StoreProduct]) {
        feed.post(.products(products))
    }

    func didFailGettingProducts(error: IAPError) {
        feed.post(.productsFailed(error))
    }

    func didCompleteTransaction(_ transaction: PaymentTransaction) {
        feed.post(.delivered(transaction))
    }

    func didDeferTransaction(_ transaction: PaymentTransaction) {
        feed.post(.deferred(transaction))
    }

    func didFailTransaction(_ transaction: PaymentTransaction) {
        feed.post(.failed(transaction))
    }

    func didFinishRestoring(_ transactions: [PaymentTransaction]) {
        feed.post(.restored(transactions))
    }

    func didFailRestoring(error: IAPError) {
        feed.post(.restoreFailed(error))
    }

    // MARK: What the observer hears

    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        // The delegate hears of each, by what became of it.
    }

    func paymentQueue(_ queue: PaymentQueue, didRefuse payment: Payment, error: IAPError) {
        feed.post(.refused(payment, error))
    }

    func paymentQueue(_ queue: PaymentQueue, didRevoke record: RecordedTransaction) {
        feed.post(.revoked(record.transaction))
    }

    func paymentQueueDidChangeStorefront(_ queue: PaymentQueue) {
        // Another country has other prices.
        loadProducts()
    }
}
