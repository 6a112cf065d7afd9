import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("Waiting until a store is idle", .timeLimit(.minutes(10)))
struct IdleTests {
    @Test("Delegate, closure and notification have been called with what the sandbox sent", arguments: 1...20)
    func everyListener(round: Int) async throws {
        let appStore = try makeAppStore()
        let center = NotificationCenter()
        var options = IAPStore.Options()
        options.notificationCenter = center
        let store = try await IAPStore(
            connection: appStore.connection(),
            storage: InMemoryStorage(),
            credits: [coins: Credit(10, of: "coins")],
            options: options
        )
        let notified = Locked<[ProductIdentifier]>([])
        let token = center.addObserver(forName: .IAPHelperPurchaseNotification, object: nil, queue: nil) { note in
            if let product = note.object as? ProductIdentifier { notified.withLock { $0.append(product) } }
        }
        defer { center.removeObserver(token) }
        let service = IAPService(store: store, callbackQueue: .global())
        let screen = Screen()
        service.delegate = screen
        let helper = IAPHelper(productIds: [premium], store: store, callbackQueue: .global())
        let products = try await store.products(for: [premium]).products
        let answers = Locked<[Result<PurchaseResult, IAPError>]>([])

        helper.buyProduct(try #require(products.first)) { answer in answers.withLock { $0.append(answer) } }
        // The payment has reached the store once the store knows its transaction.
        while appStore.allTransactions().isEmpty { await Task.yield() }
        try appStore.buyProduct(Payment(productIdentifier: coins, quantity: round % 10 + 1))
        await store.waitUntilIdle()

        #expect(answers.withLock { $0 }.count == 1)
        #expect(Set(notified.withLock { $0 }) == [coins, premium])
        #expect(Set(screen.received.all) == ["completed 1 \(premium)", "completed \(round % 10 + 1) \(coins)"])
        #expect(store.balance(of: "coins") == (round % 10 + 1) * 10)
        withExtendedLifetime((service, helper)) {}
    }

    @Test("A store whose device was taken over by another one is idle once it has read its updates")
    func takenOver() async throws {
        let appStore = try makeAppStore()
        let first = try await open(appStore.connection())
        try appStore.buyProduct(Payment(productIdentifier: premium))
        let second = try await open(appStore.connection())
        await first.waitUntilIdle()
        await second.waitUntilIdle()
        #expect(first.isPurchased(premium) || second.isPurchased(premium))
    }
}
