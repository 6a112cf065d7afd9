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

    /// - Parameters:
    ///   - spends: What the entries say, by its note.
    ///   - compacted: What was used up by uses that the history no longer has, since it was compacted.
    /// - Throws: ``Violation`` when an acknowledged use is not in the ledger, a refused one is, or one that the app
    ///   never made. Of those that a crash cut short, either is right.
    package func check(_ spends: [String: Int], compacted: [String: Int]? = nil) throws(Violation) {
        if let compacted {
            try check(compacted: compacted, besides: spends)
        } else {
            for (note, outcome) in outcomes where outcome == .kept {
                try require(spends[note] != nil, "The acknowledged \(note) is lost.")
            }
        }
        for (note, amount) in spends {
            try require(amounts[note] == amount, "\(note) spent \(amount) instead of \(amounts[note] ?? 0).")
            try require(outcomes[note] != .refused, "\(note) was refused, and is spent.")
        }
    }

    /// All acknowledged uses of which there is no entry, and some of those that a crash cut short, come to what was
    /// used up.
    private func check(compacted: [String: Int], besides spends: [String: Int]) throws(Violation) {
        let gone = outcomes.filter { spends[$0.key] == nil }
        let kept = gone.filter { $0.value == .kept }.reduce(0) { $0 + (amounts[$1.key] ?? 0) }
        // Few: a process is cut short in one at a time.
        let sums = gone.filter { $0.value == .unknown }.reduce(into: Set([kept])) { sums, use in
            sums.formUnion(sums.map { $0 + (amounts[use.key] ?? 0) })
        }
        let spent = compacted.values.reduce(0, +)
        try require(
            sums.contains(spent),
            "\(spent) were used up before the history was compacted, and acknowledged are \(kept)."
        )
    }
}
