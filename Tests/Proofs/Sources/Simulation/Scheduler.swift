import Dispatch
import Foundation
import PurchaseAudit
import Synchronization

/// Runs every job of Swift's concurrency on one thread, in an order that a seed decides.
///
/// So a run of the simulation is the same each time, an unlucky order of events can be replayed, and nothing has to be
/// waited for: a world is at rest when no job is left. Swift promises no order among jobs that are ready, so any order
/// is fair.
final class Scheduler: SerialExecutor {
    // The signatures of Swift's runtime:
    // https://github.com/swiftlang/swift/blob/main/include/swift/Runtime/Concurrency.h
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    static let shared = Scheduler()

    private let ready = Mutex<[UnownedJob]>([])
    /// Signalled with each job that comes.
    private let arrivals = DispatchSemaphore(value: 0)

    /// Has all jobs from now on come here. Called once, before there are any.
    func install() throws(Violation) {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook") else {
            throw Violation("This Swift runtime has no hook for its jobs, so that nothing can be simulated.")
        }
        symbol.assumingMemoryBound(to: Hook?.self).pointee = { job, _ in
            Scheduler.shared.enqueue(job)
        }
    }

    func enqueue(_ job: UnownedJob) {
        ready.withLock { $0.append(job) }
        arrivals.signal()
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Runs up to `limit` jobs. Returns how many there were to run.
    @discardableResult
    func run(upTo limit: Int, order random: inout SeededRandom) -> Int {
        var count = 0
        while count < limit, let job = next(&random) {
            job.runSynchronously(on: asUnownedSerialExecutor())
            count += 1
        }
        return count
    }

    /// Does something to its end while all other jobs wait, even if it leaves Swift's concurrency on the way, as a storage
    /// does that works on a queue of its own. Returns `nil` when it does not end.
    func runAlone<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value? {
        let others = ready.withLock { ready in
            defer { ready = [] }
            return ready
        }
        let answer = Mutex<Value?>(nil)
        Task {
            let value = await body()
            answer.withLock { $0 = value }
        }
        var random = SeededRandom(seed: 0)
        defer { ready.withLock { $0 = others + $0 } }
        while true {
            run(upTo: 1_000, order: &random)
            if let value = answer.withLock({ $0 }) { return value }
            // Nothing is left to run on this thread, so that its next job comes from another one. A call that takes so
            // long never ends.
            if arrivals.wait(timeout: .now() + 10) == .timedOut { return nil }
        }
    }

    private func next(_ random: inout SeededRandom) -> UnownedJob? {
        let choice = random.next()
        return ready.withLock { ready in
            guard !ready.isEmpty else { return nil }
            let place = Int(truncatingIfNeeded: choice >> 33) % ready.count
            ready.swapAt(place, ready.count - 1)
            return ready.removeLast()
        }
    }
}
