import Foundation
import IAPStoreKitFile
import IAPCore

/// The App Store's side of everything: what it sells, what was bought, which devices have yet to hear of it.
///
/// A value without locks, threads or clocks: it is told the time, changes itself, and lists what devices are to be
/// told. A function that throws has changed nothing.
struct AppStoreServer: Sendable {
    /// Something to be carried out once the change is kept.
    struct Effect: Sendable, Hashable {
        let device: String
        let update: StoreUpdate
    }

    let definitions: [ProductDefinition]
    private let definitionsByIdentifier: [ProductIdentifier: ProductDefinition]
    var settings: SandboxSettings
    /// The account that is dealt with now. Whatever begins a change chooses it.
    var account = 0
    /// Where accounts stand in the history, by ``SandboxAccount/key``.
    var places: [String: Int] = [:]
    /// What falls due, of every account; made from the history.
    var agenda = Agenda()
    /// All that outlives the process.
    var history: ServerHistory {
        didSet { hasChanged = true }
    }
    /// Whether ``history`` has to be written.
    var hasChanged = false
    /// Whether a later date alone has to be written. Where time passes by itself, each call would wait for the disk.
    let isDateKept: Bool
    private(set) var effects: [Effect] = []
    /// How often the customer had to sign in.
    var signInPromptCount = 0

    init(configuration: StoreConfiguration, history: ServerHistory, isDateKept: Bool) {
        definitions = configuration.products
        definitionsByIdentifier = Dictionary(
            configuration.products.map { ($0.productIdentifier, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        settings = SandboxSettings(configuration.settings)
        self.history = history
        self.isDateKept = isDateKept
        for (index, account) in history.accounts.enumerated() where places[account.key] == nil {
            places[account.key] = index
        }
        planAhead()
    }

    var now: Date { history.now }

    /// The product as the configuration has it.
    func configuredDefinition(of identifier: ProductIdentifier) -> ProductDefinition? {
        definitionsByIdentifier[identifier]
    }

    mutating func tell(_ device: String, _ update: StoreUpdate) {
        effects.append(Effect(device: device, update: update))
    }

    mutating func tellAll(_ update: StoreUpdate) {
        for device in history.devices { tell(device.name, update) }
    }

    /// Tells the devices on which the account is signed in.
    mutating func tellAccount(_ update: StoreUpdate) {
        for device in history.devices where device.account == account { tell(device.name, update) }
    }

    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return settings.faults.distort(effects)
    }

    /// Identifiers are never used twice, after ``clear()`` neither: a ledger knows a transaction by its identifier
    /// alone.
    mutating func nextIdentifier() -> TransactionIdentifier {
        history.lastIdentifier += 1
        return TransactionIdentifier(String(history.lastIdentifier))
    }
}
