import IAPCore

/// What the app's delivery handler has yet to do: transactions to deliver, and revocations to deal with.
struct OpenWork: Sendable {
    private(set) var transactions: Set<TransactionIdentifier> = []

    /// Counts a record in place of its earlier form.
    mutating func note(_ record: RecordedTransaction) {
        if !record.isFulfilled {
            transactions.insert(record.identifier)
        } else if !transactions.isEmpty {  // an empty set hashes what is to be removed
            transactions.remove(record.identifier)
        }
    }
}
