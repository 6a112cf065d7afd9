import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("Compacting")
struct CompactionTests {
    /// All that a ledger answers, but for its history.
    private struct Answers: Equatable {
        let transactions: [RecordedTransaction]
        let balances: [String: Int]
        let openWork: [RecordedTransaction]
        let owned: [Set<ProductIdentifier>]
        let statuses: [[SubscriptionGroupStatus]]
        let now: Date

        /// - Parameter clock: The ledger's.
        init(_ ledger: Ledger, _ clock: ManualClock) {
            clock.advance(to: newYear)
            transactions = ledger.transactions
            balances = ledger.balances
            openWork = ledger.openWork
            now = ledger.now
            var owned: [Set<ProductIdentifier>] = []
            var statuses: [[SubscriptionGroupStatus]] = []
            for _ in 0..<12 {
                owned.append(ledger.purchasedProducts)
                statuses.append(ledger.subscriptionStatuses)
                clock.advance(by: 20 * day)
            }
            self.owned = owned
            self.statuses = statuses
        }
    }

    /// What the ledger of an environment answers as long as it is not known who is signed in, and to each account.
    private struct AnswersToAll: Equatable {
        let unknown: Answers
        let accounts: [Answers]
        let found: [RecordedTransaction?]

        init(_ storage: some LedgerStorage, in environment: PaymentTransaction.Environment) async throws {
            let clock = ManualClock()
            let ledger = try await Ledger(
                storage: storage,
                clock: clock,
                environment: environment,
                accountPolicy: .hide,
                nonRenewingPeriods: ["pass": try ProductSubscriptionPeriod(value: 1, unit: .month)]
            )
            unknown = Answers(ledger, clock)
            found = (0..<140).map { ledger.transaction(TransactionIdentifier("\($0)")) }
            accounts = ["anna", "ben", "cleo"].map { account in
                _ = ledger.signIn(account)
                return Answers(ledger, clock)
            }
        }
    }

    /// Entries in any order, sensible or not; but a transaction stays the same purchase of the same product.
    private struct Chance {
        private var state: UInt64

        init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

        mutating func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }

        mutating func transaction() throws -> PaymentTransaction {
            let number = below(40)
            let identifier = TransactionIdentifier("\(number)")
            let kinds: [(ProductIdentifier, ProductType)] = [
                ("coins", .consumable), ("premium", .nonConsumable), ("pass", .nonRenewable),
                ("monthly", .autoRenewable),
            ]
            let (product, type) = kinds[number % 4]
            let date = newYear + Double(below(100)) * day
            var transaction = try bought(
                identifier,
                of: product,
                type,
                below(3) == 0 ? .restored : .purchased,
                quantity: 1 + below(3),
                original: number >= 20 ? TransactionIdentifier("\(number + 100)") : nil,
                date: date,
                expires: type == .autoRenewable ? date + 30 * day : nil,
                group: type == .autoRenewable ? "plans" : nil
            )
            transaction.environment = below(3) == 0 ? .sandbox : .production
            transaction.appTransactionIdentifier = account()
            transaction.isUpgraded = below(8) == 0
            if below(4) == 0 { transaction.signedDate = date }
            if below(6) == 0 { transaction.revocationDate = date + 200 * day }
            return transaction
        }

        mutating func account() -> String? { [nil, nil, "anna", "ben"][below(4)] }

        mutating func credits() throws -> [Credit] {
            below(3) == 0 ? [] : [try Credit(1 + below(20), of: ["coins", "gems"][below(2)])]
        }

        mutating func entry(number: Int) throws -> LedgerEntry {
            let date = newYear + Double(number)
            let identifier = TransactionIdentifier("\(below(40) + below(2) * 100)")
            var entry: LedgerEntry =
                switch below(15) {
                case 0, 1, 2: LedgerEntry(.recorded(try transaction(), credits: try credits()), date: date)
                case 3, 4: LedgerEntry(.delivered(identifier), date: date)
                case 5: LedgerEntry(.updated(try transaction()), date: date)
                case 6: LedgerEntry(.revoked(try transaction(), credits: try credits()), date: date)
                case 7: LedgerEntry(.reinstated(try transaction(), credits: try credits()), date: date)
                case 8: LedgerEntry(.granted(try transaction(), credits: try credits()), date: date)
                case 9: LedgerEntry(.revocationDelivered(identifier), date: date)
                case 10:
                    LedgerEntry(
                        .spent([try Credit(1 + below(30), of: "coins")], note: "a sword", account: account()),
                        date: date
                    )
                case 12:
                    below(3) == 0
                        ? LedgerEntry(.transferred(account: "ben"), date: date)
                        : LedgerEntry(.delivered(identifier), date: date)
                case 11:
                    LedgerEntry(
                        .renewal(
                            SubscriptionRenewal(
                                originalTransactionIdentifier: identifier,
                                willAutoRenew: below(2) == 0,
                                gracePeriodExpirationDate: below(2) == 0 ? date + Double(below(200)) * day : nil
                            )
                        ),
                        date: date
                    )
                default:
                    LedgerEntry(
                        .imported(
                            ["premium", "pass"].shuffled(below(2)),
                            credits: try credits(),
                            source: "\(below(3))"
                        ),
                        date: date
                    )
                }
            if below(3) > 0 {
                let environment: PaymentTransaction.Environment = below(2) == 0 ? .production : .sandbox
                entry = LedgerEntry(entry.content, date: entry.date, environment: environment)
            }
            return below(25) == 0 ? try laterEntry("later", note: "\(number)") : entry
        }
    }

    @Test(
        "Whatever the entries are, the ledger of each environment and account answers the same before and after"
    )
    func equalStates() async throws {
        let environments: [PaymentTransaction.Environment] = [.production, .sandbox, .xcode]
        for seed in 1...150 {
            var chance = Chance(seed: UInt64(seed))
            let entries = try (0..<(5 + chance.below(120))).map { try chance.entry(number: $0) }
            let storage = InMemoryStorage()
            _ = try await storage.append(entries, after: .start)
            var before: [AnswersToAll] = []
            for environment in environments { before.append(try await AnswersToAll(storage, in: environment)) }
            let clock = ManualClock()
            let ledger = try await Ledger.inMemory(
                storage,
                clock: clock,
                environment: environments[seed % 3],
                nonRenewingPeriods: ["pass": try ProductSubscriptionPeriod(value: 1, unit: .month)]
            )
            try await ledger.compact()
            #expect(Answers(ledger, clock) == before[seed % 3].unknown, "seed \(seed)")
            let compacted = try await storage.load(after: .start).entries
            #expect(compacted.count <= entries.count)
            #expect(
                compacted.filter { $0.kind == "later" } == entries.filter { $0.kind == "later" }
            )
            for (environment, before) in zip(environments, before) {
                #expect(try await AnswersToAll(storage, in: environment) == before, "seed \(seed), \(environment)")
            }
            try await ledger.compact()
            #expect(try await storage.load(after: .start).entries == compacted, "seed \(seed)")
        }
    }

    @Test("A compacted file has a line for many entries, is the owner's alone, and is gone on with by all")
    func file() async throws {
        let folder = try TemporaryFolder()
        let first = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger), environment: .production)
        let second = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger), environment: .production)
        for number in 0..<30 { try await first.buyCoins(TransactionIdentifier("\(number)")) }
        for _ in 0..<100 { try await first.spend(1, of: "coins") }
        try await second.refresh()
        // What a crash left of an earlier one.
        try Data(repeating: 7, count: 1_000_000).write(to: URL(fileURLWithPath: folder.ledger.path + ".new"))
        try await first.compact()
        #expect(first.history.count == 31)
        #expect(try String(contentsOf: folder.ledger, encoding: .utf8).split(separator: "\n").count == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["ledger.jsonl"])
        try await second.spend(50, of: "coins")
        try await first.spend(50, of: "coins")
        try await second.refresh()
        #expect(second.balance(of: "coins") == 100)
        #expect(second.history == first.history)
        #expect(
            try await Ledger.inMemory(JSONFileStorage(url: folder.ledger), environment: .production).history
                == first.history
        )
    }

    @Test("What is under the name of the new file is not written to, whomever it allows what")
    func nameOfTheNewFile() async throws {
        let folder = try TemporaryFolder()
        let ledger = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger))
        let new = folder.ledger.path + ".new"
        let letter = folder.url.appendingPathComponent("letter")
        try Data("Dear customer".utf8).write(to: letter)
        try FileManager.default.createSymbolicLink(atPath: new, withDestinationPath: letter.path)
        try await ledger.buyCoins("1")
        try await ledger.compact()
        #expect(try String(contentsOf: letter, encoding: .utf8) == "Dear customer")

        try Data().write(to: URL(fileURLWithPath: new))
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: new)
        try await ledger.compact()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.ledger.path)
        #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try await Ledger.inMemory(JSONFileStorage(url: folder.ledger)).balance(of: "coins") == 10)
    }

    @Test("Compacting while others write loses nothing")
    func concurrent() async throws {
        let folder = try TemporaryFolder()
        let ledgers = [
            try await Ledger.inMemory(JSONFileStorage(url: folder.ledger)),
            try await Ledger.inMemory(JSONFileStorage(url: folder.ledger)),
        ]
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask { _ = try await ledgers[number % 2].buyCoins(TransactionIdentifier("\(number)")) }
                group.addTask { _ = try await ledgers[(number + 1) % 2].compact() }
            }
            try await group.waitForAll()
        }
        for ledger in ledgers {
            try await ledger.refresh()
            #expect(ledger.balance(of: "coins") == 200)
            #expect(ledger.transactions.count == 20)
        }
    }

    @Test("A storage that cannot write its ledger anew, and a ledger of several environments open for none, refuse")
    func refusals() async throws {
        let plain = try await Ledger.inMemory(CountingStorage())
        let error = await #expect(throws: IAPError.self) { try await plain.compact() }
        #expect(error?.code == .invalidAction)
        #expect(error?.message.contains("RewritableLedgerStorage") == true)

        let storage = InMemoryStorage()
        for environment: PaymentTransaction.Environment in [.production, .sandbox] {
            var transaction = try bought("1")
            transaction.environment = environment
            try await Ledger.inMemory(storage, environment: environment).record(transaction)
        }
        let mixed = try await Ledger.inMemory(storage)
        #expect(try await code { try await mixed.compact() } == .invalidAction)
    }
}

extension Array {
    fileprivate func shuffled(_ shift: Int) -> [Element] {
        Array(dropFirst(shift) + prefix(shift))
    }
}
