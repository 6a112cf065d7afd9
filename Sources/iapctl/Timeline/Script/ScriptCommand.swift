import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox

/// One thing that a script does.
enum ScriptCommand: Sendable {
    case start(Date)
    case advance(ScriptSpan)
    case advanceTo(Date)
    case buy(ProductDefinition, quantity: Int, offer: ScriptOffer?, isPaidMonthly: Bool)
    case setAutoRenew(Bool, ScriptTarget)
    case forceRenewal(ScriptTarget)
    case expire(ScriptTarget)
    case refund(ScriptTarget)
    case reverseRefund(ScriptTarget)
    case renewalsFail(Bool)
    case grace(Bool)
    case resolve(ScriptTarget)
    case price(ProductDefinition, Decimal, SandboxAppStore.PriceForSubscribers)
    case askConsent(ScriptTarget)
    case answerPrice(Bool, ScriptTarget)
    case askToBuy(Bool)
    case answerPurchase(Bool, ScriptTarget)
    case purchases(ScriptPurchases)
    case rate(StoreConfiguration.TimeRate, String)
    case account(String)
    case family(isShared: Bool, String)
    case storefront(AppStorefront)
    case sale(Bool, ProductDefinition)
    case note(String)
}

/// A command, and where it stands.
struct ScriptStatement: Sendable {
    let command: ScriptCommand
    let place: IAPError.Place
}

/// A length of time.
enum ScriptSpan: Sendable {
    case period(ProductSubscriptionPeriod)
    case seconds(TimeInterval)

    func date(after start: Date) -> Date {
        switch self {
        case .period(let period): period.date(after: start)
        case .seconds(let seconds): start.addingTimeInterval(seconds)
        }
    }
}

/// Which transaction a command means.
enum ScriptTarget: Sendable {
    /// The account's last one that fits.
    case latest
    case latestOf(ProductDefinition)
    case transaction(TransactionIdentifier)
}

/// The offer that a purchase asks for.
struct ScriptOffer: Sendable {
    let type: SubscriptionOffer.OfferType
    let id: String
}

/// What becomes of purchases.
enum ScriptPurchases: Sendable {
    case succeed, fail, interrupt
}
