import Foundation
import IAPCore

/// What the App Store remembers, whatever becomes of the app and its device.
struct ServerHistory: Sendable, Codable {
    var now: Date
    var lastIdentifier = 0
    var account = SandboxAccount()
    var devices: [SandboxDevice] = []
    /// Who is signed in, and who was before, by name; a history without them is of one customer.
    var customer: String?
    var signedOut: [String: SignedOutCustomer]?
}

/// One customer's purchases.
struct SandboxAccount: Sendable, Codable {
    /// In the order of their identifiers.
    private(set) var records: [TransactionRecord] = []
    /// At most one a group.
    var subscriptions: [SandboxSubscription] = []
    /// The purchases that wait for approval, the longest waiting first.
    var askedToBuy: [TransactionIdentifier] = []

    mutating func append(_ record: TransactionRecord) {
        records.append(record)
    }

    /// Where a transaction stands in ``records``, found in logarithmic time.
    func index(of identifier: TransactionIdentifier) -> Int? {
        guard let number = Int(identifier.rawValue) else { return nil }
        var low = 0
        var high = records.count
        while low < high {
            let middle = (low + high) / 2
            if records[middle].number < number { low = middle + 1 } else { high = middle }
        }
        guard low < records.count, records[low].transaction.transactionIdentifier == identifier else { return nil }
        return low
    }

    subscript(identifier: TransactionIdentifier) -> TransactionRecord? {
        index(of: identifier).map { records[$0] }
    }

    mutating func change(_ identifier: TransactionIdentifier, _ body: (inout TransactionRecord) -> Void) {
        guard let index = index(of: identifier) else { return }
        body(&records[index])
    }

    mutating func removeRecords(where isRemoved: (TransactionRecord) -> Bool) {
        records.removeAll(where: isRemoved)
    }
}

/// One purchase in the account's history.
struct TransactionRecord: Sendable, Codable {
    /// What keeps a purchase from being decided.
    enum Obstacle: Hashable, Sendable, Codable {
        /// Somebody is asked, until the request lapses.
        case approval(until: Date)
        /// The customer has something to settle.
        case interruption
    }

    /// As every device may see it: its payment names no request.
    var transaction: PaymentTransaction
    /// The device that bought; `nil` outside the app.
    var device: String?
    /// The submission that an approval or a settled interruption will answer.
    var requestIdentifier: UUID?
    var obstacle: Obstacle?
    /// Whether some device has finished it.
    var isFinished = false

    /// Dates what the store says of it now, later than what it said before: also where no time has passed.
    mutating func sign(at date: Date) {
        let earliest = transaction.signedDate?.addingTimeInterval(0.001) ?? date
        transaction.signedDate = max(date, earliest)
    }

    var number: Int { transaction.id.number }

    /// Paid and not taken back.
    var isInForce: Bool { transaction.transactionState == .purchased && transaction.revocationDate == nil }

    var isPendingAskToBuyConfirmation: Bool {
        if case .approval = obstacle { true } else { false }
    }
}

extension TransactionIdentifier {
    /// A sandbox counts its transactions.
    var number: Int { Int(rawValue) ?? 0 }
}

/// A device that the account is signed in on.
struct SandboxDevice: Sendable, Codable {
    let name: String
    /// What the app on it has yet to finish, in the order of first delivery.
    var queue: [PaymentTransaction] = []
    private var highestNumber = 0

    init(name: String) {
        self.name = name
    }

    mutating func put(_ transaction: PaymentTransaction) {
        let number = transaction.id.number
        // What is newer than all that ever waited need not be looked for.
        if number <= highestNumber, let index = queue.firstIndex(where: { $0.id == transaction.id }) {
            queue[index] = transaction
        } else {
            queue.append(transaction)
        }
        highestNumber = max(highestNumber, number)
    }
}
