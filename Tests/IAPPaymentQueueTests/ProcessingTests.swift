import Foundation
import IAPCore
import IAPPaymentQueue
import IAPPersistence
import Testing

@Suite("Processing transactions", .timeLimit(.minutes(10)))
struct ProcessingTests {
    @Test("Unfinished transactions of an earlier launch are delivered and finished")
    func atLaunch() async throws {
        let unfinished = try PaymentTransaction.outside("1", .purchased, coins, .consumable, quantity: 2)
        let shop = try await Shop(connection: ScriptedConnection(unfinished: [unfinished]))
        try await shop.event { $0 == .updated(unfinished) }
        try await shop.event { $0 == .removed(unfinished) }
        #expect(shop.ledger.balance(of: "coins") == 20)
        #expect(shop.connection.finished == ["1"])
    }

    @Test("A deferred transaction of an earlier launch is pending again")
    func deferredAtLaunch() async throws {
        let payment = try Payment(productIdentifier: coins).identified(by: UUID())
        let deferred = PaymentTransaction.make("1", .deferred, payment)
        let shop = try await Shop(connection: ScriptedConnection(unfinished: [deferred]))
        try await shop.event { $0 == .updated(deferred) }
        #expect(shop.queue.pendingPayments == [payment])
    }

    @Test("A transaction that comes ten times is granted, delivered and reported once")
    func redelivery() async throws {
        let handler = RecordingHandler()
        let shop = try await Shop(deliveryHandler: handler)
        let transaction = try PaymentTransaction.outside("1", .purchased, coins, .consumable)
        for _ in 1...10 { shop.connection.send(transaction) }
        let last = try PaymentTransaction.outside("2", .purchased, premium, .nonConsumable)
        var told = 0
        try await shop.event { event in
            if event == .updated(transaction) { told += 1 }
            // Those that share a key are finished in order.
            if event == .finished(transaction), shop.connection.finished.count(where: { $0 == "1" }) == 10 {
                shop.connection.send(last)
            }
            return event == .updated(last)
        }
        #expect(told == 1)
        #expect(handler.deliveries.map(\.transaction.transactionIdentifier) == ["1", "2"])
        #expect(shop.ledger.balance(of: "coins") == 10)
    }

    @Test("A handler that fails leaves the transaction unfinished, and is asked again on demand")
    func failingHandler() async throws {
        let handler = RecordingHandler(isFailing: true)
        let shop = try await Shop(deliveryHandler: handler)
        let (payment, result) = try await shop.purchase(coins)
        shop.connection.send(.make("1", .purchased, payment))
        let error = await #expect(throws: IAPError.self) { try await result.value }
        #expect(error?.code == .deliveryFailed)
        #expect(shop.connection.finished.isEmpty)
        #expect(shop.queue.transactions.map(\.transactionIdentifier) == ["1"])

        await shop.queue.processPendingTransactions()
        #expect(handler.deliveries.count == 2)
        #expect(shop.connection.finished.isEmpty)

        handler.fail(false)
        await shop.queue.processPendingTransactions()
        #expect(shop.connection.finished == ["1"])
        #expect(shop.ledger.balance(of: "coins") == 10)
        #expect(Set(handler.deliveries.map(\.idempotencyKey)).count == 1)

        await shop.queue.processPendingTransactions()
        #expect(handler.deliveries.count == 3)
    }

    @Test("What a crash left recorded but undelivered is delivered at the next launch, even if the store is silent")
    func undeliveredAtLaunch() async throws {
        let storage = InMemoryStorage()
        let failing = try await Shop(storage: storage, deliveryHandler: RecordingHandler(isFailing: true))
        let transaction = try PaymentTransaction.outside("1", .purchased, coins, .consumable)
        failing.connection.send(transaction)
        try await failing.event { if case .failed = $0 { true } else { false } }

        let handler = RecordingHandler()
        let relaunched = try await Shop(storage: storage, deliveryHandler: handler)
        try await relaunched.event { $0 == .updated(transaction) }
        #expect(handler.deliveries.count == 1)
        #expect(relaunched.ledger.balance(of: "coins") == 10)
    }

    @Test("A full disk leaves the transaction unfinished and ungranted; it is completed once there is space")
    func fullDisk() async throws {
        let storage = FailingStorage()
        let shop = try await Shop(storage: storage)
        storage.fail(true)
        let (payment, result) = try await shop.purchase(coins)
        shop.connection.send(.make("1", .purchased, payment))
        let error = await #expect(throws: IAPError.self) { try await result.value }
        #expect(error?.code == .storageFailed)
        #expect(shop.ledger.balance(of: "coins") == 0)
        #expect(shop.connection.finished.isEmpty)

        storage.fail(false)
        await shop.queue.processPendingTransactions()
        #expect(shop.ledger.balance(of: "coins") == 10)
        #expect(shop.connection.finished == ["1"])
    }

    @Test("A transaction that the connection could not verify grants nothing and is not finished")
    func unverified() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(premium)
        let forged = IAPError(.verificationFailed, "The signature is wrong.")
        shop.connection.send(.make("1", .purchased, payment, .nonConsumable, error: forged))
        await #expect(throws: forged) { try await result.value }
        #expect(!shop.ledger.isPurchased(premium))
        #expect(shop.connection.finished.isEmpty)
    }

    @Test("A verifier that cannot decide leaves the transaction to be tried again")
    func verificationUnavailable() async throws {
        struct Offline: TransactionVerifier {
            let isOffline = Locked(true)
            func verify(_ transaction: PaymentTransaction) async -> TransactionVerification {
                isOffline.withLock { $0 } ? .unknown(IAPError(.verificationUnavailable, "Offline.")) : .verified
            }
        }
        let verifier = Offline()
        let shop = try await Shop(verifier: verifier)
        let (payment, result) = try await shop.purchase(premium)
        shop.connection.send(.make("1", .purchased, payment, .nonConsumable))
        let error = await #expect(throws: IAPError.self) { try await result.value }
        #expect(error?.code == .verificationUnavailable)
        #expect(!shop.ledger.isPurchased(premium))

        verifier.isOffline.withLock { $0 = false }
        await shop.queue.processPendingTransactions()
        #expect(shop.ledger.isPurchased(premium))
        #expect(shop.connection.finished == ["1"])
    }

    @Test("One bad transaction does not stop the others")
    func oneBad() async throws {
        struct Picky: TransactionVerifier {
            func verify(_ transaction: PaymentTransaction) async -> TransactionVerification {
                transaction.transactionIdentifier == "bad"
                    ? .unverified(IAPError(.verificationFailed, "Forged.")) : .verified
            }
        }
        let unfinished = try ["bad", "good", "better"].map {
            try PaymentTransaction.outside(TransactionIdentifier($0), .purchased, coins, .consumable)
        }
        let shop = try await Shop(connection: ScriptedConnection(unfinished: unfinished), verifier: Picky())
        var done: Set<TransactionIdentifier> = []
        try await shop.event { event in
            switch event {
            case .updated(let transaction), .failed(let transaction): done.insert(transaction.transactionIdentifier)
            default: break
            }
            return done.count == 3
        }
        #expect(shop.ledger.balance(of: "coins") == 20)
        #expect(Set(shop.connection.finished) == ["good", "better"])
    }

    @Test("A delivery that takes for ever holds up no other purchase")
    func slowDelivery() async throws {
        final class Stuck: DeliveryHandler {
            let gate = Promise<Void>()
            func deliver(_ delivery: Delivery) async throws {
                if delivery.transaction.transactionIdentifier == "stuck" { try await gate.value() }
            }
        }
        let handler = Stuck()
        let shop = try await Shop(deliveryHandler: handler)
        let stuck = try PaymentTransaction.outside("stuck", .purchased, coins, .consumable)
        let other = try PaymentTransaction.outside("other", .purchased, premium, .nonConsumable)
        shop.connection.send(stuck)
        shop.connection.send(other)
        try await shop.event { $0 == .updated(other) }
        #expect(shop.connection.finished == ["other"])
        handler.gate.fulfill(.success(()))
        try await shop.event { $0 == .updated(stuck) }
    }

    @Test("A transaction that the store could not finish comes again, and nothing is granted twice")
    func finishFails() async throws {
        let shop = try await Shop()
        shop.connection.failFinishing(with: IAPError(.networkError, "Offline."))
        let (payment, result) = try await shop.purchase(coins)
        let transaction = PaymentTransaction.make("1", .purchased, payment)
        shop.connection.send(transaction)
        #expect(try await result.value == .purchased(transaction))
        #expect(shop.queue.transactions == [transaction])

        shop.connection.failFinishing(with: nil)
        shop.connection.send(transaction)
        try await shop.event { $0 == .removed(transaction) }
        #expect(shop.ledger.balance(of: "coins") == 10)
        #expect(shop.queue.transactions.isEmpty)
    }

    @Test("A transaction that the store could not finish is finished when pending transactions are processed")
    func finishTriedAgain() async throws {
        let shop = try await Shop()
        shop.connection.failFinishing(with: IAPError(.networkError, "Offline."))
        let transaction = try PaymentTransaction.outside("1", .purchased, coins, .consumable)
        let failed = PaymentTransaction.make("2", .failed, try Payment(productIdentifier: coins))
        shop.connection.send(transaction)
        shop.connection.send(failed)
        try await shop.event { if case .failed = $0 { true } else { false } }
        // The other one is dealt with apart, and may take longer.
        await shop.queue.waitUntilIdle()
        await shop.queue.processPendingTransactions()
        #expect(shop.connection.finished.isEmpty)

        shop.connection.failFinishing(with: nil)
        await shop.queue.processPendingTransactions()
        #expect(Set(shop.connection.finished) == ["1", "2"])
        #expect(shop.queue.transactions.isEmpty)
        #expect(shop.ledger.balance(of: "coins") == 10)
    }

    @Test("A transaction of a kind that this version does not know is kept for a later version")
    func unknownKind() async throws {
        let shop = try await Shop(deliveryHandler: RecordingHandler())
        let (payment, result) = try await shop.purchase("com.example.crate")
        var transaction = PaymentTransaction.make("1", .purchased, payment)
        transaction.productType = ProductType(rawValue: "lootBox")
        shop.connection.send(transaction)
        let error = await #expect(throws: IAPError.self) { try await result.value }
        #expect(error?.code == .unsupported)
        #expect(shop.connection.finished.isEmpty && shop.ledger.transactions.isEmpty)
    }

    @Test("A consumable that nothing is configured to deliver is kept, and is delivered once something is")
    func notConfigured() async throws {
        let bag = "com.example.gems"
        let storage = InMemoryStorage()
        let shop = try await Shop(storage: storage)
        let (payment, result) = try await shop.purchase(bag)
        let transaction = PaymentTransaction.make("1", .purchased, payment)
        shop.connection.send(transaction)
        let error = await #expect(throws: IAPError.self) { try await result.value }
        #expect(error?.code == .deliveryNotConfigured)
        #expect(shop.connection.finished.isEmpty)
        #expect(shop.ledger.transactions.isEmpty)

        let handler = RecordingHandler()
        let relaunched = try await Shop(
            connection: ScriptedConnection(unfinished: [transaction]),
            storage: storage,
            deliveryHandler: handler
        )
        try await relaunched.event { if case .finished = $0 { true } else { false } }
        #expect(handler.deliveries.count == 1)
    }

    @Test("A consumable that was delivered before is finished, though nothing is configured to deliver it any more")
    func noLongerConfigured() async throws {
        let storage = InMemoryStorage()
        let bag = "com.example.gems"
        let transaction = try PaymentTransaction.outside("1", .purchased, bag, .consumable)
        let before = try await Shop(storage: storage, deliveryHandler: RecordingHandler())
        before.connection.send(transaction)
        try await before.event { $0 == .updated(transaction) }
        let after = try await Shop(connection: ScriptedConnection(unfinished: [transaction]), storage: storage)
        try await after.event { $0 == .finished(transaction) }
    }

    @Test("A subscription whose facts change is reported as changed, and not as bought again")
    func changedFacts() async throws {
        let shop = try await Shop()
        var period = try PaymentTransaction.outside("1", .purchased, monthly, .autoRenewable)
        period.subscriptionGroupIdentifier = "group"
        period.expirationDate = period.transactionDate + 86_400
        shop.connection.send(period)
        try await shop.event { $0 == .updated(period) }
        period.expirationDate = period.transactionDate + 3_600
        shop.connection.send(period)
        let event = try await shop.event { event in
            switch event {
            case .updated, .changed: true
            default: false
            }
        }
        #expect(event == .changed(period))
    }

    @Test("What becomes of a subscription is recorded later when it could not be at once")
    func renewalOnFullDisk() async throws {
        let storage = FailingStorage()
        let shop = try await Shop(storage: storage)
        storage.fail(true)
        let renewal = SubscriptionRenewal(originalTransactionIdentifier: "1", willAutoRenew: false)
        shop.connection.send(.subscriptionRenewal(renewal))
        let marker = try PaymentTransaction.outside("1", .purchased, premium, .nonConsumable)
        shop.connection.send(marker)
        try await shop.event { if case .failed = $0 { true } else { false } }
        storage.fail(false)
        await shop.queue.processPendingTransactions()
        try await shop.event { $0 == .renewalChanged(renewal) }
    }

    @Test("The end of the connection is reported")
    func closed() async throws {
        let shop = try await Shop()
        shop.connection.close()
        try await shop.event { $0 == .closed }
    }

    @Test("What the customer began to buy on a page of the App Store is kept until it is bought or discarded")
    func purchaseIntents() async throws {
        let shop = try await Shop()
        let intents = [try Payment(productIdentifier: premium), try Payment(productIdentifier: coins)]
        for intent in intents {
            shop.connection.send(.purchaseIntent(intent))
            try await shop.event { $0 == .purchaseIntent(intent) }
        }
        #expect(shop.queue.purchaseIntents == intents)
        shop.connection.refusePayments(with: IAPError(.networkError, "Offline."))
        await #expect(throws: IAPError.self) { try await shop.queue.purchase(intents[0]) }
        #expect(shop.queue.purchaseIntents == intents)
        shop.connection.refusePayments(with: nil)
        let (payment, result) = try await shop.purchase(premium)
        shop.connection.send(.make("1", .purchased, payment, .nonConsumable))
        _ = try await result.value
        #expect(shop.queue.purchaseIntents == [intents[1]])
        shop.queue.discard(intents[1])
        #expect(shop.queue.purchaseIntents.isEmpty)
    }

    @Test("Failed, then purchased, in one batch: the second is granted")
    func failedThenPurchased() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        shop.connection.send(.make("1", .failed, payment, error: IAPError(.unknown, "Failed.")))
        let transaction = PaymentTransaction.make("2", .purchased, payment)
        shop.connection.send(transaction)
        await #expect(throws: IAPError.self) { try await result.value }
        try await shop.event { $0 == .updated(transaction) }
        #expect(shop.ledger.balance(of: "coins") == 10)
    }

    @Test("A refund revokes the product and the credits, and is reported once")
    func refund() async throws {
        let shop = try await Shop()
        var transaction = try PaymentTransaction.outside("1", .purchased, coins, .consumable)
        shop.connection.send(transaction)
        try await shop.event { $0 == .updated(transaction) }
        try await shop.ledger.spend(4, of: "coins")

        transaction.revocationDate = transaction.transactionDate
        shop.connection.send(transaction)
        let event = try await shop.event { if case .revoked = $0 { true } else { false } }
        guard case .revoked(let record) = event else { throw Missing() }
        #expect(record.revokedCredits == [try Credit(6, of: "coins")])
        #expect(record.uncoveredCredits == [try Credit(4, of: "coins")])
        #expect(shop.ledger.balance(of: "coins") == 0)

        shop.connection.send(transaction)
        let next = try PaymentTransaction.outside("2", .purchased, premium, .nonConsumable)
        shop.connection.send(next)
        let following = try await shop.event { event in
            if case .revoked = event { return true }
            return event == .updated(next)
        }
        #expect(following == .updated(next))
    }

    @Test("A revocation whose delivery fails is tried again with the same credits, and the refund is reported then")
    func failingWithdrawal() async throws {
        let handler = RecordingHandler()
        let shop = try await Shop(deliveryHandler: handler)
        var transaction = try PaymentTransaction.outside("1", .purchased, coins, .consumable)
        shop.connection.send(transaction)
        try await shop.event { $0 == .updated(transaction) }
        try await shop.ledger.spend(7, of: "coins")

        handler.fail(true)
        transaction.revocationDate = transaction.transactionDate
        shop.connection.send(transaction)
        try await shop.event { if case .failed = $0 { true } else { false } }
        handler.fail(false)
        await shop.queue.processPendingTransactions()
        let event = try await shop.event { if case .revoked = $0 { true } else { false } }
        guard case .revoked(let record) = event else { throw Missing() }
        #expect(record.isRevocationDelivered)
        let taken = [try Credit(3, of: "coins")]
        #expect(handler.deliveries.map(\.credits) == [[try Credit(10, of: "coins")], taken, taken])
        #expect(shop.connection.finished == ["1", "1"])
    }

    @Test("A refund of what was never recorded asks the handler for nothing")
    func refundOfNothing() async throws {
        let handler = RecordingHandler()
        let shop = try await Shop(deliveryHandler: handler)
        var transaction = try PaymentTransaction.outside("1", .purchased, premium, .nonConsumable)
        transaction.revocationDate = transaction.transactionDate
        shop.connection.send(transaction)
        try await shop.event { if case .revoked = $0 { true } else { false } }
        #expect(handler.deliveries.isEmpty)
        #expect(shop.ledger.openWork.isEmpty)
    }

    @Test("A refund that waits for the disk counts, though the store then says that the purchase failed")
    func failureAfterKeptRefund() async throws {
        let storage = FailingStorage()
        let shop = try await Shop(storage: storage)
        let transaction = try PaymentTransaction.outside("1", .purchased, premium, .nonConsumable)
        shop.connection.send(transaction)
        await shop.queue.waitUntilIdle()
        storage.fail(true)
        var refunded = transaction
        refunded.revocationDate = transaction.transactionDate
        shop.connection.send(refunded)
        await shop.queue.waitUntilIdle()
        var failed = transaction
        failed.transactionState = .failed
        shop.connection.send(failed)
        await shop.queue.waitUntilIdle()
        storage.fail(false)
        await shop.queue.processPendingTransactions()
        #expect(!shop.ledger.isPurchased(premium))
    }

    @Test("Deferred, sent after purchased, leaves nothing in the queue")
    func lateDeferred() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        shop.connection.send(.make("1", .purchased, payment))
        _ = try await result.value
        shop.connection.send(.make("1", .deferred, payment))
        shop.connection.send(.make("another name", .deferred, payment))
        await shop.queue.waitUntilIdle()
        #expect(shop.queue.pendingPayments.isEmpty)
        #expect(shop.queue.transactions.isEmpty)
    }

    @Test("Purchasing, sent for what is recorded and was asked for at an earlier launch, leaves nothing in the queue")
    func purchasingOfAnEarlierLaunch() async throws {
        let shop = try await Shop()
        let earlier = try Payment(productIdentifier: premium).identified(by: UUID())
        let transaction = PaymentTransaction.make("1", .purchased, earlier, .nonConsumable)
        shop.connection.send(transaction)
        try await shop.event { $0 == .updated(transaction) }
        shop.connection.send(.make("1", .purchasing, earlier, .nonConsumable))
        await shop.queue.waitUntilIdle()
        #expect(shop.queue.transactions.isEmpty)
    }

    @Test("An old revision of a refunded transaction does not grant it again")
    func staleAfterRefund() async throws {
        let shop = try await Shop()
        let transaction = try PaymentTransaction.outside("1", .purchased, premium, .nonConsumable)
        var refunded = transaction
        refunded.revocationDate = transaction.transactionDate
        shop.connection.send(refunded)
        try await shop.event { if case .revoked = $0 { true } else { false } }
        shop.connection.send(transaction)
        try await shop.event { $0 == .finished(transaction) }
        #expect(!shop.ledger.isPurchased(premium))
    }

    @Test("Beside another purchase SDK, transactions are recorded and reported, and never finished")
    func observing() async throws {
        let shop = try await Shop(finishesTransactions: false)
        let transaction = try PaymentTransaction.outside("1", .purchased, premium, .nonConsumable)
        shop.connection.send(transaction)
        try await shop.event { $0 == .updated(transaction) }
        let failed = PaymentTransaction.make(
            "2",
            .failed,
            try Payment(productIdentifier: coins),
            error: IAPError(.paymentInvalid, "Invalid.")
        )
        shop.connection.send(failed)
        try await shop.event { $0 == .failed(failed) }
        #expect(shop.ledger.isPurchased(premium))
        #expect(shop.connection.finished.isEmpty)
        #expect(shop.queue.transactions.isEmpty)
    }

    @Test("A renewal is recorded and reported")
    func renewal() async throws {
        let shop = try await Shop()
        let renewal = SubscriptionRenewal(originalTransactionIdentifier: "1", willAutoRenew: false)
        shop.connection.send(.subscriptionRenewal(renewal))
        try await shop.event { $0 == .renewalChanged(renewal) }
    }
}
