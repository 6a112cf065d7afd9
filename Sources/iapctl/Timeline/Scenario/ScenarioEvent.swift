import Foundation
import IAPCore

/// Something that happens in a scenario: a line of the list, and for most kinds a mark in the chart.
struct ScenarioEvent: Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case bought, renewed, upgraded, planned, changed, shared
        case waiting, notBought
        case notCharged, accessLost, recovered, expired
        case turnedOff, turnedOn
        case priceChanged, priceAsked, priceAgreed, priceDeclined
        case refunded, refundReversed
        case setting, note
    }

    let date: Date
    let kind: Kind
    /// `nil` for an event of the store as a whole.
    var product: ProductIdentifier?
    /// `nil` for an event that concerns every account.
    var account: String?
    let text: String
    /// What was charged or refunded.
    var price: String?
    var transaction: TransactionIdentifier?
}
