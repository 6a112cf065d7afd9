import IAPCore

/// A ledger's records, in the order in which they were recorded. The latest changes can be taken back.
struct Records: Sendable {
    private(set) var committed: [Record] = []
    /// Drafted changes of committed records, by number.
    private(set) var changes: [Int: Record] = [:]
    /// Drafted records, which follow the committed ones.
    private(set) var news: [Record] = []
    /// Where a record is found: by its transaction, and by the purchase that a restored transaction repeats.
    private var numbers = Drafted<IdentifierKey, Int>()
    /// The drafted record that was added last: what follows a record is mostly about it.
    private var latest: (key: IdentifierKey, number: Int)?

    // MARK: Finding, drafts included

    func number(of key: IdentifierKey) -> Int? {
        if let latest, latest.key == key { return latest.number }
        return numbers[key]
    }

    /// The number of the record of this transaction, or of the purchase that it repeats.
    func number(of word: StoreWord) -> Int? {
        number(of: word.key) ?? word.keyOfRepeatedPurchase.flatMap { number(of: $0) }
    }

    subscript(number: Int) -> Record {
        number < committed.count ? changes[number] ?? committed[number] : news[number - committed.count]
    }

    /// The records that belong to another account than this one.
    func numbers(ofOthersThan account: String) -> [Int] {
        (0..<(committed.count + news.count)).filter { self[$0].account.map { $0 != account } ?? false }
    }

    // MARK: Finding, drafts left out

    func committedNumber(of key: IdentifierKey) -> Int? { numbers.committed[key] }

    /// By number, the other transaction's identifier by which a record is found as well.
    var committedAliases: [Int: TransactionIdentifier] {
        var aliases: [Int: TransactionIdentifier] = [:]
        for (key, number) in numbers.committed where committed[number].word.key != key {
            aliases[number] = key.identifier
        }
        return aliases
    }

    // MARK: Changing

    mutating func reserveCapacity(forNews count: Int) {
        news.reserveCapacity(count)
        numbers.reserveCapacity(forDraft: count)
    }

    /// Adds the record of a transaction, unless it has one, or the purchase has that it repeats. Returns whether it
    /// did.
    mutating func add(_ record: consuming Record) -> Bool {
        let number = committed.count + news.count
        let key = record.word.key
        let alias = record.word.keyOfRepeatedPurchase
        if let alias, numbers[alias] != nil { return false }
        guard numbers.value(of: key, orNew: number) == number else { return false }
        if let alias { numbers[alias] = number }
        news.append(record)
        latest = (key, number)
        return true
    }

    /// Puts a record in place of the transaction's, or adds it.
    ///
    /// - Parameter alias: The other transaction's identifier by which it is found as well.
    mutating func carry(_ record: Record, foundAlsoBy alias: IdentifierKey?) {
        latest = nil
        let key = record.word.key
        var number = committed.count + news.count
        if let known = numbers[key], self[known].word.key == key {
            number = known
            change(number) { $0 = record }
        } else {
            numbers[key] = number
            news.append(record)
        }
        if let alias { numbers[alias] = number }
    }

    mutating func change(_ number: Int, _ change: (inout Record) -> Void) {
        if number < committed.count {
            var record = self[number]
            change(&record)
            changes[number] = record
        } else {
            change(&news[number - committed.count])
        }
    }

    mutating func commit() {
        for (number, record) in changes { committed[number] = record }
        if committed.isEmpty { committed = news } else { committed += news }
        numbers.commit()
        discard()
    }

    mutating func discard() {
        latest = nil
        if !changes.isEmpty { changes = [:] }
        if !news.isEmpty { news = [] }
        numbers.discard()
    }
}
