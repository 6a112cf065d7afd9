import Foundation
import IAP
import IAPPaywall
import SampleShop
import SampleTerminal

/// The screen of the tutorial that sells subscriptions with an `IAPService` and an `IAPHelper`, made right.
///
/// As there, the service looks products up and restores, and calls a delegate; the helper buys, calls a closure, and
/// posts a notification. Both are the SDK's, over one store. The comments name the mistakes of the tutorial.
@MainActor
final class PlansViewController: @MainActor IAPServiceDelegate {
    static let month = "svod_one_month_subscription_test"
    static let year = "svod_one_year_subscription_test"
    static let declarations: [ProductDeclaration] = [
        .autoRenewable(month, group: "2D64B8F0"), .autoRenewable(year, group: "2D64B8F0"),
    ]

    let store: IAPStore
    private let service: IAPService
    private let helper: IAPHelper
    private let screen: Screen
    private var receipts: Receipts
    private var purchaseNotification: NotificationToken?
    private(set) var products: [StoreProduct] = []
    private(set) var invalidProductIdentifiers: [ProductIdentifier] = []
    private var isBuying = false
    /// The state of each subscription, by its first transaction.
    private var shownStates: [TransactionIdentifier: SubscriptionGroupStatus.RenewalState] = [:]

    /// The tutorial has `IAPService.shared`, which starts when the first screen uses it: renewals wait until then. Here
    /// the app opens its store at launch and hands it to its screens.
    init(store: IAPStore, screen: Screen) {
        self.store = store
        self.screen = screen
        service = IAPService(store: store)
        helper = IAPHelper(productIds: Set(store.declarations.map(\.productIdentifier)), store: store)
        receipts = Receipts(store: store)
    }

    /// The tutorial's delegate is `unowned`, or strong: a crash, or a leak. Here it is weak.
    func viewDidLoad() {
        for status in store.ledger.subscriptionStatuses { shownStates[status.subscription] = status.state }
        service.delegate = self
        purchaseNotification = NotificationToken(.IAPHelperPurchaseNotification) { [weak self] in
            self?.handlePurchaseNotification()
        }
        fetchAvailableProducts()
    }

    // MARK: - Products

    func fetchAvailableProducts() {
        screen.startActivity()
        service.getProduct(sku: store.declarations.map(\.productIdentifier))
    }

    /// The tutorial's delegate is called on a background queue and touches views. Here it is called on the main queue,
    /// with the products in the order of the request.
    func getProducts(products: [StoreProduct]) {
        self.products = products
        invalidProductIdentifiers = []
        receipts.products = products
        screen.stopActivity()
    }

    /// The tutorial misspells this method and never calls it.
    func getInvalidProductIdentifiers(ids: [ProductIdentifier]) {
        invalidProductIdentifiers = ids
    }

    /// The tutorial ignores a request that fails.
    func didFailGettingProducts(error: IAPError) {
        screen.alert(error)
        screen.stopActivity()
    }

    /// Title, price, description and identifier of each plan, with the offer that this customer is eligible for.
    func productRows() async -> [[String]] {
        guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else {
            return products.map { [$0.localizedTitle, $0.displayPrice, $0.localizedDescription, $0.productIdentifier] }
        }
        let identifiers = products.map(\.productIdentifier)
        let paywall = PaywallModel(store: store, productIdentifiers: identifiers, locale: screen.locale)
        await paywall.load()
        return paywall.sections.flatMap(\.items).map { item in
            let details = [item.description, item.badge, item.savings].compactMap { $0 }.filter { !$0.isEmpty }
            return [item.title, item.offer ?? item.recurringPrice, details.joined(separator: " · "), item.id]
        }
    }

    // MARK: - Buy

    /// The tutorial's closure is called once it has bought. A customer who cancels, or waits for a parent, gets no
    /// answer. Here every call is answered once, with one of three results or an error.
    func buy(_ product: StoreProduct, quantity: Int = 1, offer: Payment.Offer? = nil) {
        var options = PurchaseOptions()
        options.offer = offer
        let earlier = Set(store.ledger.transactions.map(\.transaction.id))
        isBuying = true
        screen.startActivity()
        helper.buyProduct(product, quantity: quantity, options: options) { [weak self] result in
            // It is called on the main queue.
            MainActor.assumeIsolated {
                guard let self else { return }
                if case .success(.purchased(let running)) = result, earlier.contains(running.id) {
                    self.screen.alert(self.unchargedText(product, offer, running: running), .waiting)
                }
                self.show(result)
            }
        }
    }

    private func show(_ result: Result<PurchaseResult, IAPError>) {
        switch result {
        case .success(.purchased): break  // The delegate shows the receipt.
        case .success(.pending(let transaction)): screen.alert(receipts.waitingText(for: transaction), .waiting)
        case .success(.cancelled): screen.alert("The purchase was cancelled. Nothing was charged.", .waiting)
        case .failure(let error): screen.alert(error)
        }
        isBuying = false
        screen.stopActivity()
    }

    /// The text for a purchase that charges nothing now, which the store answers with the running plan.
    private func unchargedText(_ product: StoreProduct, _ offer: Payment.Offer?, running: PaymentTransaction) -> String
    {
        if offer != nil { return "The offer begins with the next period." }
        let title = receipts.title(of: product.productIdentifier)
        let isSame = running.productIdentifier == product.productIdentifier
        guard !isSame else { return "You have \(title) already. Nothing was charged." }
        let end = running.expirationDate.map { ", on \(running.text(of: $0))" } ?? ""
        return "\(title) begins when the current plan ends\(end)."
    }

    /// Called for every delivered purchase: also for a renewal, or one on another device. The tutorial finishes a
    /// transaction before it has saved what was bought. Here both are done.
    func didCompleteTransaction(_ transaction: PaymentTransaction) {
        if let receipt = receipts.receipt(for: transaction) { screen.alert(receipt) }
    }

    /// The tutorial reloads the row of the identifier in the notification. The whole screen is drawn anew here, since a
    /// plan that begins ends another one.
    private func handlePurchaseNotification() {
        screen.setNeedsDisplay()
    }

    /// Called also for purchases that no closure waits for, such as one that a parent declines.
    func didFailTransaction(_ transaction: PaymentTransaction) {
        guard !isBuying, let error = transaction.error else { return }
        guard error.code == .purchaseDeclined else { return screen.alert(error) }
        screen.alert("\(receipts.subject(of: transaction)) was not approved. Nothing was charged.", .waiting)
    }

    /// Called with every event. The tutorial ignores refunds.
    func service(_ service: IAPService, didReceive event: PaymentQueueEvent) {
        switch event {
        case .revoked(let record): screen.alert(receipts.refundText(for: record), .waiting)
        case .restoreFinished(let transactions): finishRestoring(transactions)
        case .restoreFailed(let error):
            screen.alert(error)
            screen.stopActivity()
        case .subscriptionStatusChanged(let status): showChange(of: status)
        case .message: screen.setNeedsDisplay()
        default: break
        }
    }

    // MARK: - Offers

    /// The offer that the customer is eligible for; `nil` where there is none.
    func offerLabel(of product: StoreProduct) -> String? {
        guard let offer = product.offer(for: store.offerEligibility(for: product)) else { return nil }
        let text = OfferFormat(locale: screen.locale).text(for: offer, of: product)
        return "\(product.localizedTitle): \(text)\(offer.id.map { " (take \($0))" } ?? "")"
    }

    // MARK: - Restore

    func restorePurchases() {
        screen.startActivity()
        service.restorePurchases()
    }

    private func finishRestoring(_ transactions: [PaymentTransaction]) {
        if transactions.isEmpty { screen.alert("There is nothing to restore.", .waiting) }
        screen.stopActivity()
    }

    // MARK: - Status

    /// The tutorial keeps the identifiers of subscriptions in `UserDefaults`: bought once, owned for ever. Here a
    /// subscription has a state and an end.
    var labels: [String] {
        let statuses = store.ledger.subscriptionStatuses
        var lines = statuses.isEmpty ? ["PLAN: none"] : []
        for status in statuses {
            let plan = status.transaction.productIdentifier
            lines.append("PLAN: \(plan) \(status.state.rawValue) until \(status.accessEndDate.ISO8601Format())")
            guard status.isActive, let renewal = status.renewal else { continue }
            lines.append("RENEWAL: \(renewal.willAutoRenew ? renewal.autoRenewPreference ?? plan : "off")")
            if renewal.priceIncreaseStatus == .pending { lines.append("HIGHER PRICE: needs consent") }
        }
        let messages = store.queue.messages.map(\.reason.rawValue)
        return messages.isEmpty ? lines : lines + ["MESSAGES: \(messages.joined(separator: ", "))"]
    }

    /// Shows that a plan could not be charged, or has ended. The first status of a subscription is no change.
    private func showChange(of status: SubscriptionGroupStatus) {
        screen.setNeedsDisplay()
        // The period has ended, and the store has yet to send what follows: most often, the next one.
        if status.state == .expired, let renewal = status.renewal, renewal.willAutoRenew,
            renewal.expirationReason == nil
        {
            return
        }
        let earlier = shownStates.updateValue(status.state, forKey: status.subscription)
        guard let earlier, earlier != status.state else { return }
        if let text = receipts.lapseText(for: status) { screen.alert(text, .waiting) }
    }
}

extension SubscriptionGroupStatus {
    /// The first transaction of the subscription.
    fileprivate var subscription: TransactionIdentifier { transaction.originalTransactionIdentifier ?? transaction.id }
}
