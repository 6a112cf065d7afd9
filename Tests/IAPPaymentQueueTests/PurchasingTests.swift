import Foundation
import IAPCore
@testable import IAPPaymentQueue
import IAPPersistence
import Testing

@Suite("Purchasing", .timeLimit(.minutes(10)))
struct PurchasingTests {
    @Test("A purchased transaction is recorded, then delivered, then finished, and answers its request")
    func purchased() async throws {
        let connection = ScriptedConnection()
        let seen = Locked<[String]>([])
        let ledgerBox = Locked<Ledger?>(nil)
        let handler = RecordingHandler { delivery in
            let identifier = delivery.transaction.transactionIdentifier
            let record = ledgerBox.withLock { $0 }?.transaction(identifier)
            seen.withLock { seen in
                if record != nil { seen.append("recorded") }
                if record?.isDelivered == false { seen.append("undelivered") }
                if connection.finished.isEmpty { seen.append("unfinished") }
            }
        }
        let shop = try await Shop(connection: connection, deliveryHandler: handler)
        ledgerBox.withLock { $0 = shop.ledger }
        let (payment, result) = try await shop.purchase(coins)

        let transaction = PaymentTransaction.make("1", .purchased, payment)
        connection.send(transaction)

        #expect(try await result.value == .purchased(transaction))
        #expect(seen.withLock { $0 } == ["recorded", "undelivered", "unfinished"])
        #expect(shop.ledger.transaction("1")?.isDelivered == true)
        #expect(connection.finished == ["1"])
        #expect(shop.ledger.balance(of: "coins") == 10)
    }

    @Test("A quantity multiplies the credits")
    func quantity() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins, quantity: 3)
        shop.connection.send(.make("1", .purchased, payment))
        _ = try await result.value
        #expect(shop.ledger.balance(of: "coins") == 30)
    }

    @Test("A restored transaction that answers a purchase answers it as purchased")
    func restored() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(premium)
        let transaction = PaymentTransaction.make("1", .restored, payment, .nonConsumable)
        shop.connection.send(transaction)
        #expect(try await result.value == .purchased(transaction))
        #expect(shop.ledger.isPurchased(premium))
    }

    @Test("A cancelled purchase is a result, is finished, and grants nothing")
    func cancelled() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        shop.connection.send(.make("1", .failed, payment, error: IAPError(.paymentCancelled, "Cancelled.")))
        #expect(try await result.value == .cancelled)
        #expect(shop.connection.finished == ["1"])
        #expect(shop.ledger.balances.isEmpty)
    }

    @Test("A failed purchase throws the store's reason, is finished, and grants nothing")
    func failed() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        let reason = IAPError(.paymentInvalid, "Invalid.")
        shop.connection.send(.make("1", .failed, payment, error: reason))
        await #expect(throws: reason) { try await result.value }
        #expect(shop.connection.finished == ["1"])
        #expect(shop.ledger.balances.isEmpty)
    }

    @Test("A failure without a reason is thrown as unknown")
    func failedWithoutReason() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        shop.connection.send(.make("1", .failed, payment))
        let error = await #expect(throws: IAPError.self) { try await result.value }
        #expect(error?.code == .unknown)
    }

    @Test("A deferred purchase is pending, grants nothing, and is tied to the approval that comes later")
    func deferred() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        let deferred = PaymentTransaction.make("1", .deferred, payment)
        shop.connection.send(deferred)
        #expect(try await result.value == .pending(deferred))
        #expect(shop.queue.pendingPayments == [payment])
        #expect(shop.ledger.balances.isEmpty)
        #expect(shop.connection.finished.isEmpty)

        let approved = PaymentTransaction.make("1", .purchased, payment)
        shop.connection.send(approved)
        try await shop.event { $0 == .updated(approved) }
        #expect(shop.queue.pendingPayments.isEmpty)
        #expect(shop.ledger.balance(of: "coins") == 10)
    }

    @Test("An approval from a store that forgot who asked is tied to the oldest pending purchase of the product")
    func approvalWithoutRequest() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        shop.connection.send(.make("1", .deferred, payment))
        _ = try await result.value

        let approved = try PaymentTransaction.outside("2", .purchased, coins, .consumable)
        shop.connection.send(approved)
        try await shop.event { $0 == .updated(approved) }
        #expect(shop.queue.pendingPayments.isEmpty)
    }

    @Test("An approval ends every wait for the product, since the store asks once")
    func askedTwice() async throws {
        let shop = try await Shop()
        for quantity in [1, 3] {
            let (payment, result) = try await shop.purchase(coins, quantity: quantity)
            shop.connection.send(.make("1", .deferred, payment))
            _ = try await result.value
        }
        let waiting = shop.queue.pendingPayments
        #expect(waiting.map(\.quantity) == [1, 3])
        let approved = PaymentTransaction.make("1", .purchased, waiting[0])
        shop.connection.send(approved)
        try await shop.event { $0 == .updated(approved) }
        #expect(shop.queue.pendingPayments.isEmpty)
    }

    @Test("A declined purchase ends the wait and grants nothing")
    func declined() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        shop.connection.send(.make("1", .deferred, payment))
        _ = try await result.value
        let declined = PaymentTransaction.make("1", .failed, payment, error: IAPError(.purchaseDeclined, "No."))
        shop.connection.send(declined)
        try await shop.event { $0 == .failed(declined) }
        #expect(shop.queue.pendingPayments.isEmpty)
        #expect(shop.ledger.balances.isEmpty)
    }

    @Test("An interrupted purchase is pending, and no failure is reported when it succeeds later")
    func interrupted() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        let interruption = IAPError(.purchaseInterrupted, "Accept the new terms.")
        shop.connection.send(.make("1", .failed, payment, error: interruption))
        guard case .pending(let pending) = try await result.value else { throw Missing() }
        #expect(pending.error == interruption)
        #expect(shop.queue.pendingPayments == [payment])
        #expect(shop.connection.finished == ["1"])

        let transaction = PaymentTransaction.make("2", .purchased, payment)
        shop.connection.send(transaction)
        let ending = try await shop.event { event in
            if case .failed = event { return true }
            return event == .updated(transaction)
        }
        #expect(ending == .updated(transaction))
        #expect(shop.queue.pendingPayments.isEmpty)
        #expect(shop.ledger.balance(of: "coins") == 10)
    }

    @Test("Purchasing, sent any number of times, answers nothing")
    func purchasing() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        for _ in 1...3 { shop.connection.send(.make("1", .purchasing, payment)) }
        for _ in 1...3 { try await shop.event { if case .updated = $0 { true } else { false } } }
        #expect(shop.queue.transactions.map(\.transactionIdentifier) == ["1"])

        shop.connection.send(.make("1", .purchased, payment))
        guard case .purchased = try await result.value else { throw Missing() }
        #expect(shop.queue.transactions.isEmpty)
    }

    @Test("A store that names each state of a purchase anew leaves nothing behind in the queue")
    func identifiersPerState() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        shop.connection.send(.make("a", .purchasing, payment))
        shop.connection.send(.make("b", .purchased, payment))
        _ = try await result.value
        #expect(shop.queue.transactions.isEmpty)
    }

    @Test("A payment that the store rejects throws, and is reported")
    func refused() async throws {
        let shop = try await Shop()
        let reason = IAPError(.productNotAvailable, "Not sold here.")
        shop.connection.refusePayments(with: reason)
        let payment = try Payment(productIdentifier: coins)
        await #expect(throws: reason) { try await shop.queue.purchase(payment) }
        let event = try await shop.event { if case .rejected = $0 { true } else { false } }
        guard case .rejected(let rejected, let error) = event else { throw Missing() }
        #expect(rejected.identified(by: nil) == payment)
        #expect(error == reason)
    }

    @Test("A cancellation is an answer, whichever error the store gives for it, and at whichever step")
    func cancellations() async throws {
        let storeKit = NSError(domain: "SKErrorDomain", code: 2)
        let errors: [any Error] = [
            IAPError(.paymentCancelled, "The customer has cancelled."), CancellationError(), storeKit,
            IAPError(.unknown, "The store failed.", underlying: CancellationError()),
            NSError(domain: "ASDErrorDomain", code: 500, userInfo: [NSUnderlyingErrorKey: storeKit]),
        ]
        for error in errors {
            let shop = try await Shop()
            shop.connection.refusePayments(with: error)
            #expect(try await shop.queue.purchase(Payment(productIdentifier: coins)) == .cancelled, "\(error)")
            shop.connection.refusePayments(with: nil)
            let (payment, result) = try await shop.purchase(coins)
            var failed = PaymentTransaction.make("1", .failed, payment)
            failed.error = IAPError(.unknown, "The store failed.", underlying: error)
            shop.connection.send(failed)
            #expect(try await result.value == .cancelled, "\(error)")
        }
    }

    @Test("A network that fails is a network's error, whatever a connection throws")
    func network() async throws {
        let shop = try await Shop()
        shop.connection.refusePayments(with: URLError(.notConnectedToInternet))
        let error = await #expect(throws: IAPError.self) {
            try await shop.queue.purchase(Payment(productIdentifier: coins))
        }
        #expect(error?.code == .networkError)
    }

    @Test("A customer who may not pay is not charged")
    func paymentsDisabled() async throws {
        let shop = try await Shop(connection: ScriptedConnection(canMakePayments: false))
        let payment = try Payment(productIdentifier: coins)
        let error = await #expect(throws: IAPError.self) { try await shop.queue.purchase(payment) }
        #expect(error?.code == .paymentNotAllowed)
        #expect(shop.connection.submitted.isEmpty)
    }

    @Test("A second tap while a purchase runs makes one charge, and both taps are answered")
    func secondTap() async throws {
        let shop = try await Shop()
        let (payment, first) = try await shop.purchase(coins)
        let wish = try Payment(productIdentifier: coins)
        let second = shop.queue.open(wish).answer
        let transaction = PaymentTransaction.make("1", .purchased, payment)
        shop.connection.send(transaction)
        #expect(try await first.value == .purchased(transaction))
        #expect(try await second.value() == .purchased(transaction))
        #expect(shop.connection.submitted.count == 1)
        #expect(shop.ledger.balance(of: "coins") == 10)
    }

    @Test("A purchase after another one has ended is a purchase of its own")
    func secondPurchase() async throws {
        let shop = try await Shop()
        for number in 1...2 {
            let (payment, result) = try await shop.purchase(coins)
            shop.connection.send(.make(TransactionIdentifier("\(number)"), .purchased, payment))
            _ = try await result.value
        }
        #expect(shop.connection.submitted.count == 2)
        #expect(shop.ledger.balance(of: "coins") == 20)
    }

    @Test("Payments at once are each answered with their own transaction")
    func atOnce() async throws {
        let shop = try await Shop()
        var purchases: [(payment: Payment, result: Task<PurchaseResult, any Error>)] = []
        for number in 1...10 { purchases.append(try await shop.purchase("product\(number)")) }
        for (payment, _) in purchases.reversed() {
            let identifier = TransactionIdentifier(payment.productIdentifier)
            shop.connection.send(.make(identifier, .purchased, payment, .nonConsumable))
        }
        for (payment, result) in purchases {
            guard case .purchased(let transaction) = try await result.value else { throw Missing() }
            #expect(transaction.payment == payment)
        }
        #expect(shop.ledger.transactions.count == 10)
    }

    @Test("Different payments for one product reach the store one after the other, each once the last is finished")
    func oneAfterTheOther() async throws {
        let shop = try await Shop()
        var payments = shop.connection.payments().makeAsyncIterator()
        let answers = try (1...3).map { try shop.queue.open(Payment(productIdentifier: coins, quantity: $0)).answer }
        for number in 1...3 {
            let payment = try #require(await payments.next())
            #expect(payment.quantity == number)
            #expect(shop.connection.submitted.count == number)
            #expect(shop.connection.finished.count == number - 1)
            shop.connection.send(.make(TransactionIdentifier("\(number)"), .purchased, payment))
        }
        for answer in answers { _ = try await answer.value() }
        #expect(shop.ledger.balance(of: "coins") == 60)
    }

    @Test("A purchase that waits for approval does not hold up the next one of the product")
    func pendingHoldsNothingUp() async throws {
        let shop = try await Shop()
        let (first, result) = try await shop.purchase(coins)
        shop.connection.send(.make("1", .deferred, first))
        _ = try await result.value
        let (payment, second) = try await shop.purchase(coins, quantity: 2)
        #expect(payment.quantity == 2)
        shop.connection.send(.make("2", .purchased, payment))
        _ = try await second.value
    }

    @Test("A caller that is cancelled stops waiting; the purchase goes on and is reported")
    func cancelledCaller() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        result.cancel()
        await #expect(throws: CancellationError.self) { try await result.value }
        let transaction = PaymentTransaction.make("1", .purchased, payment)
        shop.connection.send(transaction)
        try await shop.event { $0 == .updated(transaction) }
        #expect(shop.ledger.balance(of: "coins") == 10)
    }

    @Test("A purchase that the store never answers can be given up: the next one is a purchase of its own")
    func givenUp() async throws {
        let shop = try await Shop()
        let (silent, first) = try await shop.purchase(coins)
        first.cancel()
        _ = await first.result
        let (payment, second) = try await shop.purchase(coins)
        #expect(payment.requestIdentifier != silent.requestIdentifier)
        shop.connection.send(.make("2", .purchased, payment))
        guard case .purchased = try await second.value else { throw Missing() }
        #expect(shop.ledger.balance(of: "coins") == 10)
    }

    @Test("Giving up a silent purchase lets the next one of the product begin; one that was given up before does not")
    func turns() async throws {
        let shop = try await Shop()
        var payments = shop.connection.payments().makeAsyncIterator()
        let (_, silent) = try await shop.purchase(coins)
        _ = await payments.next()
        let second = Task { try await shop.queue.purchase(Payment(productIdentifier: coins, quantity: 2)) }
        while shop.queue.runningPayments.count < 2 { await Task.yield() }
        let third = Task { try await shop.queue.purchase(Payment(productIdentifier: coins, quantity: 3)) }
        while shop.queue.runningPayments.count < 3 { await Task.yield() }
        second.cancel()
        _ = await second.result
        silent.cancel()
        _ = await silent.result
        let payment = try #require(await payments.next())
        #expect(payment.quantity == 3)
        shop.connection.send(.make("3", .purchased, payment))
        _ = try await third.value
        #expect(shop.connection.submitted.map(\.quantity) == [1, 3])
    }

    @Test("While one of two taps still waits, a third joins it")
    func oneTapGone() async throws {
        let shop = try await Shop()
        let (payment, first) = try await shop.purchase(coins)
        let wish = try Payment(productIdentifier: coins)
        let second = shop.queue.open(wish)
        first.cancel()
        _ = await first.result
        let third = shop.queue.open(wish)
        #expect(third.payment == second.payment)
        shop.connection.send(.make("1", .purchased, payment))
        _ = try await third.answer.value()
        #expect(shop.connection.submitted.count == 1)
    }

    @Test("A consumable answered as restored throws, and grants nothing")
    func restoredConsumable() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        shop.connection.send(.make("1", .restored, payment))
        let error = await #expect(throws: IAPError.self) { try await result.value }
        #expect(error?.code == .alreadyDelivered)
        #expect(shop.ledger.balance(of: "coins") == 0)
    }

    @Test("A purchase answered with another product throws, and the other product is delivered")
    func anotherProduct() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(premium)
        let other = try Payment(productIdentifier: coins).identified(by: payment.requestIdentifier)
        shop.connection.send(.make("1", .purchased, other))
        let error = await #expect(throws: IAPError.self) { try await result.value }
        #expect(error?.productIdentifier == premium)
        #expect(shop.ledger.balance(of: "coins") == 10)
        #expect(!shop.ledger.isPurchased(premium))
    }

    @Test("A purchase answered with a refunded transaction throws, and grants nothing")
    func revoked() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(premium)
        var transaction = PaymentTransaction.make("1", .purchased, payment, .nonConsumable)
        transaction.revocationDate = transaction.transactionDate
        shop.connection.send(transaction)
        let error = await #expect(throws: IAPError.self) { try await result.value }
        #expect(error?.code == .productNotAvailable)
        #expect(!shop.ledger.isPurchased(premium))
    }

    @Test("A purchase that never gets an answer is answered when the connection ends")
    func connectionEnds() async throws {
        let shop = try await Shop()
        let (_, result) = try await shop.purchase(coins)
        shop.connection.close()
        let error = await #expect(throws: IAPError.self) { try await result.value }
        #expect(error?.code == .connectionClosed)
    }

    @Test("A purchase after the connection has ended is rejected")
    func purchaseAfterEnd() async throws {
        let shop = try await Shop()
        let (_, result) = try await shop.purchase(coins)
        shop.connection.close()
        _ = await result.result
        let error = await #expect(throws: IAPError.self) {
            try await shop.queue.purchase(Payment(productIdentifier: premium))
        }
        #expect(error?.code == .connectionClosed && error?.message.contains("another store") == true)
        #expect(shop.connection.submitted.count == 1)
    }

    @Test("A transaction of the same product that answers no request does not answer a running purchase")
    func othersTransaction() async throws {
        let shop = try await Shop()
        let (payment, result) = try await shop.purchase(coins)
        let other = try PaymentTransaction.outside("other", .purchased, coins, .consumable)
        shop.connection.send(other)
        try await shop.event { $0 == .updated(other) }
        let own = PaymentTransaction.make("own", .purchased, payment)
        shop.connection.send(own)
        #expect(try await result.value == .purchased(own))
        #expect(shop.ledger.balance(of: "coins") == 20)
    }

    @Test("A consumable answered with a transaction that was delivered before throws, and grants nothing more")
    func answeredWithOldTransaction() async throws {
        let shop = try await Shop()
        let (first, firstResult) = try await shop.purchase(coins)
        shop.connection.send(.make("1", .purchased, first))
        _ = try await firstResult.value

        let (second, secondResult) = try await shop.purchase(coins)
        shop.connection.send(.make("1", .purchased, second))
        let error = await #expect(throws: IAPError.self) { try await secondResult.value }
        #expect(error?.code == .alreadyDelivered)
        #expect(shop.ledger.balance(of: "coins") == 10)
    }

    @Test("Buying what is owned answers with the purchase that it is owned through, and every observer receives it")
    func ownedAlready() async throws {
        let shop = try await Shop()
        for _ in 1...2 {
            let (payment, result) = try await shop.purchase(premium)
            shop.connection.send(.make("1", .purchased, payment, .nonConsumable))
            guard case .purchased(let transaction) = try await result.value else { throw Missing() }
            #expect(transaction.transactionIdentifier == "1")
            try await shop.event { $0 == .updated(transaction) }
        }
    }

    @Test("A task that is cancelled already buys nothing and restores nothing")
    func cancelledBefore() async throws {
        let shop = try await Shop()
        let payment = try Payment(productIdentifier: coins)
        let purchase = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await shop.queue.purchase(payment)
        }
        await #expect(throws: CancellationError.self) { try await purchase.value }
        #expect(shop.connection.submitted.isEmpty)
    }

    @Test("A purchase of an earlier request does not end a later request that waits for approval")
    func unrelatedWhilePending() async throws {
        let shop = try await Shop()
        let old = try PaymentTransaction.outside("old", .purchased, coins, .consumable)
        shop.connection.send(old)
        try await shop.event { $0 == .updated(old) }
        let (payment, result) = try await shop.purchase(coins)
        shop.connection.send(.make("1", .deferred, payment))
        _ = try await result.value

        shop.connection.send(old)
        var refunded = old
        refunded.revocationDate = old.transactionDate
        shop.connection.send(refunded)
        try await shop.event { if case .revoked = $0 { true } else { false } }
        var forged = try PaymentTransaction.outside("forged", .purchased, coins, .consumable)
        forged.error = IAPError(.verificationFailed, "Forged.")
        shop.connection.send(forged)
        try await shop.event { if case .failed = $0 { true } else { false } }
        #expect(shop.queue.pendingPayments == [payment])
    }

    @Test("States of one purchase are reported in order, whatever identifiers the store gives them")
    func orderAcrossIdentifiers() async throws {
        for _ in 1...50 {
            let shop = try await Shop()
            let (payment, result) = try await shop.purchase(coins)
            let purchasing = PaymentTransaction.make("a", .purchasing, payment)
            var interrupted = PaymentTransaction.make("b", .failed, payment)
            interrupted.error = IAPError(.purchaseInterrupted, "Accept the terms.")
            let purchased = PaymentTransaction.make("c", .purchased, payment)
            for transaction in [purchasing, interrupted, purchased] { shop.connection.send(transaction) }
            _ = try await result.value
            var states: [PaymentTransactionState] = []
            try await shop.event { event in
                if case .updated(let transaction) = event { states.append(transaction.transactionState) }
                return states.last == .purchased
            }
            #expect(states == [.purchasing, .deferred, .purchased])
            #expect(shop.queue.pendingPayments.isEmpty)
        }
    }
}
