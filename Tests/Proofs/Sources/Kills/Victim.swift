import Foundation
import PurchaseAudit

/// A process that is going to be killed.
final class Victim: Sendable {
    private let process = Process()
    private let output = Pipe()
    /// The signal that ended it, once it has ended; -1 when it ended by itself.
    private let signals: AsyncStream<Int32>
    /// Of processes spawned at the same time, each might inherit what the other's end is noticed by.
    private static let spawning = NSLock()

    init(_ role: Role, in directory: URL, seed: UInt64, compactsOften: Bool) throws {
        process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["--child", directory.path, "--role", role.rawValue, "--seed", "\(max(seed, 1))"]
        if compactsOften { process.arguments?.append("--compact") }
        process.standardOutput = output
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        process.terminationHandler = { process in
            continuation.yield(process.terminationReason == .uncaughtSignal ? process.terminationStatus : -1)
            continuation.finish()
        }
        try Self.spawning.withLock { try process.run() }
    }

    /// Waits until the process has begun to buy.
    ///
    /// - Throws: ``Violation`` when it ended before that.
    func waitUntilReady() async throws {
        let hasBegun = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [output] in
                // Blocks until the process writes a line, or is dead.
                continuation.resume(returning: !output.fileHandleForReading.availableData.isEmpty)
            }
        }
        try require(hasBegun, "An app ended before it had begun.")
    }

    /// Kills the process unless it is known to have ended: its number may be another process's by now.
    func killUnnoticed() {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    /// Kills the process, and waits for its end.
    ///
    /// - Throws: ``Violation`` when it was dead already.
    func kill() async throws {
        Foundation.kill(process.processIdentifier, SIGKILL)
        let signal = await signals.first { _ in true }
        try require(signal == SIGKILL, "An app ended by itself; what it printed is above.")
    }
}
