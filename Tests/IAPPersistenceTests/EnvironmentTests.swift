import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("Environments")
struct EnvironmentTests {
    private func premium(_ environment: PaymentTransaction.Environment) throws -> PaymentTransaction {
        var transaction = try bought("1", of: "premium", .nonConsumable)
        transaction.environment = environment
        return transaction
    }

    private func coins(_ environment: PaymentTransaction.Environment) throws -> PaymentTransaction {
        var transaction = try bought("2")
        transaction.environment = environment
        return transaction
    }

    @Test("What was bought in the sandbox does not count in production, and counts again in the sandbox")
    func sandboxPurchase() async throws {
        let storage = InMemoryStorage()
        let sandbox = try await Ledger.inMemory(storage, environment: .sandbox)
        try await sandbox.record(premium(.sandbox))
        var refunded = try premium(.sandbox)
        refunded.transactionIdentifier = "9"
        refunded.revocationDate = newYear + 900 * day
        _ = try await sandbox.revoke(refunded, hasHandler: true)
        try await sandbox.record(SubscriptionRenewal(originalTransactionIdentifier: "1", willAutoRenew: true))

        let production = try await Ledger.inMemory(storage, environment: .production)
        #expect(!production.isPurchased("premium"))
        #expect(production.transactions.isEmpty && production.history.isEmpty && production.openWork.isEmpty)
        // The sandbox's dates do not end subscriptions here.
        try await production.record(period("3"))
        #expect(production.isPurchased("monthly"))

        let again = try await Ledger.inMemory(storage, environment: .sandbox)
        #expect(again.isPurchased("premium") && !again.isPurchased("monthly"))
        #expect(again.history == sandbox.history)
        #expect(again.history.allSatisfy { $0.environment == .sandbox })
    }

    @Test("One identifier in two environments is two purchases, each with its own delivery")
    func sameIdentifier() async throws {
        let storage = InMemoryStorage()
        let sandbox = try await Ledger.inMemory(storage, environment: .sandbox)
        let production = try await Ledger.inMemory(storage, environment: .production)
        #expect(try await sandbox.record(premium(.sandbox), credits: [], isDelivered: true).isNew)
        #expect(try await production.record(premium(.production), credits: [], isDelivered: false).isNew)
        #expect(production.openWork.map(\.transaction.transactionIdentifier) == ["1"])
        _ = try await sandbox.revoke(premium(.sandbox), hasHandler: false)
        try await production.markDelivered("1")
        try await production.refresh()
        #expect(production.isPurchased("premium") && production.transaction("1")?.isDelivered == true)
        #expect(!sandbox.isPurchased("premium"))
    }

    @Test("Balances and spending are apart")
    func balances() async throws {
        let storage = InMemoryStorage()
        let sandbox = try await Ledger.inMemory(storage, environment: .sandbox)
        let production = try await Ledger.inMemory(storage, environment: .production)
        let credit = try Credit(100, of: "coins")
        _ = try await sandbox.record(coins(.sandbox), credits: [credit], isDelivered: true)
        #expect(try await code { try await production.spend(1, of: "coins") } == .insufficientBalance)
        _ = try await production.record(coins(.production), credits: [credit], isDelivered: true)
        try await sandbox.spend(70, of: "coins")
        try await production.spend(5, of: "coins")
        try await sandbox.refresh()
        #expect(sandbox.balance(of: "coins") == 30)
        #expect(production.balance(of: "coins") == 95)
    }

    @Test("A source is imported once an environment")
    func importing() async throws {
        let storage = InMemoryStorage()
        for environment: PaymentTransaction.Environment in [.sandbox, .production] {
            let ledger = try await Ledger.inMemory(storage, environment: environment)
            let credits = [try Credit(3, of: "coins")]
            #expect(try await ledger.importPurchases(["premium"], credits: credits, from: "defaults"))
            #expect(try await !ledger.importPurchases(["premium"], credits: credits, from: "defaults"))
            #expect(ledger.balance(of: "coins") == 3)
        }
    }

    @Test(
        "A transaction of another environment is refused and changes nothing, paid or revoked",
        arguments: [PaymentTransaction.Environment.sandbox, .production]
    )
    func foreignTransaction(own: PaymentTransaction.Environment) async throws {
        let foreign: PaymentTransaction.Environment = own == .sandbox ? .production : .sandbox
        let storage = InMemoryStorage()
        let ledger = try await Ledger.inMemory(storage, environment: own)
        try await ledger.record(premium(own))
        #expect(try await code { try await ledger.record(coins(foreign)) } == .invalidAction)
        #expect(try await code { _ = try await ledger.revoke(premium(foreign), hasHandler: false) } == .invalidAction)
        #expect(ledger.isPurchased("premium") && ledger.transactions.count == 1)
        #expect(try await storage.load(after: .start).entries.count == 2)
    }

    @Test("Entries without an environment count where their transaction belongs, those without both everywhere")
    func oldEntries() async throws {
        let storage = InMemoryStorage()
        let old = try await Ledger.inMemory(storage)
        _ = try await old.record(coins(.production), credits: [Credit(10, of: "coins")], isDelivered: true)
        try await old.record(premium(.sandbox))
        try await old.spend(4, of: "coins")
        try await old.importPurchases(["more"], credits: [], from: "defaults")
        #expect(old.history.allSatisfy { $0.environment == nil })

        let production = try await Ledger.inMemory(storage, environment: .production)
        #expect(production.purchasedProducts == ["more"])
        #expect(production.balance(of: "coins") == 6)
        #expect(production.transaction("2")?.isDelivered == true)
        let sandbox = try await Ledger.inMemory(storage, environment: .sandbox)
        #expect(sandbox.purchasedProducts == ["more", "premium"])
        #expect(sandbox.balance(of: "coins") == 0)
    }

    @Test("Where the environment is not known, everything counts")
    func unknownEnvironment() async throws {
        let storage = InMemoryStorage()
        try await Ledger.inMemory(storage, environment: .sandbox).record(premium(.sandbox))
        try await Ledger.inMemory(storage, environment: .production).record(coins(.production))
        let ledger = try await Ledger.inMemory(storage)
        #expect(ledger.isPurchased("premium") && ledger.transactions.count == 2)
    }
}
