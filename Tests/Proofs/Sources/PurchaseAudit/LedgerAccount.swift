package import Foundation
package import IAP

/// A ledger's entries added up anew, in a few lines that share nothing with the ledger's own.
package struct LedgerAccount: Sendable {
    private struct Purchase {
        var granted = 0
        var takenBack = 0
        var isInForce = true
    }

    package private(set) var balances: [String: Int] = [:]
    /// What each use of credits, by its note, used up.
    package private(set) var spends: [String: Int] = [:]
    /// What had been used up of each unit when the history was compacted: what was granted and not taken back, less
    /// what was left. Which uses those were is no longer known.
    package var compactedSpends: [String: Int] {
        carriedGrants.merging(carriedBalances.mapValues { -$0 }, uniquingKeysWith: +)
    }
    package private(set) var isCompacted = false
    /// The latest date that the store put on an entry. A device's clock that is earlier is wrong.
    package private(set) var latestStoreDate = Date.distantPast
    private var carriedGrants: [String: Int] = [:]
    private var carriedBalances: [String: Int] = [:]
    private var purchases: [TransactionIdentifier: Purchase] = [:]
    private var count = 0
    private let credits: [ProductIdentifier: Credit]

    package init(credits: [ProductIdentifier: Credit]) {
        self.credits = credits
    }

    package func knows(_ identifier: TransactionIdentifier) -> Bool { purchases[identifier] != nil }

    package var inForce: [TransactionIdentifier] { purchases.filter(\.value.isInForce).map(\.key) }

    package func isInForce(_ identifier: TransactionIdentifier) -> Bool { purchases[identifier]?.isInForce ?? false }

    /// Adds what the history has gained.
    package mutating func follow(_ history: [LedgerEntry]) throws(Violation) {
        try require(history.count >= count, "The history has \(history.count) entries and had \(count).")
        for entry in history[count...] {
            try add(entry)
            noteDates(of: entry)
        }
        count = history.count
    }

    private mutating func add(_ entry: LedgerEntry) throws(Violation) {
        let amount = entry.credits.first?.amount ?? 0
        let unit = entry.credits.first?.unit ?? ""
        let identifier = entry.transactionIdentifier ?? ""
        switch entry.content {
        case .recorded:
            try require(purchases[identifier] == nil, "\(identifier) is recorded twice.")
            try requireFullCredit(of: entry, amount)
            purchases[identifier] = Purchase(granted: amount)
            balances[unit, default: 0] += amount
        case .granted:
            try require(purchases[identifier]?.granted == 0, "\(identifier) is credited twice.")
            try requireFullCredit(of: entry, amount)
            purchases[identifier]?.granted = amount
            balances[unit, default: 0] += amount
        case .revoked:
            guard let purchase = purchases[identifier] else {
                try require(amount == 0, "\(identifier) was never granted, and \(amount) \(unit) are taken back.")
                purchases[identifier] = Purchase(isInForce: false)
                return
            }
            try require(purchase.isInForce, "\(identifier) is taken back twice.")
            let left = credits[entry.transaction?.productIdentifier ?? ""].map { balances[$0.unit] ?? 0 } ?? 0
            let due = min(purchase.granted, left)
            try require(amount == due, "\(amount) instead of \(due) are taken back of \(identifier).")
            purchases[identifier]?.takenBack = amount
            purchases[identifier]?.isInForce = false
            balances[unit, default: 0] -= amount
        case .reinstated:
            let purchase = purchases[identifier] ?? Purchase()
            try require(!purchase.isInForce, "\(identifier) is given again, and was not taken back.")
            if purchase.granted == 0 {
                try requireFullCredit(of: entry, amount)
                purchases[identifier]?.granted = amount
            } else {
                try require(
                    amount == purchase.takenBack,
                    "\(amount) instead of the \(purchase.takenBack) taken back are given again of \(identifier)."
                )
            }
            purchases[identifier]?.isInForce = true
            balances[unit, default: 0] += amount
        case .spent:
            let note = entry.note ?? ""
            try require(spends[note] == nil, "\(note) is spent twice.")
            spends[note] = amount
            balances[unit, default: 0] -= amount
            try require(balances[unit] ?? 0 >= 0, "\(note) spends more \(unit) than there are.")
        case .snapshot(let snapshot):
            try require(purchases[identifier] == nil, "\(identifier) is carried forward twice.")
            // Restored, or taken back before it came, it never granted anything.
            if amount > 0 { try requireFullCredit(of: entry, amount) }
            let takenBack = snapshot.record.revokedCredits.first?.amount ?? 0
            let isInForce = !snapshot.record.isRevoked
            purchases[identifier] = Purchase(granted: amount, takenBack: takenBack, isInForce: isInForce)
            if amount > 0 { carriedGrants[unit, default: 0] += isInForce ? amount : amount - takenBack }
        case .balances(let amounts, _):
            isCompacted = true
            for (unit, amount) in amounts {
                balances[unit, default: 0] += amount
                carriedBalances[unit, default: 0] += amount
            }
        default: break
        }
    }

    private mutating func noteDates(of entry: LedgerEntry) {
        let dates: [Date?]
        switch entry.content {
        case .renewal(let renewal): dates = [renewal.signedDate]
        // Stands for the dates of the entries that were compacted.
        case .balances: dates = [entry.date]
        default:
            let transaction = entry.transaction
            // A renewal is dated by its period, which may begin a day later than the store charges for it.
            let purchaseDate = transaction?.reason == .purchase ? transaction?.transactionDate : nil
            dates = [purchaseDate, transaction?.revocationDate, transaction?.signedDate]
        }
        latestStoreDate = dates.compactMap { $0 }.reduce(latestStoreDate, max)
    }

    private func requireFullCredit(of entry: LedgerEntry, _ amount: Int) throws(Violation) {
        guard let transaction = entry.transaction else { throw Violation("An entry lacks its transaction: \(entry)") }
        let isRestored = entry.kind == "recorded" && transaction.transactionState == .restored
        let credit = isRestored ? 0 : credits[transaction.productIdentifier]?.amount ?? 0
        let due = credit * transaction.quantity
        let identifier = transaction.transactionIdentifier
        try require(amount == due, "\(amount) instead of \(due) are granted for \(identifier).")
    }
}
