import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("Taking over what the tutorials' apps kept")
struct LegacyPurchasesTests {
    private let suite = "swift-iap-\(UUID().uuidString)"

    /// Defaults of their own with these values.
    private func withDefaults(_ values: [String: Any], _ body: (UserDefaults) async throws -> Void) async throws {
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        for (key, value) in values { defaults.set(value, forKey: key) }
        try await body(defaults)
    }

    private func legacy(_ defaults: UserDefaults) -> LegacyPurchases {
        LegacyPurchases(
            defaults: defaults,
            creditKeys: ["coins": "coins"],
            productKeys: ["nonConsumablePurchaseMade": "com.iaptutorial.premium"],
            productIdentifiers: ["com.example.one", "com.example.two"]
        )
    }

    @Test("Coins, the premium flag and a flag a product are taken over once, and the defaults stay as they are")
    func once() async throws {
        let values: [String: Any] = [
            "coins": 30, "nonConsumablePurchaseMade": true, "com.example.one": true, "com.example.two": false,
        ]
        try await withDefaults(values) { defaults in
            let storage = InMemoryStorage()
            let ledger = try await Ledger.inMemory(storage)
            #expect(try await ledger.importPurchases(from: legacy(defaults)))
            #expect(try await !ledger.importPurchases(from: legacy(defaults)))
            #expect(try await !Ledger.inMemory(storage).importPurchases(from: legacy(defaults)))
            #expect(ledger.balance(of: "coins") == 30)
            #expect(ledger.purchasedProducts == ["com.iaptutorial.premium", "com.example.one"])
            #expect(ledger.history.map(\.note) == ["UserDefaults"])
            #expect(defaults.integer(forKey: "coins") == 30)
            #expect(defaults.bool(forKey: "nonConsumablePurchaseMade"))
        }
    }

    @Test("Values that cannot be are passed over and logged")
    func wrongTypes() async throws {
        for coins: Any in [-5, "many", [1, 2], 4_000_000_000_000_000] {
            try await withDefaults(["coins": coins, "nonConsumablePurchaseMade": "perhaps"]) { defaults in
                let log = Locked<[IAPLogEvent]>([])
                let ledger = try await Ledger(storage: .inMemory, clock: ManualClock()) { event in
                    log.withLock { $0.append(event) }
                }
                try await ledger.importPurchases(from: legacy(defaults))
                #expect(ledger.balances.isEmpty)
                #expect(ledger.purchasedProducts.isEmpty)
                #expect(log.withLock { $0.map(\.level) } == [.warning, .warning])
            }
        }
    }

    @Test("Empty defaults are imported too, so that a later edit of them grants nothing")
    func empty() async throws {
        try await withDefaults(["coins": 0]) { defaults in
            let ledger = try await Ledger.inMemory()
            #expect(try await ledger.importPurchases(from: legacy(defaults)))
            defaults.set(1_000, forKey: "coins")
            #expect(try await !ledger.importPurchases(from: legacy(defaults)))
            #expect(ledger.balances.isEmpty)
        }
    }
}
