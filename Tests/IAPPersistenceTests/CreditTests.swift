import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("Credits")
struct CreditTests {
    @Test("Credits are spent as long as there are some")
    func spending() async throws {
        let ledger = try await Ledger.inMemory()
        try await ledger.buyCoins("1")
        try await ledger.spend(7, of: "coins", note: "a sword")
        #expect(ledger.balance(of: "coins") == 3)
        let failure = await #expect(throws: IAPError.self) { try await ledger.spend(4, of: "coins") }
        #expect(failure?.code == .insufficientBalance)
        #expect(failure?.message.contains("4 coins") == true)
        #expect(failure?.message.contains("3") == true)
        #expect(ledger.history.last?.note == "a sword")
    }

    @Test("Amounts that cannot be spent are refused", arguments: [0, -1, .min, .max])
    func invalidAmounts(amount: Int) async throws {
        let ledger = try await Ledger.inMemory()
        #expect(try await code { try await ledger.spend(amount, of: "coins") } == .invalidAmount)
    }

    @Test("Of fifty who spend at once no more succeed than there are credits for")
    func spendingAtOnce() async throws {
        let ledger = try await Ledger.inMemory()
        try await ledger.buyCoins("1", 20)
        #expect(try await spendOneByOne(50, from: [ledger]) == 20)
        #expect(ledger.balance(of: "coins") == 0)
    }

    @Test("Two ledgers on one storage never spend more than there is")
    func twoLedgers() async throws {
        let storage = InMemoryStorage()
        let first = try await Ledger.inMemory(storage)
        let second = try await Ledger.inMemory(storage)
        try await first.buyCoins("1", 20)
        #expect(second.balance(of: "coins") == 0)
        #expect(try await spendOneByOne(50, from: [first, second]) == 20)
        try await first.refresh()
        try await second.refresh()
        #expect(first.balance(of: "coins") == 0)
        #expect(second.balance(of: "coins") == 0)
        #expect(first.history == second.history)
    }

    @Test("A spending that the balance does not cover looks for what another ledger has recorded")
    func staleBalance() async throws {
        let storage = InMemoryStorage()
        let first = try await Ledger.inMemory(storage)
        let second = try await Ledger.inMemory(storage)
        try await first.buyCoins("1")
        try await second.spend(10, of: "coins")
        #expect(second.balance(of: "coins") == 0)
    }

    @Test("A purchase that was restored before it came grants its credits then, once")
    func restoredFirst() async throws {
        let ledger = try await Ledger.inMemory()
        let hundred = [try Credit(100, of: "coins")]
        let purchase = try bought("1", of: "bundle", .nonConsumable)
        var restored = purchase
        restored.transactionState = .restored
        _ = try await ledger.record(restored, credits: hundred, isDelivered: true)
        #expect(ledger.balance(of: "coins") == 0)
        for isFirst in [true, false] {
            let recording = try await ledger.record(purchase, credits: hundred, isDelivered: true)
            #expect(recording.hasChanged == isFirst)
            #expect(ledger.balance(of: "coins") == 100)
        }
        _ = try await ledger.record(restored, credits: hundred, isDelivered: true)
        #expect(ledger.balance(of: "coins") == 100)
    }

    @Test("A revocation takes what is left and states what is not covered")
    func revocation() async throws {
        let ledger = try await Ledger.inMemory()
        try await ledger.buyCoins("1")
        try await ledger.buyCoins("2", 5)
        try await ledger.spend(12, of: "coins")
        let revocation = try await ledger.revoke(bought("1"), hasHandler: true)
        #expect(revocation?.revokedCredits == [try Credit(3, of: "coins")])
        #expect(revocation?.uncoveredCredits == [try Credit(7, of: "coins")])
        #expect(revocation == ledger.transaction("1"))
        #expect(ledger.balance(of: "coins") == 0)
        #expect(try await ledger.revoke(bought("1"), hasHandler: true) == nil)

        #expect(ledger.openWork.map(\.transaction.transactionIdentifier) == ["1"])
        try await ledger.markRevocationDelivered("1")
        try await ledger.markRevocationDelivered("1")
        #expect(ledger.openWork.isEmpty)
        #expect(try await code { try await ledger.markRevocationDelivered("2") } == .invalidAction)
    }

    @Test("A revoked transaction stays revoked when it comes again, and needs no delivery")
    func revokedForGood() async throws {
        let ledger = try await Ledger.inMemory()
        _ = try await ledger.record(bought("1"), credits: [Credit(10, of: "coins")], isDelivered: false)
        _ = try await ledger.revoke(bought("1"), hasHandler: false)
        let recording = try await ledger.buyCoins("1")
        #expect(!recording.isNew)
        let record = recording.record
        #expect(record.isRevoked)
        #expect(ledger.openWork.isEmpty)
        #expect(ledger.balance(of: "coins") == 0)
    }

    @Test("A transaction revoked before it was recorded never counts")
    func revokedFirst() async throws {
        let ledger = try await Ledger.inMemory()
        let revocation = try await ledger.revoke(bought("1"), hasHandler: false)
        #expect(revocation?.revokedCredits == [])
        #expect(revocation?.uncoveredCredits == [])
        try await ledger.buyCoins("1")
        #expect(ledger.balance(of: "coins") == 0)
        #expect(ledger.transactions.map(\.isRevoked) == [true])
    }

    @Test("Credits of one unit are one credit, and a sum too large for one is refused")
    func sums() async throws {
        let ledger = try await Ledger.inMemory()
        let credits = [try Credit(1, of: "coins"), try Credit(2, of: "gems"), try Credit(3, of: "coins")]
        _ = try await ledger.record(bought("1"), credits: credits, isDelivered: true)
        #expect(ledger.transaction("1")?.credits == [try Credit(4, of: "coins"), try Credit(2, of: "gems")])
        let huge = try Credit(1_000_000_000_000, of: "coins")
        #expect(
            try await code {
                _ = try await ledger.record(bought("2"), credits: [huge, huge], isDelivered: true)
            } == .invalidAmount
        )
        #expect(ledger.balances == ["coins": 4, "gems": 2])
    }

    @Test("An import counts once a source")
    func importing() async throws {
        let ledger = try await Ledger.inMemory()
        let coins = try Credit(30, of: "coins")
        #expect(try await ledger.importPurchases(["premium"], credits: [coins], from: "UserDefaults"))
        #expect(try await !ledger.importPurchases(["premium", "more"], credits: [coins], from: "UserDefaults"))
        #expect(ledger.purchasedProducts == ["premium"])
        #expect(ledger.balance(of: "coins") == 30)
        #expect(ledger.history.count == 1)
    }

    @Test("An imported product is owned until the store revokes it")
    func importedAndRefunded() async throws {
        let ledger = try await Ledger.inMemory()
        try await ledger.importPurchases(["premium"], credits: [], from: "UserDefaults")
        let purchase = try bought("1", of: "premium", .nonConsumable, .restored)
        try await ledger.record(purchase)
        #expect(ledger.isPurchased("premium"))
        _ = try await ledger.revoke(purchase, hasHandler: false)
        #expect(!ledger.isPurchased("premium"))
    }
}

/// How many of `count` who spend one coin at once succeed.
func spendOneByOne(_ count: Int, from ledgers: [Ledger]) async throws -> Int {
    try await withThrowingTaskGroup { group in
        for number in 0..<count {
            let ledger = ledgers[number % ledgers.count]
            group.addTask { try await code { try await ledger.spend(1, of: "coins") } }
        }
        return try await group.reduce(0) { count, code in
            guard let code else { return count + 1 }
            guard code == .insufficientBalance else { throw UnexpectedResult() }
            return count
        }
    }
}
