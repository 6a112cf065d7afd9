import IAPCore

extension Ledger {
    /// Uses credits up: those of the signed-in account first, then those that no account is known of, then, where the
    /// ``AccountPolicy`` lets them count, those of others.
    ///
    /// - Parameters:
    ///   - amount: 1 to 1,000,000,000,000.
    ///   - note: What for; for the history.
    /// - Throws: ``IAPError`` with code `insufficientBalance` when there are fewer, `invalidAmount` when the amount is
    ///   out of range, `storageFailed` when it could not be made durable. Nothing is spent then.
    public func spend(_ amount: Int, of unit: String, note: String? = nil) async throws {
        let credit = try Credit(amount, of: unit)
        try await journal.commit { [clock] state in
            let balance = state.balances.amount(of: unit, for: state.view)
            guard balance >= amount else {
                throw IAPError(
                    .insufficientBalance,
                    "\(amount) \(unit) were to be spent, and there are \(balance). Offer the customer to buy more."
                )
            }
            let now = state.now(by: clock)
            let account = state.view.account
            let own = state.balances.amount(of: unit, takenFrom: account)
            guard let account, own < amount || own > 0 else {
                return state.append(LedgerEntry(.spent([credit], note: note, account: nil), date: now))
            }
            if own > 0 {
                let credit = try Credit(min(own, amount), of: unit)
                state.append(LedgerEntry(.spent([credit], note: note, account: account), date: now))
            }
            if own < amount {
                let credit = try Credit(amount - own, of: unit)
                state.append(LedgerEntry(.spent([credit], note: note, account: nil), date: now))
            }
        }
    }
}
