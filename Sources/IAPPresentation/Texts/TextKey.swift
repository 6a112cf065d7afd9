import IAPCore

/// The name of a text in the catalog's tables.
struct TextKey: Hashable, Sendable {
    let name: String

    private init(_ name: String) {
        self.name = name
    }

    static let free = TextKey("price.free")
    static let each = TextKey("price.each")
    static let from = TextKey("price.from")
    static let reduced = TextKey("price.reduced")
    static let save = TextKey("price.save")

    static let freeOffer = TextKey("offer.free")
    static let freePeriod = TextKey("offer.freePeriod")
    static let payAsYouGo = TextKey("offer.payAsYouGo")
    static let upFront = TextKey("offer.upFront")

    static let renews = TextKey("terms.renews")
    static let renewsForPrice = TextKey("terms.renewsForPrice")
    static let doesNotRenew = TextKey("terms.doesNotRenew")
    static let oneTimePayment = TextKey("terms.oneTime")
    static let nextCharge = TextKey("charge.next")

    static let stateRenews = TextKey("state.renews")
    static let stateRenewsForPrice = TextKey("state.renewsForPrice")
    static let stateChanges = TextKey("state.changes")
    static let stateExpires = TextKey("state.expires")
    static let stateExpiresSoon = TextKey("state.expiresSoon")
    static let stateExpired = TextKey("state.expired")
    static let stateGracePeriod = TextKey("state.gracePeriod")
    static let stateBillingRetry = TextKey("state.billingRetry")
    static let stateRefunded = TextKey("state.refunded")
    static let stateUnshared = TextKey("state.unshared")

    static let buy = TextKey("action.buy")
    static let subscribe = TextKey("action.subscribe")
    static let startTrial = TextKey("action.startTrial")
    static let restore = TextKey("action.restore")
    static let loading = TextKey("product.loading")
    static let purchasing = TextKey("product.purchasing")
    static let pending = TextKey("product.pending")
    static let owned = TextKey("product.owned")
    static let subscribed = TextKey("product.subscribed")
    static let unavailable = TextKey("product.unavailable")
    static let bestValue = TextKey("product.bestValue")
    static let restoreDone = TextKey("restore.done")
    static let restoreNothing = TextKey("restore.nothing")
    static let generalError = TextKey("error.general")
    /// What is said of `storageFailed` when there is no space left.
    static let storageFull = TextKey("error.storageFull")

    /// `monthly`.
    static func frequency(_ unit: ProductSubscriptionPeriod.Unit) -> TextKey {
        TextKey("period.often.\(unit.rawValue)")
    }

    /// `every {period}`.
    static func every(_ unit: ProductSubscriptionPeriod.Unit) -> TextKey { TextKey("period.every.\(unit.rawValue)") }

    /// `{price} per month`.
    static func rate(_ unit: ProductSubscriptionPeriod.Unit, _ width: PeriodFormat.Width) -> TextKey {
        let style =
            switch width {
            case .full: "per"
            case .abbreviated: "slash"
            case .narrow: "brief"
            }
        return TextKey("price.\(style).\(unit.rawValue)")
    }

    /// `{price} every {period}`.
    static func rateOfSeveral(_ unit: ProductSubscriptionPeriod.Unit) -> TextKey {
        TextKey("price.every.\(unit.rawValue)")
    }

    /// `{price} for the first month, then {recurring}`.
    static func first(_ unit: ProductSubscriptionPeriod.Unit) -> TextKey { TextKey("offer.first.\(unit.rawValue)") }

    static func section(_ type: ProductType) -> TextKey { TextKey("section.\(type.rawValue)") }

    /// The sentence for an error; not every code has one.
    static func error(_ code: IAPError.Code) -> TextKey { TextKey("error.\(code.rawValue)") }
}

/// A placeholder of a text, written in braces.
enum TextPlaceholder: String, CaseIterable, Sendable {
    case price, regular, recurring, period, frequency, percent, date, relative, product

    /// Whether the value is a sentence's part in the sentence's own language, which needs no isolation.
    var isPhrase: Bool { self == .recurring || self == .frequency }
}
