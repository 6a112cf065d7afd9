import Foundation
import IAPCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A new folder beside the program: one for temporary files may be in memory, where bringing data to the disk costs
/// nothing.
struct Folder: Sendable {
    let url: URL

    init() throws {
        url = Self.parent.appendingPathComponent("\(Self.prefix)\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    private static let parent =
        Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(fileURLWithPath: ".")
    private static let prefix = "benchmark-\(ProcessInfo.processInfo.processIdentifier)-"

    /// Removes the folders that this program has made.
    static func removeAll() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: parent.path) where name.hasPrefix(prefix) {
            try FileManager.default.removeItem(at: parent.appendingPathComponent(name))
        }
    }

    /// Makes a folder for as long as `body` runs.
    static func during<Value>(_ body: (Folder) async throws -> Value) async throws -> Value {
        let folder = try Folder()
        defer { try? FileManager.default.removeItem(at: folder.url) }
        // What the one before has left to be written, or deleted, is nobody else's cost.
        sync()
        return try await body(folder)
    }
}
