import Counters
import Foundation
import IAPCore
import IAPPersistence

extension Benchmark {
    /// A storage's part of a commit.
    static let append = Benchmark(
        name: "append",
        operation: "a purchase's entry, appended durably",
        count: 100,
        contenders: [
            Contender(name: "JSONFileStorage") { count in
                try await Folder.during { folder in
                    let storage = JSONFileStorage(url: folder.file("ledger"))
                    let entry = try PurchaseEntry.make()
                    var end = try await storage.append([entry], after: .start)
                    return try await timed(count) { _ in
                        guard let position = end else { throw IAPError(.storageFailed, "Somebody else appended.") }
                        end = try await storage.append([entry], after: position)
                    }
                }
            }
        ] + peers { try await PurchaseEntry.lineLength() }
    )

    /// A whole commit: deciding, encoding, writing, and answering.
    static let commit = Benchmark(
        name: "commit",
        operation: "spending a credit, durably",
        count: 100,
        contenders: [
            Contender(name: "Ledger on JSONFileStorage") { count in
                try await Folder.during { folder in
                    let ledger = try await Ledger.rich(in: folder)
                    return try await timed(count) { _ in try await ledger.spend(1, of: "coins") }
                }
            }
        ] + peers { try await PurchaseEntry.lineLength { try await $0.spend(1, of: "coins") } },
        facts: { try await fileCalls { try await $0.spend(1, of: "coins") } }
    )

    /// Other ways to keep as many bytes.
    private static func peers(_ length: @escaping @Sendable () async throws -> Int) -> [Contender] {
        [
            Contender(name: "append + fdatasync of as many bytes", goal: .atMost(1.15)) { count in
                let bytes = try await [UInt8](repeating: UInt8(ascii: "x"), count: length())
                return try await Folder.during { folder in
                    let file = try RawFile(folder.file("raw"))
                    try file.append(bytes)
                    return try timed(count) { _ in try file.append(bytes) }
                }
            },
            Contender(name: "SQLite, WAL, synchronous FULL", goal: .fasterBy(1)) { count in
                let bytes = try await [UInt8](repeating: UInt8(ascii: "x"), count: length())
                return try await Folder.during { folder in
                    let database = try SQLite(folder.file("database"))
                    try database.insert(bytes)
                    return try timed(count) { _ in try database.insert(bytes) }
                }
            },
        ]
            + [1_000, 10_000].map { records in
                Contender(name: "all of \(records) records, JSONEncoder, atomically") { count in
                    try await Folder.during { folder in
                        let entries = try [LedgerEntry](repeating: PurchaseEntry.make(), count: records)
                        // Some hundred times slower, so a few operations stand for all.
                        let few = max(count * 20 / records, 1)
                        let duration = try timed(few) { _ in
                            try JSONEncoder().encode(entries).write(to: folder.file("all"), options: .atomic)
                        }
                        return duration * count / few
                    }
                }
            }
    }

    /// What a commit asks of the operating system.
    private static func fileCalls(_ commit: (Ledger) async throws -> Void) async throws -> [Fact] {
        try await Folder.during { folder in
            let ledger = try await Ledger.rich(in: folder)
            try await commit(ledger)
            let (count, before) = (100, currentCounters())
            for _ in 0..<count { try await commit(ledger) }
            let after = currentCounters()
            guard after.writes >= 0 else { return [] }
            return [
                Fact(name: "writes a commit", value: Double(after.writes - before.writes) / Double(count), limit: 1),
                Fact(name: "syncs a commit", value: Double(after.syncs - before.syncs) / Double(count), limit: 1),
                Fact(
                    name: "other file calls a commit",
                    value: Double(after.otherFileCalls - before.otherFileCalls) / Double(count)
                ),
            ]
        }
    }
}

extension Ledger {
    /// A ledger on a file, with credits to spend.
    static func rich(in folder: Folder) async throws -> Ledger {
        let ledger = try await Ledger(storage: JSONFileStorage(url: folder.file("ledger")), clock: ManualClock())
        try await ledger.importPurchases([], credits: [Credit(1_000_000_000, of: "coins")], from: "benchmark")
        return ledger
    }
}

/// A purchase as the ledger records it.
enum PurchaseEntry {
    static func make(_ number: Int = 1) throws -> LedgerEntry {
        let json = """
            {"kind":"recorded","date":"2025-01-01T00:00:00.000Z","credits":[{"amount":10,"unit":"coins"}],"transaction":{
            "transactionIdentifier":"\(2_000_000_000_000_000 + number)","transactionState":"purchased",
            "transactionDate":"2025-01-01T00:00:00.000Z","productType":"consumable","environment":"Xcode",
            "price":"0.99","currencyCode":"USD","storefront":"USA",
            "payment":{"productIdentifier":"com.example.coins","quantity":1}}}
            """
        return try JSONDecoder().decode(LedgerEntry.self, from: Data(json.utf8))
    }

    /// How many bytes the storage writes for one.
    @Sendable
    static func lineLength() async throws -> Int {
        try await Folder.during { folder in
            let storage = JSONFileStorage(url: folder.file("ledger"))
            let entry = try make()
            let position = try await storage.append([entry], after: .start)
            let before = try size(of: folder.file("ledger"))
            guard let position else { throw IAPError(.storageFailed, "Somebody else appended.") }
            _ = try await storage.append([entry], after: position)
            return try size(of: folder.file("ledger")) - before
        }
    }

    /// How many bytes a commit writes.
    static func lineLength(_ commit: (Ledger) async throws -> Void) async throws -> Int {
        try await Folder.during { folder in
            let ledger = try await Ledger.rich(in: folder)
            let before = try size(of: folder.file("ledger"))
            try await commit(ledger)
            return try size(of: folder.file("ledger")) - before
        }
    }

    /// Without the file's padding.
    private static func size(of file: URL) throws -> Int {
        (try Data(contentsOf: file).lastIndex { $0 != 0 } ?? -1) + 1
    }
}
