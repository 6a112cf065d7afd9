package import IAP
package import SampleTerminal

/// What the two samples have in common for the terminal. How they sell is their own.
@MainActor
package protocol SampleShop: AnyObject {
    /// The name of the program and of its folder.
    static var name: String { get }
    /// A word by which somebody may buy the first product.
    static var shortName: String { get }
    /// The `.storekit` file that the sample ships.
    static var shippedCatalog: [UInt8] { get }
    /// What the app sells, in the order of its screen.
    static var products: [ProductIdentifier] { get }
    /// What one unit of a consumable grants.
    static var credits: [ProductIdentifier: Credit] { get throws }
    /// Commands of this app alone.
    static func topics(in session: Session<Self>) -> [CommandTopic]

    var store: IAPStore { get }

    /// Listens to a store that has not been started yet, and posts what it hears.
    init(store: IAPStore, products: [ProductIdentifier], feed: NewsFeed)

    /// The products that the store sells, in the order of the screen.
    func availableProducts() async throws -> [StoreProduct]
    /// Buys, and returns once the shop has heard what became of it.
    func purchase(_ product: StoreProduct, quantity: Int) async throws -> PurchaseResult
    /// Restores, and returns once the shop has heard of everything restored.
    func restorePurchases() async throws -> [PaymentTransaction]
    /// What `status` prints before all else.
    func status(in session: Session<Self>) -> [String]
}
