/// How much it matters, and whether it is welcome; a colour, where there are any.
enum Tone: Sendable {
    case good, offer, free, waiting, bad, gone, quiet, strong
}

/// A sign of the chart, one in ASCII, and what it means.
typealias Symbol = (unicode: Character, ascii: Character, legend: String, tone: Tone)

extension Stacking.Rest {
    static let symbol: Symbol = ("⋮", "&", "more, see the list", .quiet)
}

extension Happening.Kind {
    var symbol: Symbol {
        switch self {
        case .bought: ("●", "o", "bought", .good)
        case .renewed: ("↻", "r", "renewed", .quiet)
        case .upgraded: ("↑", "^", "upgraded", .good)
        case .planned: ("↷", "~", "change ahead", .offer)
        case .changed: ("⇄", "=", "plan changed", .good)
        case .shared: ("∞", "f", "family sharing", .good)
        case .waiting: ("…", ":", "waits for approval", .waiting)
        case .unbought: ("×", "x", "not bought", .bad)
        case .failed: ("!", "!", "not charged", .bad)
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
    /// How a row of a terminal is filled: the band's beginning, its middle, its end.
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
        case .refunded: "taken back"
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
