import Foundation
import IAPCore
import IAPPaymentQueue
import IAPPersistence
import Testing

@Suite("Restoring", .timeLimit(.minutes(10)))
struct RestoringTests {
    @Test("A restored purchase is recorded once, however often it is restored")
    func twice() async throws {
        let handler = RecordingHandler()
        let shop = try await Shop(deliveryHandler: handler)
        let transaction = try PaymentTransaction.outside("1", .restored, premium, .nonConsumable)
        shop.connection.answerRestore(with: .success([transaction]))
        for _ in 1...3 {
            #expect(try await shop.queue.restoreCompletedTransactions() == [transaction])
        }
        #expect(shop.ledger.transactions.count == 1)
        #expect(handler.deliveries.count == 1)
        #expect(shop.ledger.isPurchased(premium))
    }

    @Test("With nothing to restore the list is empty and nothing is granted")
    func nothing() async throws {
        let shop = try await Shop()
        #expect(try await shop.queue.restoreCompletedTransactions().isEmpty)
        try await shop.event { $0 == .restoreFinished([]) }
        #expect(shop.ledger.purchasedProducts.isEmpty)
    }

    @Test("A restored transaction without an original is recorded and finished")
    func withoutOriginal() async throws {
        let shop = try await Shop()
        let transaction = try PaymentTransaction.outside("new", .restored, premium, .nonConsumable)
        #expect(transaction.originalTransactionIdentifier == nil)
        shop.connection.answerRestore(with: .success([transaction]))
        try await shop.queue.restoreCompletedTransactions()
        #expect(shop.ledger.isPurchased(premium))
        #expect(shop.connection.finished == ["new"])
    }

    @Test("A restored transaction with an identifier of its own is the purchase that it repeats")
    func ownIdentifier() async throws {
        let shop = try await Shop()
        let purchase = try PaymentTransaction.outside("1", .purchased, premium, .nonConsumable)
        shop.connection.send(purchase)
        try await shop.event { $0 == .updated(purchase) }
        var restored = try PaymentTransaction.outside("2", .restored, premium, .nonConsumable)
        restored.originalTransactionIdentifier = "1"
        shop.connection.answerRestore(with: .success([restored]))
        try await shop.queue.restoreCompletedTransactions()
        #expect(shop.ledger.transactions.map(\.transaction.transactionIdentifier) == ["1"])
        #expect(shop.connection.finished == ["1", "2"])
    }

    @Test(
        "A consumable that a store restores by mistake grants nothing, nor does it finish the purchase that it repeats"
    )
    func consumable() async throws {
        let shop = try await Shop()
        let transaction = try PaymentTransaction.outside("1", .restored, coins, .consumable)
        shop.connection.answerRestore(with: .success([transaction]))
        #expect(try await shop.queue.restoreCompletedTransactions().isEmpty)
        #expect(shop.ledger.balance(of: "coins") == 0)
        #expect(shop.connection.finished.isEmpty)
    }

    @Test("A refunded purchase is not restored")
    func refunded() async throws {
        let shop = try await Shop()
        var transaction = try PaymentTransaction.outside("1", .restored, premium, .nonConsumable)
        transaction.revocationDate = transaction.transactionDate
        shop.connection.answerRestore(with: .success([transaction]))
        #expect(try await shop.queue.restoreCompletedTransactions().isEmpty)
        #expect(!shop.ledger.isPurchased(premium))
    }

    @Test("A subscription that has ended is recorded, and is not among the restored")
    func expired() async throws {
        let shop = try await Shop()
        var transaction = try PaymentTransaction.outside("1", .restored, monthly, .autoRenewable)
        transaction.subscriptionGroupIdentifier = "group"
        transaction.expirationDate = transaction.transactionDate
        shop.connection.answerRestore(with: .success([transaction]))
        #expect(try await shop.queue.restoreCompletedTransactions().isEmpty)
        #expect(!shop.ledger.isPurchased(monthly))
        #expect(shop.ledger.subscriptionStatus(inGroup: "group")?.state == .expired)
    }

    @Test("A restore that fails throws the store's reason, and is reported")
    func failure() async throws {
        let shop = try await Shop()
        let reason = IAPError(.paymentCancelled, "The customer did not sign in.")
        shop.connection.answerRestore(with: .failure(reason))
        await #expect(throws: reason) { try await shop.queue.restoreCompletedTransactions() }
        try await shop.event { $0 == .restoreFailed(reason) }
    }

    @Test("When some transactions fail the others are restored")
    func partialFailure() async throws {
        let shop = try await Shop()
        var forged = try PaymentTransaction.outside("1", .restored, premium, .nonConsumable)
        forged.error = IAPError(.verificationFailed, "Forged.")
        var sound = try PaymentTransaction.outside("2", .restored, "com.example.pro", .nonConsumable)
        sound.transactionDate += 1
        shop.connection.answerRestore(with: .success([forged, sound]))
        #expect(try await shop.queue.restoreCompletedTransactions() == [sound])
        #expect(!shop.ledger.isPurchased(premium))
    }

    @Test("When all transactions fail the restore throws the first reason")
    func totalFailure() async throws {
        let storage = FailingStorage()
        let shop = try await Shop(storage: storage)
        storage.fail(true)
        shop.connection.answerRestore(with: .success([try .outside("1", .restored, premium, .nonConsumable)]))
        let error = await #expect(throws: IAPError.self) { try await shop.queue.restoreCompletedTransactions() }
        #expect(error?.code == .storageFailed)
    }

    @Test("Restoring what is bought and not finished yet grants its credits, as the purchase that it is")
    func unfinishedPurchase() async throws {
        let storage = FailingStorage()
        let shop = try await Shop(storage: storage)
        storage.fail(true)
        let purchase = try PaymentTransaction.outside("1", .purchased, bundle, .nonConsumable)
        shop.connection.send(purchase)
        try await shop.event { if case .failed = $0 { true } else { false } }
        storage.fail(false)
        var restored = purchase
        restored.transactionState = .restored
        shop.connection.answerRestore(with: .success([restored]))
        #expect(try await shop.queue.restoreCompletedTransactions() == [purchase])
        #expect(shop.ledger.isPurchased(bundle))
        #expect(shop.ledger.balance(of: "coins") == 100)
    }

    @Test("A restore that the store never answers can be given up: the next one asks anew")
    func givenUp() async throws {
        let shop = try await Shop()
        shop.connection.holdRestores(true)
        let silent = Task { try await shop.queue.restoreCompletedTransactions() }
        while shop.connection.restoreCount < 1 { await Task.yield() }
        silent.cancel()
        await #expect(throws: CancellationError.self) { try await silent.value }
        shop.connection.holdRestores(false)
        #expect(try await shop.queue.restoreCompletedTransactions().isEmpty)
        #expect(shop.connection.restoreCount == 2)
    }

    @Test("Two restores at once ask the store once, and both are answered")
    func twoAtOnce() async throws {
        let shop = try await Shop()
        let transaction = try PaymentTransaction.outside("1", .restored, premium, .nonConsumable)
        shop.connection.answerRestore(with: .success([transaction]))
        shop.connection.holdRestores(true)
        let restores = (1...2).map { _ in Task { try await shop.queue.restoreCompletedTransactions() } }
        while shop.queue.restoreCallerCount < 2 { await Task.yield() }
        shop.connection.holdRestores(false)
        for restore in restores { #expect(try await restore.value == [transaction]) }
        #expect(shop.connection.restoreCount == 1)
    }

    @Test("Restored transactions that come after the end of a restore count as well")
    func stragglers() async throws {
        let shop = try await Shop()
        #expect(try await shop.queue.restoreCompletedTransactions().isEmpty)
        let straggler = try PaymentTransaction.outside("1", .restored, premium, .nonConsumable)
        shop.connection.send(straggler)
        try await shop.event { $0 == .updated(straggler) }
        #expect(shop.ledger.isPurchased(premium))
    }

    @Test("5,000 transactions are restored in the store's order")
    func many() async throws {
        let shop = try await Shop()
        let transactions = try (1...5_000).map {
            try PaymentTransaction.outside(TransactionIdentifier("\($0)"), .restored, "product\($0)", .nonConsumable)
        }
        shop.connection.answerRestore(with: .success(transactions))
        #expect(try await shop.queue.restoreCompletedTransactions() == transactions)
        #expect(shop.ledger.purchasedProducts.count == 5_000)
    }
}
