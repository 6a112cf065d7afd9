import Foundation
import IAP
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
            for (victim, _) in victims { try await victim.waitUntilReady() }
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
