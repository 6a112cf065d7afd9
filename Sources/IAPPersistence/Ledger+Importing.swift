public import IAPCore

extension Ledger {
    /// Takes over what an app kept before it had a ledger, once a source and environment.
    ///
    /// An import is the app's claim, which the store has not signed. It counts until the store revokes the product. Declare
    /// non-consumables only: the ledger cannot know when an imported subscription ends.
    ///
    /// - Parameter source: Names where the claim comes from. A source that was imported before imports nothing.
    /// - Returns: Whether it was imported now.
    /// - Throws: ``IAPError`` with code `invalidAmount` when the credits of a unit add up to too much, `storageFailed`
    ///   when the import could not be made durable. Nothing counts then.
    @discardableResult
    public func importPurchases(
        _ products: Set<ProductIdentifier>,
        credits: [Credit],
        from source: String
    ) async throws -> Bool {
        let credits = try credits.summedByUnit()
        return try await journal.commit { [clock] state in
            guard state.imports[source] == nil else { return false }
            let content = LedgerEntry.Content.imported(products.sorted(), credits: credits, source: source)
            state.append(LedgerEntry(content, date: state.now(by: clock)))
            return true
        }
    }
}
