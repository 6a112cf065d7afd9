import Foundation
import IAPCore

/// A device that an account is signed in on.
struct SandboxDevice: Sendable, Codable {
    private enum CodingKeys: String, CodingKey {
        case name, account, queue, highestNumber
    }

    /// What the app has yet to finish.
    struct Waiting: Sendable, Codable {
        let number: Int
        /// The submission that it answers.
        var requestIdentifier: UUID?

        var id: TransactionIdentifier { TransactionIdentifier(String(number)) }
    }

    let name: String
    /// Whose purchases it hears of.
    let account: Int
    /// In the order of first delivery.
    var queue: [Waiting] = [] { didSet { hasChanged = true } }
    private var highestNumber = 0
    /// Whether it came since the history was last kept.
    private(set) var isNew = true
    /// Whether it is other than when the history was last kept.
    private(set) var hasChanged = true

    init(name: String, account: Int) {
        self.name = name
        self.account = account
    }

    mutating func markKept() {
        isNew = false
        hasChanged = false
    }

    /// Comes anew into the history's list of devices.
    mutating func markNew() {
        isNew = true
        hasChanged = true
    }

    /// Where a transaction waits in the ``queue``.
    func place(of identifier: TransactionIdentifier) -> Int? {
        identifier.exactNumber.flatMap { number in queue.firstIndex { $0.number == number } }
    }

    mutating func put(_ waiting: Waiting) {
        // What is newer than all that ever waited need not be looked for.
        if waiting.number <= highestNumber, let index = queue.firstIndex(where: { $0.number == waiting.number }) {
            queue[index] = waiting
        } else {
            queue.append(waiting)
        }
        highestNumber = max(highestNumber, waiting.number)
    }
}
