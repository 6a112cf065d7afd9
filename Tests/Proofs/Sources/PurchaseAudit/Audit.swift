package import IAP

/// Compares what a ledger and its app hold with what the store has charged, once nothing is under way.
package struct Audit {
    package let ledger: Ledger
    /// What the store charged that concerns this ledger.
    package let charges: [Charge]
    package let goods: Goods
    package let spends: SpendLog

    package init(ledger: Ledger, charges: [Charge], goods: Goods, spends: SpendLog) {
        self.ledger = ledger
        self.charges = charges
        self.goods = goods
        self.spends = spends
    }

    /// - Parameters:
    ///   - account: The ledger's history, followed up to its end.
    ///   - mustHave: Whether the ledger has to have a charge; otherwise it may.
    package func check(_ account: LedgerAccount, mustHave: (Charge) -> Bool = { _ in true }) throws(Violation) {
        if let violation = goods.violation { throw violation }
        var inForce: Set<TransactionIdentifier> = []
        for charge in charges where !charge.isRefunded {
            inForce.insert(charge.identifier)
            guard mustHave(charge) else { continue }
            try require(
                account.isInForce(charge.identifier),
                "\(charge.product) \(charge.identifier) is paid and lost."
            )
        }
        for identifier in account.inForce {
            try require(inForce.contains(identifier), "\(identifier) is granted, and is not paid or was refunded.")
            try require(goods.isGiven(identifier), "\(identifier) is in force, and the app has not given it.")
        }
        for identifier in goods.given {
            try require(account.isInForce(identifier), "The app has given \(identifier), which is not in force.")
        }
        for unit in Shop.units {
            let balance = ledger.balance(of: unit)
            let sum = account.balances[unit] ?? 0
            try require(balance == sum, "The balance is \(balance) \(unit), and the entries add up to \(sum).")
        }
        try spends.check(account.spends, compacted: account.isCompacted ? account.compactedSpends : nil)
        let open = ledger.transactions.filter { !$0.isFulfilled }.map(\.transaction.transactionIdentifier)
        try require(open.isEmpty, "The ledger holds transactions that the app has yet to deliver or to revoke: \(open)")
    }
}
