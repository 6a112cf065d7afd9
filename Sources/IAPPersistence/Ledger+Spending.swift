import IAPCore

extension Ledger {
    /// Uses credits up.
    ///
    /// - Parameters:
    ///   - amount: 1 to 1,000,000,000,000.
    ///   - note: What for; for the history.
    /// - Throws: ``IAPError`` with code `insufficientBalance` when there are fewer, `invalidAmount` when the amount is out of
    ///   range, `storageFailed` when it could not be made durable. Nothing is spent then.
    public func spend(_ amount: Int, of unit: String, note: String? = nil) async throws {
        let credit = try Credit(amount, of: unit)
        try await journal.commit { [clock] state in
            let balance = state.balances[unit] ?? 0
            guard balance >= amount else {
                throw IAPError(
                    .insufficientBalance,
                    "\(amount) \(unit) were to be spent, and there are \(balance). Offer the customer to buy more."
                )
            }
            state.append(.spent(credit, note: note, date: state.now(by: clock)))
        }
    }
}
