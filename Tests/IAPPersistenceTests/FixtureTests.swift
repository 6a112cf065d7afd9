import Foundation
import IAPCore
import IAPPersistence
import Testing

/// Ledgers that version 1.0 wrote, and what they hold. They are never written again.
@Suite("A ledger that an earlier version wrote")
struct FixtureTests {
    static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A copy, since a storage may mend what it opens.
    private func copy(_ name: String) throws -> URL {
        try FileManager.default.copyItem(at: Self.fixtures.appendingPathComponent("\(name).jsonl"), to: folder.ledger)
        return folder.ledger
    }

    @Test(
        "It answers as it did",
        arguments: [
            ("purchases", "purchases"), ("spelling", "purchases"), ("extremes", "extremes"), ("later", "later"),
            ("compacted", "compacted"), ("authenticated", "authenticated"), ("accounts", "accounts"),
        ]
    )
    func answers(_ name: String, expected: String) async throws {
        let authenticator = name == "authenticated" ? ToyAuthenticator(key: 1) : nil
        let clock = ManualClock(now: Fixture.today)
        let ledger = try await Ledger(
            storage: JSONFileStorage(url: copy(name), authenticator: authenticator),
            clock: clock,
            environment: .production,
            nonRenewingPeriods: Fixture.nonRenewingPeriods
        )
        let summary = LedgerSummary(ledger, groups: ["plans"]).text
        let file = Self.fixtures.appendingPathComponent("\(expected).txt")
        #expect(summary == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test("An account sees what it saw")
    func accounts() async throws {
        let ledger = try await Ledger(
            storage: JSONFileStorage(url: copy("accounts")),
            clock: ManualClock(now: Fixture.today),
            environment: .production,
            account: "bob",
            accountPolicy: .hide
        )
        let summary = LedgerSummary(ledger, groups: ["plans"]).text
        let file = Self.fixtures.appendingPathComponent("accounts of bob.txt")
        #expect(summary == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test("Its entries are written as they were", arguments: ["purchases", "extremes", "accounts"])
    func bytes(_ name: String) async throws {
        let original = try copy(name)
        let entries = try await JSONFileStorage(url: original).load(after: .start).entries
        let again = folder.url.appendingPathComponent("again.jsonl")
        let storage = JSONFileStorage(url: again)
        var end = LedgerPosition.start
        for entry in entries { end = try #require(try await storage.append([entry], after: end)) }
        func texts(_ url: URL) throws -> [String] {
            try String(decoding: Data(contentsOf: url), as: UTF8.self).split(separator: "\n").dropFirst()
                .flatMap { line in Self.entryTexts(in: String(line)) }
        }
        #expect(try texts(again) == texts(original))
    }

    /// The entries' JSON, one text each, out of a line.
    private static func entryTexts(in line: String) -> [String] {
        guard let start = line.range(of: #","entries":["#), let end = line.range(of: "]}", options: .backwards) else {
            return []
        }
        var texts = [""]
        var depth = 0
        var isInString = false
        var isEscaped = false
        for character in line[start.upperBound..<end.lowerBound] {
            if isInString {
                if character == "\"", !isEscaped { isInString = false }
                isEscaped = character == "\\" && !isEscaped
            } else {
                switch character {
                case "\"": isInString = true
                case "{", "[": depth += 1
                case "}", "]": depth -= 1
                case "," where depth == 0:
                    texts.append("")
                    continue
                default: break
                }
            }
            texts[texts.count - 1].append(character)
        }
        return texts
    }
}

/// What the ledgers among the fixtures share.
enum Fixture {
    static let today = newYear + 200 * day
    static var nonRenewingPeriods: [ProductIdentifier: ProductSubscriptionPeriod] {
        get throws { ["season": try ProductSubscriptionPeriod(value: 3, unit: .month)] }
    }
}
