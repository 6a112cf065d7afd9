import Foundation

/// A picture of a scenario, in dates: which bands and marks there are, not how they look.
struct Timeline: Sendable {
    /// What fills a stretch of time.
    struct Band: Sendable {
        enum Kind: String, Sendable, CaseIterable {
            case paid, free, offer, grace, retry, refunded
        }

        let kind: Kind
        let start: Date
        let end: Date
        /// Written into the band where there is room.
        let label: String
        /// A sentence for who points at it.
        let detail: String
        /// Whether it is a period, which has a visible beginning, or a stretch within one.
        var isPeriod: Bool { kind == .paid || kind == .free || kind == .offer }
    }

    /// What one plan has been.
    struct Lane: Sendable {
        let name: String
        let bands: [Band]
    }

    struct Mark: Sendable {
        let date: Date
        let kind: Happening.Kind
        let text: String
    }

    /// A customer's life with a group of plans, or with what is bought once.
    struct Life: Sendable {
        let name: String
        /// How it stands at the end.
        let state: String
        let lanes: [Lane]
        let marks: [Mark]
    }

    /// A line of the list.
    struct Entry: Sendable {
        let date: String
        let kind: Happening.Kind
        let plan: String
        /// Whose it is, with what stands between; empty where there is one account.
        let account: String
        let text: String
        let price: String
        let transaction: String

        /// The plan and whose it is. A plan's name that is too long is cut before the account's is.
        func subject(ofWidth width: Int = .max, ellipsis: String = "…") -> String {
            let whole = plan + account
            guard whole.columns > width else { return whole }
            let owner = account.fitted(to: min(account.columns, width * 2 / 3), ellipsis: ellipsis)
            return plan.fitted(to: min(plan.columns, width - owner.columns), ellipsis: ellipsis) + owner
        }
    }

    let title: String
    let start: Date
    /// When the script ended.
    let now: Date
    /// When the last period ends, maybe later.
    let end: Date
    let lives: [Life]
    let notes: [Mark]
    let entries: [Entry]

    /// From when to when; by the time of day as well, where a day says little.
    var range: String {
        let hasTime = end.timeIntervalSince(start) < 3 * 86_400
        return "\(DateWriting.text(start, hasTime: hasTime)) – \(DateWriting.text(end, hasTime: hasTime))"
    }

    var bandKinds: [Band.Kind] {
        let used = Set(lives.flatMap(\.lanes).flatMap(\.bands).map(\.kind))
        return Band.Kind.allCases.filter(used.contains)
    }

    var markKinds: [Happening.Kind] {
        let used = Set(lives.flatMap(\.marks).map(\.kind) + notes.map(\.kind))
        return Happening.Kind.allCases.filter(used.contains)
    }

    /// Where a date lies between the start, 0, and the end, 1.
    func share(_ date: Date) -> Double {
        let whole = end.timeIntervalSince(start)
        return whole > 0 ? min(max(date.timeIntervalSince(start) / whole, 0), 1) : 0
    }
}
