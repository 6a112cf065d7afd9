import Foundation
import IAPPersistence
import IAPTesting
import Testing

@Suite("Built-in storages keep the contract")
struct StorageConformanceTests {
    private static let rules =
        LedgerStorageSuite.rules + LedgerStorageSuite.rewritingRules + LedgerStorageSuite.changeRules

    @Test("In memory", arguments: rules)
    func inMemory(rule: LedgerStorageSuite.Rule) async throws {
        let storage = InMemoryStorage()
        try await rule.verify { storage }
    }

    @Test("In a JSON file", arguments: rules)
    func jsonFile(rule: LedgerStorageSuite.Rule) async throws {
        let folder = try TemporaryFolder()
        try await rule.verify { JSONFileStorage(url: folder.url.appendingPathComponent("a/b/ledger.jsonl")) }
    }
}

/// A new folder, removed with its owner.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("swift-iap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    var ledger: URL { url.appendingPathComponent("ledger.jsonl") }

    /// The ledger's file, without its padding.
    func content() throws -> Data { try Data(contentsOf: ledger).withoutPadding }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

extension Data {
    var withoutPadding: Data { prefix(upTo: (lastIndex { $0 != 0 }).map { $0 + 1 } ?? startIndex) }
}
