import Foundation
import IAP
import PurchaseAudit

/// Plays random scripts against the SDK and a simulated store, and compares with what the store has charged.
///
///     Simulation [--steps N] [--seed S] [--length L] [--jobs J] random scripts from seed S on, L steps each Simulation
///     --file SCRIPT one script Simulation --self-test must find and shrink the loss that a lying disk makes
@main
struct Simulation {
    static func main() {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            exit(options.isWorker ? try work(options) : try manage(options))
        } catch {
            print("\(error)")
            exit(2)
        }
    }

    // MARK: The process that starts the others

    /// Each core has a process of its own: the hook into the runtime serves one world at a time.
    private static func manage(_ options: Options) throws -> Int32 {
        let start = ContinuousClock.now
        let runs = max(1, (options.steps + options.length - 1) / options.length)
        let jobs = options.file != nil || options.isSelfTest ? 1 : min(options.jobs, runs)
        var workers: [Foundation.Process] = []
        for job in 0..<jobs {
            let worker = Foundation.Process()
            worker.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
            worker.arguments =
                CommandLine.arguments.dropFirst() + ["--worker", "--first-run", "\(job)", "--stride", "\(jobs)"]
            // Dictionaries in the same order each time, so that a seed leads to the same run.
            worker.environment = ProcessInfo.processInfo.environment
                .merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
            try worker.run()
            workers.append(worker)
        }
        workers.forEach { $0.waitUntilExit() }
        let failed = workers.filter { $0.terminationStatus != 0 || $0.terminationReason != .exit }
        for worker in failed where worker.terminationReason != .exit {
            print("A worker died of signal \(worker.terminationStatus); the seed above it is the last that was begun.")
        }
        if failed.isEmpty, options.file == nil, !options.isSelfTest {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let steps = runs * options.length
            print(
                "\(steps) steps in \(Int(seconds.rounded())) s, \(Int(Double(steps) / seconds)) a second: "
                    + "\(options.length) of each seed from \(options.seed) to \(options.seed &+ UInt64(runs) - 1)."
            )
        }
        return failed.isEmpty ? 0 : 1
    }

    // MARK: The process that plays

    /// Of so many seeds, one is played twice. Odd, so that each of the processes has its share.
    private static let replayDistance = 49

    private static func work(_ options: Options) throws -> Int32 {
        try Scheduler.shared.install()
        if let file = options.file {
            let script = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap {
                Step($0)
            }
            guard let violation = violation(in: script, replays: true) else {
                say("\(script.count) steps, and nothing is wrong.")
                return 0
            }
            say("FAILED: \(violation)")
            return 1
        }
        let runs = max(1, (options.steps + options.length - 1) / options.length)
        for run in stride(from: options.firstRun, to: runs, by: options.stride) {
            let seed = options.seed &+ UInt64(run)
            let script = Step.script(seed: seed, count: options.length)
            let replays = run % replayDistance == 0 && !options.isSelfTest
            guard let violation = violation(in: script, replays: replays, diskLies: options.isSelfTest) else {
                continue
            }
            say("FAILED: seed \(seed) of \(options.length) steps: \(violation)")
            let shortest = shrink(script) {
                Self.violation(in: $0, replays: replays, diskLies: options.isSelfTest) != nil
            }
            say("The shortest script that fails, to be played by --file:")
            for step in shortest { say("\(step)") }
            say(
                "It fails so: "
                    + (Self.violation(in: shortest, replays: replays, diskLies: options.isSelfTest)?.description
                        ?? "not again")
            )
            if options.isSelfTest, shortest.count <= 8 {
                say("The self-test has found what it was to find.")
                return 0
            }
            return 1
        }
        if options.isSelfTest { say("The self-test has found nothing.") }
        return options.isSelfTest ? 1 : 0
    }

    /// Prints at once: a process that dies must not take with it what it has said.
    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    /// - Parameter replays: Whether it is played twice, and has to lead to the same.
    private static func violation(in script: [Step], replays: Bool = false, diskLies: Bool = false) -> Violation? {
        do {
            let transcript = try play(script, diskLies: diskLies)
            if replays { try transcript().check(try play(script, diskLies: diskLies)()) }
            return nil
        } catch {
            return error as? Violation ?? Violation("\(error)")
        }
    }

    /// - Returns: What writes down what came of it, which takes its time.
    private static func play(_ script: [Step], diskLies: Bool) throws -> () throws -> Transcript {
        let world = try World(diskLies: diskLies)
        defer { world.end() }
        try world.play(script)
        return { try Transcript(world) }
    }
}
