import Foundation
import IAPCore
import IAPStoreKitFile

/// What all accounts have in common, the catalog, the settings, the date and the identifiers, and what follows from an
/// account's action. An account that acts receives it as a parameter.
struct StoreContext: Sendable {
    /// An update that a device receives once the change is kept.
    struct Effect: Sendable, Hashable {
        let device: String
        let update: StoreUpdate
    }

    /// What an account's action means to its family.
    enum FamilyChange: Sendable {
        case bought(TransactionIdentifier)
        case revoked(TransactionIdentifier)
        case upgraded(TransactionIdentifier)
    }

    let definitions: [ProductDefinition]
    let definitionsByIdentifier: [ProductIdentifier: ProductDefinition]
    var settings: SandboxSettings
    /// The prices that differ from the configuration's.
    var changedPrices: [ProductIdentifier: ChangedPrice]
    var now: Date
    private(set) var lastIdentifier: Int
    /// A date before which nothing happens by itself; `nil` when nothing does.
    private(set) var earliestDueDate: Date?

    private(set) var effects: [Effect] = []
    private(set) var familyChanges: [FamilyChange] = []
    /// The transactions of the acting account that are new or have changed.
    private(set) var changedTransactions: [TransactionIdentifier] = []

    init(_ configuration: StoreConfiguration, _ history: StoreHistory) {
        definitions = configuration.products
        definitionsByIdentifier = Dictionary(
            configuration.products.map { ($0.productIdentifier, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        settings = SandboxSettings(configuration.settings)
        changedPrices = history.prices
        now = history.now
        lastIdentifier = history.lastIdentifier
    }

    /// Makes an identifier. None is made twice, also after the transactions were cleared, since a ledger identifies a
    /// transaction by it alone.
    mutating func nextIdentifier() -> TransactionIdentifier {
        lastIdentifier += 1
        return TransactionIdentifier(String(lastIdentifier))
    }

    // MARK: What follows

    mutating func send(_ update: StoreUpdate, to device: String) {
        effects.append(Effect(device: device, update: update))
    }

    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return settings.faults.distort(effects)
    }

    mutating func notifyFamily(_ change: FamilyChange) {
        familyChanges.append(change)
    }

    mutating func noteChange(of transaction: TransactionIdentifier) {
        changedTransactions.append(transaction)
    }

    mutating func takeAccountChanges() -> (family: [FamilyChange], transactions: [TransactionIdentifier]) {
        defer { (familyChanges, changedTransactions) = ([], []) }
        return (familyChanges, changedTransactions)
    }

    /// Notes a date at which something happens by itself.
    mutating func expectAction(at date: Date?) {
        guard let date else { return }
        earliestDueDate = earliestDueDate.map { min($0, date) } ?? date
    }

    /// Sets the earliest date, once it is known exactly.
    mutating func setEarliestDueDate(_ date: Date?) {
        earliestDueDate = date
    }
}
