import PurchaseAudit

/// One thing that happens, in numbers that mean something in every state, so that a script stays one when lines go.
struct Step: Hashable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case buy, buyOutside, askToBuy, interrupt, failPurchases
        case approve, decline, resolve, refund, reverseRefund
        case expire, renew, autoRenewOff, autoRenewOn
        case restore, retry, spend, compact, tellAgain
        case relaunch, reopen, kill, crash, fail, failDisk, cutPower, reinstall
        case advance, setClock
        case check

        /// How often it comes.
        fileprivate var weight: Int {
            switch self {
            case .buy: 24
            case .spend: 14
            case .refund, .crash, .fail, .tellAgain: 6
            case .approve, .resolve, .relaunch, .advance: 5
            case .reverseRefund, .restore, .check: 4
            case .kill, .retry: 3
            case .askToBuy, .interrupt, .reopen, .decline, .buyOutside, .compact, .failDisk, .cutPower: 2
            case .failPurchases, .expire, .renew, .autoRenewOff, .autoRenewOn, .setClock, .reinstall: 1
            }
        }
    }

    let kind: Kind
    let first: Int
    let second: Int
    /// How many jobs run before the next step; all, if negative.
    let jobs: Int
    /// The seed of their order.
    let order: UInt32

    private static let deck = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    static func random(_ random: inout SeededRandom) -> Step {
        Step(
            kind: deck[random.below(deck.count)],
            first: random.below(1_000),
            second: random.below(1_000),
            jobs: random.below(2) == 0 ? -1 : random.below(40),
            order: UInt32(truncatingIfNeeded: random.next())
        )
    }

    static func script(seed: UInt64, count: Int) -> [Step] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { _ in .random(&random) }
    }
}

extension Step: CustomStringConvertible {
    /// A line of a script: `buy 3 14 jobs -1 order 77`.
    var description: String { "\(kind.rawValue) \(first) \(second) jobs \(jobs) order \(order)" }

    init?(_ line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count == 7, let kind = Kind(rawValue: String(words[0])), let first = Int(words[1]),
            let second = Int(words[2]), let jobs = Int(words[4]), let order = UInt32(words[6])
        else { return nil }
        self.init(kind: kind, first: first, second: second, jobs: jobs, order: order)
    }
}
