import Foundation
import IAPCore

/// Something that happened in a scenario: a line of the list, and most often a mark in the chart.
struct Happening: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case bought, renewed, upgraded, planned, changed, shared
        case waiting, unbought
        case failed, accessLost, recovered, expired
        case turnedOff, turnedOn
        case priceChanged, priceAsked, priceAgreed, priceDeclined
        case refunded, refundReversed
        case setting, note
    }

    let date: Date
    let kind: Kind
    /// What it is about; `nil` for what concerns the store as a whole.
    var product: ProductIdentifier?
    /// Whom it happened to; `nil` for everybody.
    var account: String?
    let text: String
    /// What was charged, or paid back.
    var price: String?
    var transaction: TransactionIdentifier?
}
