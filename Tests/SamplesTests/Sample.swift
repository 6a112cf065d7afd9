import Foundation
import Testing

/// A sample app that is run as its users run it: as a process.
struct Sample: Sendable, CustomTestStringConvertible {
    struct Run {
        let status: Int32
        let output: String
        let errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    let name: String

    static let coinShop = Sample(name: "CoinShop")
    static let streamingPlans = Sample(name: "StreamingPlans")
    static let all = [coinShop, streamingPlans]

    var testDescription: String { name }

    /// Runs the app to its end.
    ///
    /// - Parameters:
    ///   - script: What it reads, byte for byte.
    ///   - data: Where it keeps its state; `nil` for its own default.
    func run(
        _ script: String = "",
        bytes: [UInt8]? = nil,
        in data: URL?,
        _ arguments: [String] = [],
        environment: [String: String] = [:]
    ) async throws -> Run {
        let folder = try TemporaryFolder()
        let input = folder.url.appendingPathComponent("input")
        let output = folder.url.appendingPathComponent("output")
        let errors = folder.url.appendingPathComponent("errors")
        try Data(bytes ?? Array(script.utf8)).write(to: input)
        try Data().write(to: output)
        try Data().write(to: errors)
        let process = try process(data.map { ["--data", $0.path] + arguments } ?? arguments, environment: environment)
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let status = await process.exitStatus()
        return Run(
            status: status,
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        )
    }

    func process(_ arguments: [String], environment: [String: String] = [:]) throws -> Process {
        let process = Process()
        process.executableURL = try Self.folder.appendingPathComponent(name)
        process.arguments = arguments
        // Under the address sanitizer: a program that ends leaves its memory to the system.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["ASAN_OPTIONS": "detect_leaks=0"]) { $1 }
            .merging(environment) { $1 }
        return process
    }

    /// Where the build puts executables: beside the test bundle.
    private static var folder: URL {
        get throws {
            #if canImport(Darwin)
            return Bundle(for: Marker.self).bundleURL.deletingLastPathComponent()
            #else
            return try #require(Bundle.main.executableURL).deletingLastPathComponent()
            #endif
        }
    }

    private final class Marker {}
}

extension Process {
    /// Waits for the end. The status is the exit status, or 128 more than the signal, as a shell has it.
    func exitStatus() async -> Int32 {
        // Not by a termination handler, with which Linux's Foundation keeps every process for good.
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.waitUntilExit()
                continuation.resume(returning: ())
            }
        }
        return terminationStatus + (terminationReason == .uncaughtSignal ? 128 : 0)
    }
}

/// What can be read, as it comes, up to the end.
func texts(from handle: FileHandle) -> AsyncStream<String> {
    let (texts, continuation) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            // Not `availableData`, which traps at the error that a terminal has when the other side is gone.
            let count = read(handle.fileDescriptor, &buffer, buffer.count)
            guard count > 0 else { return continuation.finish() }
            continuation.yield(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
    }
    return texts
}

/// A folder that is deleted with its last reference.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("swift-iap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
