public import IAP
public import IAPSandbox
public import SampleTerminal

/// A sample's view controller, as the terminal uses it: what is on its screen, and what can be tapped.
@MainActor
public protocol SampleApp: AnyObject {
    /// The name of the program and of its folder.
    static var name: String { get }
    /// A short name of the first product, for commands.
    static var shortName: String { get }
    /// The `.storekit` file that the sample ships.
    static var catalog: [UInt8] { get }
    /// What the app sells, in the order of its screen.
    static var declarations: [ProductDeclaration] { get throws }

    init(store: IAPStore, productIdentifiers: [ProductIdentifier], screen: Screen)

    var store: IAPStore { get }
    /// Called once, before the store starts.
    func viewDidLoad()

    var labels: [String] { get }
    /// The products that were fetched last, in the order of the screen.
    var products: [StoreProduct] { get }
    /// What the store does not sell.
    var invalidProductIdentifiers: [ProductIdentifier] { get }
    /// Title, price, description and identifier of each product.
    func productRows() async -> [[String]]

    func fetchAvailableProducts()
    func purchaseMyProduct(_ product: StoreProduct, quantity: Int)
    func restorePurchases()

    /// The app's own commands, and the controls of the simulated App Store that it has a use for.
    func topics(on device: Device) -> [CommandTopic]
    /// What `status` prints of the simulated App Store behind the app's labels.
    func simulatorLabels(of appStore: SandboxAppStore) -> [String]
}
