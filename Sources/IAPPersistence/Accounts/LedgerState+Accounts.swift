import IAPCore

/// What whoever is signed in is shown of that which is durable.
extension LedgerState {
    var shownRecords: [Record] {
        view.hidesSome ? records.committed.filter { view.shows($0.account) } : records.committed
    }

    var shownEntries: [LedgerEntry] {
        guard view.hidesSome else { return entries }
        // A renewal bears no account, and the first period, which it names, may be unknown.
        let subscribers = Dictionary(
            records.committed.lazy.map { ($0.word.subscriptionKey, $0.account) },
            uniquingKeysWith: { first, _ in first }
        )
        return entries.filter { entry in
            if let identifier = entry.transactionIdentifier {
                let record = records.committedNumber(of: IdentifierKey(identifier)).map { records.committed[$0] }
                return view.shows(record.map(\.account) ?? entry.word?.account)
            }
            if let renewal = entry.renewal {
                return view.shows(subscribers[IdentifierKey(renewal.originalTransactionIdentifier)] ?? nil)
            }
            return view.shows(entry.account)
        }
    }
}
