import Dispatch
import Foundation
import IAPCore
import IAPPaymentQueue
import IAPPersistence
import Testing

@Suite("Waiting until the queue is idle", .timeLimit(.minutes(10)))
struct IdleTests {
    @Test("What the store has sent is delivered, finished, and known to observers, whatever queue they are called on")
    func everythingIsDone() async throws {
        let shop = try await Shop()
        let observers = (0..<3).map { _ in CountingObserver() }
        shop.queue.add(observers[0], callbackQueue: .main)
        shop.queue.add(observers[1], callbackQueue: .global())
        shop.queue.add(observers[2], callbackQueue: DispatchQueue(label: "serial"))
        for number in 1...100 {
            shop.connection.send(
                try .outside(TransactionIdentifier("\(number)"), .purchased, coins, .consumable)
            )
        }
        await shop.queue.waitUntilIdle()
        #expect(shop.ledger.balance(of: "coins") == 1_000)
        #expect(shop.connection.finished.count == 100)
        #expect(observers.map(\.count) == [100, 100, 100])
    }

    @Test("What dealing with an update makes the store send is waited for, too")
    func updatesAfterUpdates() async throws {
        let connection = ScriptedConnection()
        let handler = RecordingHandler { delivery in
            guard delivery.transaction.transactionIdentifier != "10" else { return }
            let next = (Int(delivery.transaction.transactionIdentifier.rawValue) ?? 0) + 1
            if let transaction = try? PaymentTransaction.outside(
                TransactionIdentifier("\(next)"),
                .purchased,
                coins,
                .consumable
            ) {
                connection.send(transaction)
            }
        }
        let shop = try await Shop(connection: connection, deliveryHandler: handler)
        connection.send(try .outside("1", .purchased, coins, .consumable))
        await shop.queue.waitUntilIdle()
        #expect(connection.finished.count == 10)
    }

    @Test("What a change of ownership brings has been sent")
    func ownership() async throws {
        let shop = try await Shop()
        shop.connection.send(try .outside("1", .purchased, premium, .nonConsumable))
        await shop.queue.waitUntilIdle()
        try await shop.event { $0 == .purchasedProductsChanged([premium]) }
    }

    @MainActor
    @Test("On the main actor, callbacks on the main queue are called meanwhile")
    func onTheMainActor() async throws {
        let shop = try await Shop()
        let observer = CountingObserver()
        shop.queue.add(observer)
        shop.connection.send(try .outside("1", .purchased, premium, .nonConsumable))
        await shop.queue.waitUntilIdle()
        #expect(observer.count == 1)
    }

    @Test("A queue that was not started, and one whose connection has ended, are idle")
    func nothingToWaitFor() async throws {
        let connection = ScriptedConnection()
        let ledger = try await Ledger(storage: InMemoryStorage(), clock: connection.clock)
        await PaymentQueue(connection: connection, ledger: ledger).waitUntilIdle()

        let shop = try await Shop()
        shop.connection.send(try .outside("1", .purchased, premium, .nonConsumable))
        shop.connection.close()
        await shop.queue.waitUntilIdle()
        #expect(shop.ledger.isPurchased(premium))
        await shop.queue.waitUntilIdle()
    }

    @Test("A purchase that the store does not answer is not waited for")
    func silentStore() async throws {
        let shop = try await Shop()
        let (_, result) = try await shop.purchase(coins)
        await shop.queue.waitUntilIdle()
        #expect(shop.queue.runningPayments.count == 1)
        result.cancel()
        await #expect(throws: CancellationError.self) { try await result.value }
    }

    @Test("A cancelled wait ends")
    func cancelled() async throws {
        let gate = Promise<Void>()
        let shop = try await Shop(deliveryHandler: HeldHandler(gate: gate))
        let wait = Task { await shop.queue.waitUntilIdle() }
        wait.cancel()
        await wait.value
        gate.fulfill(.success(()))
    }
}

private final class CountingObserver: PaymentTransactionObserver, Sendable {
    private let state = Locked(0)

    var count: Int { state.withLock { $0 } }

    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        state.withLock { $0 += transactions.count }
    }
}

private struct HeldHandler: DeliveryHandler {
    let gate: Promise<Void>

    func deliver(_ delivery: Delivery) async throws { try await gate.value() }
}
