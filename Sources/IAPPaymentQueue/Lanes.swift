import Foundation
import IAPCore

/// Work that is done in order within a lane, and side by side across lanes.
///
/// All that concerns one purchase — its states, its redeliveries, its renewals, its revocation — meets in a lane: that
/// of its request, or that of its transaction.
final class Lanes: Sendable {
    enum Lane: Hashable {
        case request(UUID)
        case transaction(TransactionIdentifier)
        /// What passes from one account to another.
        case accounts
    }

    private let order = Locked(LaneOrder())

    /// Adds work behind everything that was added to any of the lanes before. The task ends with the work's result.
    @discardableResult
    func add<Outcome: Sendable>(
        to lanes: [Lane],
        _ work: @escaping @Sendable () async -> Outcome
    ) -> Task<Outcome, Never> {
        let (job, isFree) = order.withLock { $0.add(to: lanes) }
        return Task {
            if !isFree { await turn(of: job) }
            let outcome = await work()
            end(job)
            return outcome
        }
    }

    /// Adds work that waits for nothing: where nothing goes before it, it is done by the time this returns.
    func addPrompt(to lanes: [Lane], _ work: @escaping @Sendable () -> Void) {
        let (job, isFree) = order.withLock { $0.add(to: lanes) }
        let beginsNow = isFree || order.withLock { $0.mayBegin(job, otherwise: .prompt(work)) }
        guard beginsNow else { return }
        work()
        end(job)
    }

    private func turn(of job: LaneOrder.Job) async {
        await withCheckedContinuation { continuation in
            let isFree = order.withLock { $0.mayBegin(job, otherwise: .task { continuation.resume() }) }
            if isFree { continuation.resume() }
        }
    }

    private func end(_ job: LaneOrder.Job) {
        var turns = order.withLock { $0.end(job) }
        while let (next, beginning) = turns.popLast() {
            switch beginning {
            case .task(let begin): begin()
            case .prompt(let work):
                work()
                turns += order.withLock { $0.end(next) }
            }
        }
    }

    /// Returns when all is done that was added before.
    func drained() async {
        let lanes = order.withLock { $0.lanes }
        await add(to: lanes) {}.value
    }
}

/// Which work goes before which.
private struct LaneOrder {
    typealias Job = Int

    /// What to do when a job's turn has come.
    enum Beginning {
        /// Has its task go on, which tells when it has ended.
        case task(@Sendable () -> Void)
        /// Does all there is to do.
        case prompt(@Sendable () -> Void)
    }

    private struct Entry {
        let lanes: [Lanes.Lane]
        /// How many go before it.
        var obstacleCount = 0
        var followers: [Job] = []
        /// Known once it waits.
        var beginning: Beginning?
    }

    private var next: Job = 0
    private var entries: [Job: Entry] = [:]
    /// Of each lane, what was added last.
    private var tails: [Lanes.Lane: Job] = [:]

    var lanes: [Lanes.Lane] { Array(tails.keys) }

    /// - Returns: The job, and whether nothing goes before it.
    mutating func add(to lanes: [Lanes.Lane]) -> (Job, isFree: Bool) {
        let job = next
        next += 1
        var entry = Entry(lanes: lanes)
        for lane in lanes {
            let previous = tails.updateValue(job, forKey: lane)
            guard let previous, previous != job else { continue }
            entries[previous]?.followers.append(job)
            entry.obstacleCount += 1
        }
        entries[job] = entry
        return (job, entry.obstacleCount == 0)
    }

    /// Whether nothing goes before a job any longer. Otherwise, it begins as told here when that is so.
    mutating func mayBegin(_ job: Job, otherwise beginning: Beginning) -> Bool {
        if entries[job]?.obstacleCount == 0 { return true }
        entries[job]?.beginning = beginning
        return false
    }

    /// - Returns: The jobs that it was the last obstacle for.
    mutating func end(_ job: Job) -> [(Job, Beginning)] {
        guard let entry = entries.removeValue(forKey: job) else { return [] }
        for lane in entry.lanes where tails[lane] == job { tails[lane] = nil }
        return entry.followers.compactMap { follower in
            entries[follower]?.obstacleCount -= 1
            guard let next = entries[follower], next.obstacleCount == 0 else { return nil }
            return next.beginning.map { (follower, $0) }
        }
    }
}

extension PaymentTransaction {
    /// The lanes of the transaction, of the subscription's or the purchase's first one as far as the store names it,
    /// and of the request that it answers.
    var lanes: [Lanes.Lane] {
        // A store may name the first one at one time and withhold it at another.
        var lanes: [Lanes.Lane] = [.transaction(transactionIdentifier)]
        if let original = originalTransactionIdentifier, original != transactionIdentifier {
            lanes.append(.transaction(original))
        }
        if let request = payment.requestIdentifier { lanes.append(.request(request)) }
        return lanes
    }
}
