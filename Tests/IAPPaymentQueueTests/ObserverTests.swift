import Dispatch
import Foundation
import IAPCore
import IAPPaymentQueue
import IAPPersistence
import Testing

@Suite("Observers", .timeLimit(.minutes(10)))
struct ObserverTests {
    /// Remembers what it receives, and whether that was on its queue.
    final class Listener: PaymentTransactionObserver, Sendable {
        let lines = Locked<[String]>([])
        let heard = Broadcast<String>()

        private func hear(_ line: String) {
            lines.withLock { $0.append(line) }
            heard.send(line)
        }

        func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
            transactions.forEach { hear("updated \($0.transactionIdentifier)") }
        }
        func paymentQueue(_ queue: PaymentQueue, didSend event: PaymentQueueEvent) {
            if case .finished(let transaction) = event { hear("finished \(transaction.transactionIdentifier)") }
        }
        func paymentQueue(_ queue: PaymentQueue, removedTransactions transactions: [PaymentTransaction]) {
            transactions.forEach { hear("removed \($0.transactionIdentifier)") }
        }
        func paymentQueueRestoreCompletedTransactionsFinished(_ queue: PaymentQueue) { hear("restored") }
        func paymentQueue(_ queue: PaymentQueue, restoreCompletedTransactionsFailedWithError error: IAPError) {
            hear("restore failed \(error.code.rawValue)")
        }
        func paymentQueueDidChangeStorefront(_ queue: PaymentQueue) { hear("storefront") }
    }

    @Test("An observer receives updated, finished and removed transactions, in order")
    func order() async throws {
        let shop = try await Shop()
        let listener = Listener()
        var heard = listener.heard.stream { $0 }.makeAsyncIterator()
        shop.queue.add(listener, callbackQueue: .global())
        shop.connection.send(try .outside("1", .purchased, coins, .consumable))
        while let line = await heard.next(), line != "removed 1" {}
        #expect(listener.lines.withLock { $0 } == ["updated 1", "finished 1", "removed 1"])
    }

    @Test("An observer that is added twice is called once")
    func addedTwice() async throws {
        let shop = try await Shop()
        let listener = Listener()
        var heard = listener.heard.stream { $0 }.makeAsyncIterator()
        shop.queue.add(listener, callbackQueue: .global())
        shop.queue.add(listener, callbackQueue: .global())
        shop.connection.send(.storefront(.usa))
        try await shop.queue.restoreCompletedTransactions()
        while let line = await heard.next(), line != "restored" {}
        #expect(listener.lines.withLock { $0 } == ["storefront", "restored"])
    }

    @Test("Each of many observers receives everything")
    func many() async throws {
        let shop = try await Shop()
        let listeners = (1...10).map { _ in Listener() }
        let streams = listeners.map { $0.heard.stream { $0 } }
        listeners.forEach { shop.queue.add($0, callbackQueue: .global()) }
        shop.connection.send(.storefront(.usa))
        for stream in streams {
            for await line in stream { if line == "storefront" { break } }
        }
    }

    @Test("An observer is held weakly")
    func weaklyHeld() async throws {
        let shop = try await Shop()
        weak var reference: Listener?
        do {
            let listener = Listener()
            reference = listener
            shop.queue.add(listener, callbackQueue: .global())
        }
        #expect(reference == nil)
        shop.connection.send(.storefront(.usa))
        try await shop.event { $0 == .storefrontChanged(.usa) }
    }

    @Test("Observers that are gone cost nothing after the next event")
    func forgotten() async throws {
        let shop = try await Shop()
        for _ in 1...100 { shop.queue.add(Listener(), callbackQueue: DispatchQueue(label: "callbacks")) }
        let kept = Listener()
        var heard = kept.heard.stream { $0 }.makeAsyncIterator()
        shop.queue.add(kept, callbackQueue: .global())
        shop.connection.send(.storefront(.usa))
        _ = await heard.next()
        while shop.queue.observerCount > 1 { await Task.yield() }
        #expect(shop.queue.observerCount == 1)
    }

    @Test("An observer that was removed receives nothing more")
    func removed() async throws {
        let shop = try await Shop()
        let removed = Listener()
        let kept = Listener()
        var heard = kept.heard.stream { $0 }.makeAsyncIterator()
        let callbacks = DispatchQueue(label: "callbacks")
        shop.queue.add(removed, callbackQueue: callbacks)
        shop.queue.add(kept, callbackQueue: callbacks)
        shop.queue.remove(removed)
        shop.connection.send(.storefront(.usa))
        _ = await heard.next()
        #expect(removed.lines.withLock { $0 }.isEmpty)
    }

    @Test("Calls come on the given queue")
    func callbackQueue() async throws {
        final class Checking: PaymentTransactionObserver, Sendable {
            let key = DispatchSpecificKey<Bool>()
            let answer = Promise<Bool>()
            func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
                answer.fulfill(.success(DispatchQueue.getSpecific(key: key) == true))
            }
        }
        let shop = try await Shop()
        let observer = Checking()
        let callbacks = DispatchQueue(label: "callbacks")
        callbacks.setSpecific(key: observer.key, value: true)
        shop.queue.add(observer, callbackQueue: callbacks)
        shop.connection.send(try .outside("1", .purchased, coins, .consumable))
        #expect(try await observer.answer.value())
    }

    @Test("A failed restore is reported as failed, and not as finished")
    func failedRestore() async throws {
        let shop = try await Shop()
        let listener = Listener()
        var heard = listener.heard.stream { $0 }.makeAsyncIterator()
        shop.queue.add(listener, callbackQueue: .global())
        shop.connection.answerRestore(with: .failure(IAPError(.networkError, "Offline.")))
        _ = try? await shop.queue.restoreCompletedTransactions()
        #expect(await heard.next() == "restore failed networkError")
        #expect(listener.lines.withLock { $0 } == ["restore failed networkError"])
    }
}
