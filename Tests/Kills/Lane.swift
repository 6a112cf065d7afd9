import Foundation
import IAPCore
import PurchaseAudit

/// Rounds one after the other, in directories of their own.
struct Lane: Sendable {
    let directory: URL
    let seed: UInt64
    let rounds: Int
    let compactsOften: Bool

    /// How many rounds go on with what the one before left. The store's file grows with each, and with it the time of a
    /// purchase.
    private static let roundsPerDirectory = 8

    func run() async -> Outcome {
        var outcome = Outcome()
        var random = SeededRandom(seed: seed)
        for round in 0..<rounds {
            let number = round / Self.roundsPerDirectory
            let place = directory.appendingPathComponent("\(number)")
            do {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                let roles: [Role] = number.isMultiple(of: 2) ? [.app] : [.app, .extension]
                try await killAll(roles, in: place, &random)
                outcome.kills += roles.count
                let audit = try await Aftermath(directory: place, roles: roles).check()
                guard round == rounds - 1 || round % Self.roundsPerDirectory == Self.roundsPerDirectory - 1 else {
                    continue
                }
                outcome.charges += audit.charges
                outcome.repairs += audit.repairs
                outcome.compactions += audit.compactions
                try FileManager.default.removeItem(at: place)
            } catch {
                outcome.failure = "seed \(seed), round \(round + 1), kept in \(place.path): \(error)"
                return outcome
            }
        }
        return outcome
    }

    private func killAll(_ roles: [Role], in place: URL, _ random: inout SeededRandom) async throws {
        // Most die while they buy, some while they start.
        let diesAtStart = random.below(4) == 0
        var victims: [(Victim, Double)] = []
        // Where one fails, the others are not left to live on: each may hold open what another's end is noticed by.
        defer { for (victim, _) in victims { victim.killUnnoticed() } }
        for role in roles {
            let victim = try Victim(role, in: place, seed: random.next() >> 1, compactsOften: compactsOften)
            victims.append((victim, Double(random.below(1_000)) / 1_000 * (diesAtStart ? 0.12 : 0.08)))
        }
        if !diesAtStart {
            for (victim, _) in victims { try await victim.ready.value() }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (victim, delay) in victims {
                group.addTask {
                    await pause(delay)
                    try await victim.kill()
                }
            }
            try await group.waitForAll()
        }
    }
}

/// Lets a time pass. A random instant is what a kill is to come at, so here waiting is the purpose.
private func pause(_ seconds: Double) async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { continuation.resume() }
    }
}

/// A process that is going to be killed.
struct Victim: Sendable {
    let ready = Promise<Void>()
    private let ended = Promise<Int32>()
    private let hasEnded = Locked(false)
    private let processIdentifier: Int32
    /// Of processes spawned at once, each might inherit what the other's end is noticed by.
    private static let spawning = NSLock()

    init(_ role: Role, in directory: URL, seed: UInt64, compactsOften: Bool) throws {
        let process = Process()
        process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["--child", directory.path, "--role", role.rawValue, "--seed", "\(max(seed, 1))"]
        if compactsOften { process.arguments?.append("--compact") }
        let output = Pipe()
        process.standardOutput = output
        process.terminationHandler = { [ended, hasEnded] process in
            hasEnded.withLock { $0 = true }
            ended.fulfill(.success(process.terminationReason == .uncaughtSignal ? process.terminationStatus : -1))
        }
        try Self.spawning.withLock { try process.run() }
        processIdentifier = process.processIdentifier
        DispatchQueue.global().async { [ready] in
            // Blocks until the child says a word, or is dead.
            let hasBegun = !output.fileHandleForReading.availableData.isEmpty
            ready.fulfill(hasBegun ? .success(()) : .failure(Violation("An app ended before it had begun.")))
        }
    }

    /// Kills it, unless it is known to have ended: its number may be another process's by now.
    func killUnnoticed() {
        if !hasEnded.withLock({ $0 }) { Foundation.kill(processIdentifier, SIGKILL) }
    }

    /// - Throws: ``Violation`` when it was dead already.
    func kill() async throws {
        Foundation.kill(processIdentifier, SIGKILL)
        let signal = try await ended.value()
        try require(signal == SIGKILL, "An app ended by itself; what it said is above.")
    }
}
