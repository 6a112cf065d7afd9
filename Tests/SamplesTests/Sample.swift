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
        let status = try await process.end()
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
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
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
    /// Starts the process, and returns its exit status, or its signal's number as a shell has it.
    func end() async throws -> Int32 {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
            terminationHandler = { process in
                let isSignal = process.terminationReason == .uncaughtSignal
                continuation.resume(returning: process.terminationStatus + (isSignal ? 128 : 0))
            }
            do { try run() } catch { continuation.resume(throwing: error) }
        }
    }
}

/// A folder that goes when nobody holds it.
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
