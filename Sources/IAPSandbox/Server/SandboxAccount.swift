import Foundation
import IAPCore

/// One customer's purchases.
struct SandboxAccount: Sendable, Codable {
    private enum CodingKeys: String, CodingKey {
        case name, records, subscriptions, askedToBuy, redeemedCodes, usedNonces, familyMembers, absentDevices
    }

    /// What is other than when the account was last kept.
    private struct Changes {
        var isAny = false
        /// Of the records.
        var numbers: Set<Int> = []
    }

    let name: String
    /// In the order of their identifiers.
    private(set) var records: [TransactionRecord] = []
    /// At most one a group.
    var subscriptions: [SandboxSubscription] = [] { didSet { changes?.isAny = true } }
    /// The purchases that wait for approval, the longest waiting first.
    var askedToBuy: [TransactionIdentifier] = [] { didSet { changes?.isAny = true } }
    /// The offer codes that were redeemed: each can be once.
    var redeemedCodes: Set<String> = [] { didSet { changes?.isAny = true } }
    /// Of the signatures of promotional offers: each can be used once.
    var usedNonces: Set<UUID> = [] { didSet { changes?.isAny = true } }
    /// The accounts that may use what this one has bought.
    var familyMembers: [Int] = [] { didSet { changes?.isAny = true } }
    /// What is to be told on devices on which the account was signed in before; an earlier version kept none.
    var absentDevices: [SandboxDevice]? { didSet { changes?.isAny = true } }
    /// `nil` until it is kept for the first time, and when records were removed: then it is kept as a whole.
    private var changes: Changes?

    init(name: String) {
        self.name = name
    }

    mutating func append(_ record: TransactionRecord) {
        // A redelivery may come late: identifiers are given out in order, but kept when a purchase waits.
        let place = records.last.map { $0.number < record.number } ?? true ? records.count : position(of: record.number)
        records.insert(record, at: place)
        changes?.numbers.insert(record.number)
    }

    private func position(of number: Int) -> Int {
        // Mostly the newest is asked for.
        if let last = records.last, last.number <= number { return records.count - (last.number == number ? 1 : 0) }
        var low = 0
        var high = records.count
        while low < high {
            let middle = (low + high) / 2
            if records[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Where a transaction stands in ``records``, found in logarithmic time.
    func index(of identifier: TransactionIdentifier) -> Int? {
        identifier.exactNumber.flatMap { index(ofNumber: $0) }
    }

    func index(ofNumber number: Int) -> Int? {
        let place = position(of: number)
        return place < records.count && records[place].number == number ? place : nil
    }

    subscript(identifier: TransactionIdentifier) -> TransactionRecord? {
        index(of: identifier).map { records[$0] }
    }

    mutating func change(_ identifier: TransactionIdentifier, _ body: (inout TransactionRecord) -> Void) {
        guard let index = index(of: identifier) else { return }
        body(&records[index])
        changes?.numbers.insert(records[index].number)
    }

    mutating func removeRecords(where isRemoved: (TransactionRecord) -> Bool) {
        changes = nil
        records.removeAll(where: isRemoved)
    }

    // MARK: Keeping

    var isChangedAsAWhole: Bool { changes == nil }

    var mustMarkKept: Bool { changes.map { $0.isAny || !$0.numbers.isEmpty } ?? true }

    /// The account with those of its records that have changed; `nil` when nothing has.
    var changedPart: SandboxAccount? {
        guard let changes else { return self }
        guard changes.isAny || !changes.numbers.isEmpty else { return nil }
        var part = self
        part.records = changes.numbers.sorted().compactMap { self[TransactionIdentifier(String($0))] }
        return part
    }

    mutating func markKept() {
        changes = Changes()
    }

    /// Becomes another form of itself, which has those records that have changed.
    mutating func take(_ part: SandboxAccount) {
        var known: [TransactionRecord] = []
        swap(&known, &records)
        self = part
        records = known
        for record in part.records {
            if let index = index(of: record.id) { records[index] = record } else { append(record) }
        }
    }

    /// - Parameter number: Of the transaction that began it.
    func index(ofSubscription number: Int) -> Int? {
        subscriptions.firstIndex { $0.number == number }
    }

    func index(ofGroup group: String) -> Int? {
        subscriptions.firstIndex { $0.groupIdentifier == group }
    }
}
