import Foundation

/// What a chart of a scenario shows, in dates and independent of how it is drawn.
struct Timeline: Sendable {
    /// A stretch of time of a plan.
    struct Band: Sendable {
        enum Kind: String, Sendable, CaseIterable {
            case paid, free, offer, grace, retry, refunded

            /// Whether it is a period, which has a visible beginning, or a stretch within one.
            var isPeriod: Bool { self == .paid || self == .free || self == .offer }
        }

        let kind: Kind
        let start: Date
        let end: Date
        /// Written into the band where it fits.
        let label: String
        /// The tooltip.
        let detail: String
    }

    /// The bands of one plan.
    struct Track: Sendable {
        let name: String
        let bands: [Band]
    }

    struct Mark: Sendable {
        let date: Date
        let kind: ScenarioEvent.Kind
        /// The tooltip.
        let detail: String
    }

    /// A customer's subscription in a group of plans, or what a customer bought once.
    struct Section: Sendable {
        let name: String
        /// The state at the end.
        let state: String
        let tracks: [Track]
        let marks: [Mark]
    }

    /// A line of the list.
    struct Entry: Sendable {
        let date: String
        let kind: ScenarioEvent.Kind
        let plan: String
        /// The account, with a separator before it; empty where there is one account only.
        let account: String
        let text: String
        let price: String
        let transaction: String

        /// The plan and the account. A plan's name that is too long is cut before the account's is.
        func subject(ofWidth width: Int = .max, ellipsis: String = "…") -> String {
            let whole = plan + account
            guard whole.columns > width else { return whole }
            let owner = account.fitted(to: min(account.columns, width * 2 / 3), ellipsis: ellipsis)
            return plan.fitted(to: min(plan.columns, width - owner.columns), ellipsis: ellipsis) + owner
        }
    }

    enum LegendItem: Sendable {
        case band(Band.Kind)
        case mark(Symbol)
        case scriptEnd

        var text: String {
            switch self {
            case .band(let kind): kind.legend
            case .mark(let symbol): symbol.legend
            case .scriptEnd: "the script's end"
            }
        }
    }

    let title: String
    let start: Date
    /// The end of the script.
    let now: Date
    /// The end of the last period, which may be later than the script's.
    let end: Date
    let sections: [Section]
    let notes: [Mark]
    let entries: [Entry]

    /// The first and the last date, with the time of day if it is about a few days.
    var range: String {
        let isShort = end.timeIntervalSince(start) < 3 * 86_400
        return isShort ? "\(start.dayAndTime) – \(end.dayAndTime)" : "\(start.day) – \(end.day)"
    }

    var bandKinds: [Band.Kind] {
        let used = Set(sections.flatMap(\.tracks).flatMap(\.bands).map(\.kind))
        return Band.Kind.allCases.filter(used.contains)
    }

    /// - Parameter hasMore: Whether there is a symbol for marks that do not fit.
    func legend(hasMore: Bool) -> [LegendItem] {
        let used = Set((sections.flatMap(\.marks) + notes).map(\.kind))
        return bandKinds.map(LegendItem.band)
            + ScenarioEvent.Kind.allCases.filter(used.contains).map { .mark($0.symbol) }
            + (hasMore ? [.mark(MarkRows.more)] : [])
            + (now < end ? [.scriptEnd] : [])
    }

    /// The place of a date between the start, 0, and the end, 1.
    func share(_ date: Date) -> Double {
        let whole = end.timeIntervalSince(start)
        return whole > 0 ? min(max(date.timeIntervalSince(start) / whole, 0), 1) : 0
    }
}
