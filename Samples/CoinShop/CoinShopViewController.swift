import IAP
import SampleShop
import SampleTerminal

/// The view controller of the tutorial that sells 10 coins and a premium version, made right.
///
/// As there, it is the delegate of the product request and the observer of the payment queue, and its steps are those of
/// the tutorial: fetch the available products, show their prices, buy 10 coins, unlock premium, restore. The comments
/// name the mistakes of the tutorial.
@MainActor
final class CoinShopViewController: @MainActor ProductsRequestDelegate, @MainActor PaymentTransactionObserver {
    static let coinsProductID = "com.iaptutorial.coins"
    static let premiumProductID = "com.iaptutorial.premium"
    /// The tutorial repeats the identifiers, and what they grant, wherever it needs them. Here they are declared once.
    static var declarations: [ProductDeclaration] {
        get throws {
            [.consumable(coinsProductID, grants: try Credit(10, of: "coins")), .nonConsumable(premiumProductID)]
        }
    }

    let store: IAPStore
    private let screen: Screen
    private var receipts: Receipts
    private(set) var iapProducts: [StoreProduct] = []
    private(set) var invalidProductIdentifiers: [ProductIdentifier] = []
    private var isPurchasing = false
    private var hasRestored = false

    init(store: IAPStore, screen: Screen) {
        self.store = store
        self.screen = screen
        receipts = Receipts(store: store)
    }

    /// The tutorial adds its observer at each tap and never removes it: after two taps, each purchase grants the coins
    /// twice. Here an observer only shows what the store has delivered, and adding it again changes nothing.
    func viewDidLoad() {
        store.queue.add(self)
        fetchAvailableProducts()
    }

    // MARK: - Labels

    /// The tutorial keeps the coins in `UserDefaults`, which anyone can edit. Here they are in the store's ledger.
    var coinsLabel: String { "COINS: \(store.balance(of: "coins"))" }

    /// The tutorial never locks premium again. Here a refund does.
    var premiumLabel: String { "PREMIUM: \(store.isPurchased(Self.premiumProductID) ? "PURCHASED" : "LOCKED")" }

    // MARK: - Fetch available products

    private var productIdentifiers: [ProductIdentifier] { store.declarations.map(\.productIdentifier) }

    func fetchAvailableProducts() {
        screen.startActivity()
        let request = ProductsRequest(productIdentifiers: Set(productIdentifiers), catalog: store.catalog)
        request.delegate = self
        request.start()
    }

    /// The tutorial assumes that `products[0]` is the coins and `products[1]` is premium. The store promises no order, and
    /// lists separately the identifiers that it does not sell.
    func productsRequest(_ request: ProductsRequest, didReceive response: ProductsResponse) {
        iapProducts = productIdentifiers.compactMap(response.product)
        invalidProductIdentifiers = response.invalidProductIdentifiers
        receipts.products = iapProducts
        screen.stopActivity()
    }

    /// The tutorial does not implement this: without a network, its buttons do nothing.
    func request(_ request: ProductsRequest, didFailWithError error: IAPError) {
        screen.alert(error)
        screen.stopActivity()
    }

    /// Another country has other prices.
    func paymentQueueDidChangeStorefront(_ queue: PaymentQueue) {
        fetchAvailableProducts()
    }

    // MARK: - Show prices

    /// The tutorial formats the number itself. Here the price comes with the currency and the locale of the store.
    func priceLabels(of product: StoreProduct) -> [String] {
        [product.localizedTitle, product.displayPrice, product.localizedDescription, product.productIdentifier]
    }

    // MARK: - Buy 10 coins, unlock premium

    /// The tutorial ignores the quantity: a customer who buys 3 gets 10 coins. Here the store grants 10 coins a unit.
    func purchaseMyProduct(_ product: StoreProduct, quantity: Int) {
        guard store.canMakePayments else { return screen.alert("Purchases are disabled on this device.", .bad) }
        do {
            let payment = try Payment(productIdentifier: product.productIdentifier, quantity: quantity)
            isPurchasing = true
            screen.startActivity()
            store.queue.add(payment)
        } catch {
            screen.alert(error)
        }
    }

    /// The tutorial finishes a transaction and then adds the coins: a crash in between loses them. Here the store has
    /// recorded, delivered and finished it before it calls an observer, which only shows the result.
    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions {
            // The tutorial's `default` ignores the states in which a customer waits.
            switch transaction.transactionState {
            case .purchasing: continue
            case .deferred: screen.alert(receipts.waitingText(for: transaction), .waiting)
            case .purchased, .restored, .failed: show(transaction)
            }
            if isPurchasing { purchaseDidEnd() }
        }
    }

    private func show(_ transaction: PaymentTransaction) {
        hasRestored = hasRestored || transaction.transactionState == .restored
        let title = receipts.title(of: transaction.productIdentifier)
        switch transaction.error {
        case let error? where error.code == .paymentCancelled:
            screen.alert("The purchase was cancelled. Nothing was charged.", .waiting)
        case let error? where error.code == .purchaseDeclined:
            screen.alert("\(title) was not approved. Nothing was charged.", .waiting)
        case let error?: screen.alert(error)
        case nil:
            if let receipt = receipts.receipt(for: transaction) {
                screen.alert(receipt)
            } else if isPurchasing {
                screen.alert("You have \(title) already. Nothing was charged.", .waiting)
            }
        }
    }

    /// Called with every event.
    func paymentQueue(_ queue: PaymentQueue, didSend event: PaymentQueueEvent) {
        switch event {
        // There is no transaction, because the store has rejected the payment.
        case .rejected(_, let error):
            screen.alert(error)
            purchaseDidEnd()
        // The tutorial ignores refunds.
        case .revoked(let record): screen.alert(receipts.refundText(for: record), .waiting)
        default: break
        }
    }

    private func purchaseDidEnd() {
        isPurchasing = false
        screen.stopActivity()
    }

    // MARK: - Restore

    func restorePurchases() {
        hasRestored = false
        screen.startActivity()
        // The observer is called with the result.
        Task { _ = try? await store.restorePurchases() }
    }

    /// The tutorial unlocks premium here, also for a customer who never bought it. Here the restored transactions
    /// came before, and the end of a restore grants nothing.
    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: PaymentQueue) {
        if !hasRestored { screen.alert("There is nothing to restore.", .waiting) }
        screen.stopActivity()
    }

    /// The tutorial does not implement this: its activity indicator never stops.
    func paymentQueue(_ queue: PaymentQueue, restoreCompletedTransactionsFailedWithError error: IAPError) {
        screen.alert(error)
        screen.stopActivity()
    }
}
