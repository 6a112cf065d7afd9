import IAPCore

/// A ledger's records, in the order in which they were recorded. The latest changes are pending until they are committed.
struct Records: Sendable {
    private(set) var committed: [RecordedTransaction] = []
    /// Pending changes of committed records, by number.
    private(set) var changed: [Int: RecordedTransaction] = [:]
    /// Pending records, which follow the committed ones.
    private(set) var added: [RecordedTransaction] = []
    /// Where a record is found: by its transaction, and by the purchase that a restored transaction repeats.
    private var numbers = PendingDictionary<TransactionIdentifier, Int>()
    /// Where the period of a subscription is found, whatever identifier the store restores it under.
    private var periods = PendingDictionary<SubscriptionPeriod, Int>()

    // MARK: Finding, pending changes included

    func number(of identifier: TransactionIdentifier) -> Int? { numbers[identifier] }

    /// The number of the record of this transaction, or of the purchase that it repeats.
    func number(of transaction: PaymentTransaction) -> Int? {
        if let number = numbers[transaction.transactionIdentifier] { return number }
        if let repeated = transaction.repeatedPurchase { return numbers[repeated] }
        guard let number = transaction.period.flatMap({ periods[$0] }) else { return nil }
        return self[number].transaction.isPeriod(of: transaction) ? number : nil
    }

    subscript(number: Int) -> RecordedTransaction {
        number < committed.count ? changed[number] ?? committed[number] : added[number - committed.count]
    }

    /// The records that belong to another account than this one.
    func numbers(ofOthersThan account: String) -> [Int] {
        (0..<(committed.count + added.count)).filter { self[$0].account.map { $0 != account } ?? false }
    }

    // MARK: Finding, committed alone

    func committedNumber(of identifier: TransactionIdentifier) -> Int? { numbers.committed[identifier] }

    /// By number, the other transaction's identifier by which a record is found as well.
    var committedAliases: [Int: TransactionIdentifier] {
        var aliases: [Int: TransactionIdentifier] = [:]
        for (identifier, number) in numbers.committed where committed[number].identifier != identifier {
            aliases[number] = identifier
        }
        return aliases
    }

    // MARK: Changing

    mutating func reserveCapacity(forAdded count: Int) {
        added.reserveCapacity(count)
        numbers.reserveCapacity(forPending: count)
    }

    /// Adds the record of a transaction, unless it has one, or the purchase has that it repeats. Returns whether it
    /// did.
    mutating func add(_ record: RecordedTransaction) -> Bool {
        guard number(of: record.transaction) == nil else { return false }
        let number = committed.count + added.count
        numbers[record.identifier] = number
        if let repeated = record.transaction.repeatedPurchase { numbers[repeated] = number }
        if let period = record.transaction.period { periods[period] = number }
        added.append(record)
        return true
    }

    /// Puts a snapshot in place of the transaction's record, or adds it.
    mutating func restore(_ snapshot: LedgerEntry.Snapshot) {
        let record = snapshot.record
        var number = committed.count + added.count
        if let known = numbers[record.identifier], self[known].identifier == record.identifier {
            number = known
            change(number) { $0 = record }
        } else {
            numbers[record.identifier] = number
            added.append(record)
        }
        if let period = record.transaction.period { periods[period] = number }
        if let alias = snapshot.alias { numbers[alias] = number }
    }

    mutating func change(_ number: Int, _ change: (inout RecordedTransaction) -> Void) {
        if number < committed.count {
            var record = self[number]
            change(&record)
            changed[number] = record
        } else {
            change(&added[number - committed.count])
        }
    }

    mutating func commit() {
        for (number, record) in changed { committed[number] = record }
        if committed.isEmpty { committed = added } else { committed += added }
        numbers.commit()
        periods.commit()
        discard()
    }

    mutating func discard() {
        if !changed.isEmpty { changed = [:] }
        if !added.isEmpty { added = [] }
        numbers.discard()
        periods.discard()
    }
}
