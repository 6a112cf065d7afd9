/// Whether something is good or bad for the customer, and how important it is; shown by a colour.
enum Tone: String, Sendable {
    case good, offer, free, waiting, bad, gone, quiet, strong
}

/// A sign of the chart, its replacement in ASCII, and its meaning.
typealias Symbol = (unicode: Character, ascii: Character, legend: String, tone: Tone)

extension ScenarioEvent.Kind {
    var symbol: Symbol {
        switch self {
        case .bought: ("●", "o", "bought", .good)
        case .renewed: ("↻", "r", "renewed", .quiet)
        case .upgraded: ("↑", "^", "upgraded", .good)
        case .planned: ("↷", "~", "change ahead", .offer)
        case .changed: ("⇄", "=", "plan changed", .good)
        case .shared: ("∞", "f", "family sharing", .good)
        case .waiting: ("…", ":", "waits for approval", .waiting)
        case .notBought: ("×", "x", "not bought", .bad)
        case .notCharged: ("!", "!", "not charged", .bad)
        case .accessLost: ("▽", "v", "access ends", .bad)
        case .recovered: ("✚", "+", "charged after all", .good)
        case .expired: ("■", "#", "expired", .bad)
        case .turnedOff: ("⊖", "-", "renewal off", .waiting)
        case .turnedOn: ("⊕", "*", "renewal on", .good)
        case .priceChanged: ("$", "$", "price changed", .offer)
        case .priceAsked: ("?", "?", "higher price ahead", .waiting)
        case .priceAgreed: ("✓", "y", "price agreed to", .good)
        case .priceDeclined: ("✗", "n", "price declined", .bad)
        case .refunded: ("↩", "<", "refunded", .bad)
        case .refundReversed: ("↪", ">", "refund reversed", .good)
        case .setting: ("·", ".", "setting", .quiet)
        case .note: ("¶", "'", "note", .strong)
        }
    }
}

extension Timeline.Band.Kind {
    /// The characters of a terminal's row: the band's beginning, its middle, its end.
    var pattern: (unicode: (start: Character, fill: Character, end: Character), ascii: Character) {
        switch self {
        case .paid: (("┣", "━", "┫"), "=")
        case .offer: (("╠", "═", "╣"), "~")
        case .free: (("├", "┄", "┤"), ".")
        case .grace: (("▒", "▒", "▒"), "+")
        case .retry: (("░", "░", "░"), ":")
        case .refunded: (("╱", "╱", "╱"), "/")
        }
    }

    var legend: String {
        switch self {
        case .paid: "paid"
        case .offer: "paid, with an offer"
        case .free: "free trial"
        case .grace: "grace period"
        case .retry: "billing retry"
        case .refunded: "revoked"
        }
    }

    var tone: Tone {
        switch self {
        case .paid: .good
        case .offer: .offer
        case .free: .free
        case .grace: .waiting
        case .retry: .bad
        case .refunded: .gone
        }
    }
}
