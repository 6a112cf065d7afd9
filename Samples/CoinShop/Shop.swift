import IAP
import SampleShop

/// A shop in the style of a delegate.
///
/// It sells coins, which are used up, and a premium version, which is owned for good. What was bought, and how many, is
/// read from the transaction; how many coins there are, and whether premium is unlocked, is the store's to say. Nothing
/// is granted here: by the time a delegate hears of a purchase, the SDK has recorded and delivered it.
@MainActor
final class Shop: @MainActor IAPServiceDelegate {
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

    /// Of restored purchases, too.
    func didCompleteTransaction(_ transaction: PaymentTransaction) {
        feed.post(.delivered(transaction))
    }

    func didDeferTransaction(_ transaction: PaymentTransaction) {
        feed.post(.deferred(transaction))
    }

    func didFailTransaction(_ transaction: PaymentTransaction) {
        feed.post(.failed(transaction))
    }

    func didRefusePurchase(of productIdentifier: ProductIdentifier, error: IAPError) {
        feed.post(.refused(productIdentifier, error))
    }

    func didRevokeTransaction(_ record: RecordedTransaction) {
        feed.post(.revoked(record.transaction))
    }

    func didFinishRestoring(_ transactions: [PaymentTransaction]) {
        feed.post(.restored(transactions))
    }

    func didFailRestoring(error: IAPError) {
        feed.post(.restoreFailed(error))
    }

    func didReceivePurchaseIntent(_ payment: Payment) {
        feed.post(.wanted(payment))
    }

    func didChangeStorefront(_ storefront: AppStorefront) {
        // Another country has other prices.
        loadProducts()
    }
}
