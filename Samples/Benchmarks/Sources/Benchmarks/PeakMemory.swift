import Foundation

/// The most memory that a process had at once. It never falls, so each contender gets a process of its own.
enum PeakMemory {
    /// Asks this program to run one contender and print its peak, in bytes.
    static let option = "--peak-memory-of"

    static func measured(of contender: Contender, in benchmark: Benchmark) throws -> Int? {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [option, benchmark.name, contender.name]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    static func tell(_ contender: Contender, _ count: Int) async throws {
        _ = try await contender.run(count)
        print(peak().map(String.init) ?? "")
    }

    private static func peak() -> Int? {
        #if canImport(Darwin)
        var usage = rusage()
        return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : nil
        #else
        // `getrusage` would count what the parent had when it forked.
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1024 }
        #endif
    }
}
