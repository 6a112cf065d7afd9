import IAPCore

/// What the signed-in customer is shown of the committed state.
extension LedgerState {
    var shownRecords: [RecordedTransaction] {
        view.hidesSome ? records.committed.filter { view.shows($0.account) } : records.committed
    }

    var shownEntries: [LedgerEntry] {
        guard view.hidesSome else { return entries }
        // A renewal bears no account, and the first period, which it names, may be unknown.
        let subscribers = Dictionary(
            records.committed.lazy.map { ($0.transaction.subscriptionIdentifier, $0.account) },
            uniquingKeysWith: { first, _ in first }
        )
        return entries.filter { entry in
            if let identifier = entry.transactionIdentifier {
                let record = committedRecord(identifier)
                return view.shows(record.map(\.account) ?? entry.transaction?.appTransactionIdentifier)
            }
            switch entry.content {
            case .renewal(let renewal):
                return view.shows(subscribers[renewal.originalTransactionIdentifier] ?? nil)
            case .spent(_, _, let account), .balances(_, let account): return view.shows(account)
            case .transferred(let account): return view.shows(account)
            default: return true
            }
        }
    }
}
