import Foundation
import PurchaseAudit

/// Kills apps that buy, at random instants, and checks what is left.
///
///     Kills [--rounds N] [--seed S] [--jobs J] [--compact]
///
/// A round launches an app, or an app and its extension on one ledger, kills it with SIGKILL after a random time, and
/// compares ledger, store and deliveries. What is left is what the next round begins with, a few rounds long. With
/// `--compact`, every third step is a compaction, so that most are killed in one.
@main
struct Kills {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            if let child = options.child {
                try await Child(
                    directory: child,
                    role: options.role,
                    seed: options.seed,
                    compactsOften: options.compactsOften
                ).live()
            } else {
                exit(try await kill(options) ? 0 : 1)
            }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(2)
        }
    }

    private static func kill(_ options: Options) async throws -> Bool {
        let start = ContinuousClock.now
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("kills-\(UUID().uuidString)")
        print("\(options.rounds) rounds from seed \(options.seed) on, \(options.jobs) side by side.")
        let deadline = DispatchQueue(label: "Kills.deadline")
        deadline.asyncAfter(deadline: .now() + .seconds(60 + options.rounds)) {
            let message = "FAILED: seed \(options.seed) does not end; what it left is in \(root.path).\n"
            FileHandle.standardError.write(Data(message.utf8))
            // Without the work of a regular end, in which it might hang as well.
            _exit(1)
        }
        let outcomes = await withTaskGroup(of: Outcome.self) { group in
            for job in 0..<options.jobs {
                let lane = Lane(
                    directory: root.appendingPathComponent("\(job)"),
                    seed: options.seed &+ UInt64(job),
                    rounds: (options.rounds + job) / options.jobs,
                    compactsOften: options.compactsOften
                )
                group.addTask { await lane.run() }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let kills = outcomes.reduce(0) { $0 + $1.kills }
        let charges = outcomes.reduce(0) { $0 + $1.charges }
        let repairs = outcomes.reduce(0) { $0 + $1.repairs }
        let compactions = outcomes.reduce(0) { $0 + $1.compactions }
        print(
            "\(kills) kills in \(Int(seconds.rounded())) s, \(charges) purchases, \(compactions) compactions, "
                + "\(repairs) half-written lines mended."
        )
        let failures = outcomes.compactMap(\.failure)
        for failure in failures { print("FAILED: \(failure)") }
        if failures.isEmpty { try FileManager.default.removeItem(at: root) }
        return failures.isEmpty
    }
}

/// What became of a lane's rounds.
struct Outcome: Sendable {
    var kills = 0
    var charges = 0
    var repairs = 0
    var compactions = 0
    var failure: String?
}
