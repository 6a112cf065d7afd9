import Foundation
import IAPCore
import IAPPaymentQueue
import IAPPersistence
import Testing

@Suite("Reversed refunds in the queue", .timeLimit(.minutes(10)))
struct ReinstatingTests {
    /// The first purchase as the store states it a number of seconds later.
    private func word(_ seconds: Double, isRevoked: Bool = false) throws -> PaymentTransaction {
        var transaction = try PaymentTransaction.outside("1", .purchased, coins, .consumable)
        transaction.signedDate = transaction.transactionDate + seconds
        if isRevoked { transaction.revocationDate = transaction.signedDate }
        return transaction
    }

    private func tell(_ transaction: PaymentTransaction, to shop: Shop) async throws {
        shop.connection.send(transaction)
        try await shop.event { $0 == .finished(transaction) }
    }

    @Test("Each reversal has the handler give again what it took, as work of its own")
    func deliveries() async throws {
        let handler = RecordingHandler()
        let shop = try await Shop(deliveryHandler: handler)
        try await tell(word(0), to: shop)
        try await shop.ledger.spend(7, of: "coins")
        for round in [1.0, 2.0] {
            try await tell(word(round, isRevoked: true), to: shop)
            #expect(shop.ledger.balance(of: "coins") == 0)
            // Old words change nothing, of either kind.
            try await tell(word(0), to: shop)
            try await tell(word(round + 0.5), to: shop)
            try await tell(word(round, isRevoked: true), to: shop)
            #expect(shop.ledger.balance(of: "coins") == 3)
        }
        #expect(handler.deliveries.map(\.kind) == [.grant, .revocation, .grant, .revocation, .grant])
        #expect(handler.deliveries.map { $0.credits.map(\.amount) } == [[10], [3], [3], [3], [3]])
        #expect(handler.deliveries.map(\.grantNumber) == [1, 1, 2, 2, 3])
        #expect(Set(handler.deliveries.map(\.idempotencyKey)).count == 5)
    }

    @Test("A reversal that comes while the revocation still fails has the revocation delivered first")
    func failingWithdrawal() async throws {
        let handler = RecordingHandler()
        let shop = try await Shop(deliveryHandler: handler)
        try await tell(word(0), to: shop)
        handler.fail(true)
        for transaction in [try word(1, isRevoked: true), try word(2)] {
            shop.connection.send(transaction)
            try await shop.event { if case .failed = $0 { true } else { false } }
        }
        #expect(shop.ledger.balance(of: "coins") == 0)
        handler.fail(false)
        await shop.queue.processPendingTransactions()
        #expect(handler.deliveries.map(\.kind) == [.grant, .revocation, .revocation, .revocation, .grant])
        #expect(shop.ledger.balance(of: "coins") == 10)
        #expect(shop.ledger.openWork.isEmpty)
        #expect(shop.connection.finished == ["1", "1"])
    }

    @Test("A refund that could not be recorded is tried again, whatever older revision comes in between")
    func olderWordBetween() async throws {
        let storage = FailingStorage()
        let shop = try await Shop(storage: storage)
        try await tell(word(0), to: shop)
        storage.fail(true)
        shop.connection.send(try word(1, isRevoked: true))
        try await shop.event { if case .failed = $0 { true } else { false } }
        storage.fail(false)
        shop.connection.send(try word(0))
        // Sent in order: once this is received, the old revision waits before the retry.
        shop.connection.send(.storefront(.usa))
        try await shop.event { $0 == .storefrontChanged(.usa) }
        await shop.queue.processPendingTransactions()
        // With the old word the store would have forgotten the refund, too early for a crash.
        #expect(shop.connection.finished == ["1", "1"])
        #expect(shop.ledger.balance(of: "coins") == 0)
        #expect(shop.ledger.transaction("1")?.isRevoked == true)
    }

    @Test("The same identifier in two environments is two pieces of work")
    func environments() throws {
        let production = try word(0)
        var sandbox = production
        sandbox.environment = .sandbox
        let keys = [production, sandbox].map {
            Delivery(kind: .grant, transaction: $0, credits: [], grantNumber: 1).idempotencyKey
        }
        #expect(keys[0] != keys[1])
    }

    @Test("A transaction of another environment is kept unfinished and grants nothing")
    func foreignTransaction() async throws {
        let shop = try await Shop(environment: .production)
        var transaction = try word(0)
        transaction.environment = .sandbox
        shop.connection.send(transaction)
        let event = try await shop.event { if case .failed = $0 { true } else { false } }
        guard case .failed(let failed) = event else { throw Missing() }
        #expect(failed.error?.code == .invalidAction)
        #expect(shop.ledger.balance(of: "coins") == 0)
        #expect(shop.connection.finished.isEmpty)
    }
}
