/// Uses of credits as the app knows them, by their notes.
package struct SpendLog: Sendable {
    private enum Outcome {
        case unknown, kept, refused
    }

    private var amounts: [String: Int] = [:]
    private var outcomes: [String: Outcome] = [:]

    package init() {}

    package mutating func begin(_ note: String, amount: Int) {
        amounts[note] = amount
        outcomes[note] = .unknown
    }

    package mutating func acknowledge(_ note: String) {
        outcomes[note] = .kept
    }

    package mutating func refuse(_ note: String) {
        outcomes[note] = .refused
    }

    /// - Throws: ``Violation`` when an acknowledged use is not in the ledger, a refused one is, or one that the app never
    ///   made. Of those that a crash cut short, either is right.
    package func check(_ spends: [String: Int]) throws(Violation) {
        for (note, outcome) in outcomes where outcome == .kept {
            try require(spends[note] != nil, "The acknowledged \(note) is lost.")
        }
        for (note, amount) in spends {
            try require(amounts[note] == amount, "\(note) spent \(amount) instead of \(amounts[note] ?? 0).")
            try require(outcomes[note] != .refused, "\(note) was refused, and is spent.")
        }
    }
}
