import Foundation
import IAPCore
import IAPPersistence

extension Benchmark {
    /// A ledger of a customer who buys and spends every day, from its file to the first answer.
    static let ledgerOpening = Benchmark(
        name: "ledger-opening",
        operation: "opening one entry's part of a ledger of 100,000",
        count: 100_000,
        contenders: [
            Contender(name: "Ledger") { try await open(LargeLedger(entryCount: $0)) },
            Contender(name: "reading and finding newlines") { try scan(LargeLedger(entryCount: $0)) },
            Contender(name: "JSONDecoder, one array", goal: .fasterBy(6)) { count in
                let entries = try LargeLedger(entryCount: count).entries()
                return try timed(1) { _ in keep(try JSONDecoder().decode([LedgerEntry].self, from: entries)) }
            },
        ],
        measuresMemory: true
    )

    /// A ledger as large as a good customer's after years.
    static let smallLedgerOpening = Benchmark(
        name: "small-ledger-opening",
        operation: "opening one entry's part of a ledger of 1,000",
        count: 1_000,
        contenders: [
            Contender(name: "Ledger") { try await open(LargeLedger(entryCount: $0)) },
            Contender(name: "5 ms", goal: .atMost(1)) { _ in .milliseconds(5) },
            Contender(name: "reading and finding newlines three times, and 1 ms", goal: .atMost(1)) { count in
                try scan(LargeLedger(entryCount: count)) * 3 + .milliseconds(1)
            },
        ]
    )

    /// The same with ten times as many entries; an entry should cost the same.
    static let largeLedgerOpening = Benchmark(
        name: "large-ledger-opening",
        operation: "opening one entry's part of a ledger of 1,000,000",
        count: 1_000_000,
        contenders: [
            Contender(name: "1,000,000 entries") { try await open(LargeLedger(entryCount: $0)) },
            Contender(name: "100,000 entries", goal: .atMost(1.5)) { count in
                try await open(LargeLedger(entryCount: count / 10)) * 10
            },
        ],
        measuresMemory: true
    )

    private static func open(_ large: LargeLedger) async throws -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        let ledger = try await Ledger(
            storage: JSONFileStorage(url: large.url),
            clock: .system,
            environment: .production
        )
        keep(ledger.isPurchased(LargeLedger.product))
        let duration = clock.now - start
        // To give its memory back is no part of opening it.
        withExtendedLifetime(ledger) {}
        return duration
    }

    private static func scan(_ large: LargeLedger) throws -> Duration {
        try timed(1) { _ in keep(newlineCount(try large.read())) }
    }

    private static func newlineCount(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { bytes in
            var (count, place) = (0, 0)
            while let base = bytes.baseAddress, place < bytes.count,
                let found = memchr(base + place, 0x0A, bytes.count - place)
            {
                place = UnsafeRawPointer(found) - base + 1
                count += 1
            }
            return count
        }
    }
}
