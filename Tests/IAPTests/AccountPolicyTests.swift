import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("When another account signs in", .timeLimit(.minutes(10)))
struct AccountPolicyTests {
    private let second = "tester+1@example.com"

    /// Events of a store, to be waited for.
    private func events(of store: IAPStore) -> AsyncStream<PaymentQueueEvent>.AsyncIterator {
        store.events.makeAsyncIterator()
    }

    private func wait(
        _ events: inout AsyncStream<PaymentQueueEvent>.AsyncIterator,
        for isIt: (PaymentQueueEvent) -> Bool
    ) async {
        while let event = await events.next(), !isIt(event) {}
    }

    private func isChange(_ event: PaymentQueueEvent) -> Bool {
        if case .accountChanged = event { true } else { false }
    }

    @Test("Kept, purchases and credits of both count, and the change is sent")
    func keeping() async throws {
        let appStore = try makeAppStore()
        let store = try await open(appStore)
        try await store.purchase(premium)
        try await store.purchase(coins)
        var events = events(of: store)
        appStore.signIn(account: second)
        await wait(&events) { isChange($0) }
        #expect(await store.ledger.account == appStore.connection(device: "device").accountIdentifier())
        #expect(store.isPurchased(premium))
        try await store.purchase(coins)
        #expect(store.balance(of: "coins") == 20)
    }

    @Test(
        "Hidden, entitlements and balances follow the account that is signed in, and the change of what is owned is sent"
    )
    func hiding() async throws {
        let appStore = try makeAppStore()
        let storage = InMemoryStorage()
        let store = try await open(appStore, storage: storage) { $0.accountPolicy = .hide }
        try await store.purchase(premium)
        try await store.purchase(monthly)
        try await store.purchase(coins)
        var events = events(of: store)
        appStore.signIn(account: second)
        await wait(&events) { $0 == .purchasedProductsChanged([]) }
        #expect(!store.isPurchased(premium) && store.balance(of: "coins") == 0)
        #expect(store.ledger.subscriptionStatuses.isEmpty)
        try await store.purchase(coins)
        #expect(store.balance(of: "coins") == 10)
        // A relaunch knows who is signed in before it answers.
        let again = try await open(appStore, storage: storage) { $0.accountPolicy = .hide }
        #expect(!again.isPurchased(premium) && again.balance(of: "coins") == 10)
        try await again.purchase(coins)
        events = self.events(of: again)
        appStore.signIn(account: SandboxAppStore.defaultAccount)
        await wait(&events) { $0 == .purchasedProductsChanged([premium, monthly]) }
        #expect(again.isPurchased(premium) && again.balance(of: "coins") == 10)
        appStore.signOut()
        await wait(&events) { $0 == .purchasedProductsChanged([]) }
        #expect(again.ledger.account == nil && !again.isPurchased(premium))
    }

    @Test("Transferred, what one account bought is the next one's, for good")
    func transferring() async throws {
        let appStore = try makeAppStore()
        let storage = InMemoryStorage()
        let store = try await open(appStore, storage: storage) { $0.accountPolicy = .transfer }
        try await store.purchase(premium)
        try await store.purchase(coins)
        var events = events(of: store)
        appStore.signIn(account: second)
        await wait(&events) { isChange($0) }
        await store.queue.processPendingTransactions()
        let hiding = try await open(appStore, storage: storage) { $0.accountPolicy = .hide }
        #expect(hiding.isPurchased(premium) && hiding.balance(of: "coins") == 10)
    }

    @Test("A sign-in while the app was closed transfers at the next launch")
    func transferringAtLaunch() async throws {
        let appStore = try makeAppStore()
        let storage = InMemoryStorage()
        do {
            let store = try await open(appStore, storage: storage) { $0.accountPolicy = .transfer }
            try await store.purchase(premium)
        }
        appStore.signIn(account: second)
        let store = try await open(appStore, storage: storage) { $0.accountPolicy = .transfer }
        await store.queue.processPendingTransactions()
        let account = try #require(store.ledger.account)
        #expect(store.ledger.transactions.map(\.account) == [account])
    }

    @Test("Hidden, what an account has undelivered waits while another one is signed in")
    func undeliveredOfAnother() async throws {
        let appStore = try makeAppStore()
        let handler = FieldHandler()
        handler.fail(true)
        let store = try await open(appStore, deliveryHandler: handler) { $0.accountPolicy = .hide }
        await #expect(throws: IAPError.self) { try await store.purchase(coins) }
        handler.fail(false)
        appStore.signIn(account: second)
        await store.waitUntilIdle()
        await store.queue.processPendingTransactions()
        #expect(handler.deliveries.count == 1)
        appStore.signIn(account: SandboxAppStore.defaultAccount)
        await store.waitUntilIdle()
        await store.queue.processPendingTransactions()
        #expect(handler.deliveries.count == 2 && store.balance(of: "coins") == 10)
    }

    @Test("What an account has undelivered is delivered once it is back")
    func undelivered() async throws {
        struct Failing: DeliveryHandler {
            func deliver(_ delivery: Delivery) async throws { throw Missing() }
        }
        let appStore = try makeAppStore()
        let storage = InMemoryStorage()
        do {
            let failing = try await open(appStore, storage: storage, deliveryHandler: Failing()) {
                $0.accountPolicy = .hide
            }
            await #expect(throws: IAPError.self) { try await failing.purchase(coins) }
        }
        appStore.signIn(account: second)
        let store = try await open(appStore, storage: storage) { $0.accountPolicy = .hide }
        await store.queue.processPendingTransactions()
        #expect(store.ledger.openWork.isEmpty && store.balance(of: "coins") == 0)
        var events = events(of: store)
        appStore.signIn(account: SandboxAppStore.defaultAccount)
        await wait(&events) {
            if case .updated(let updated) = $0 { updated.transactionState == .purchased } else { false }
        }
        #expect(store.balance(of: "coins") == 10)
        await store.queue.processPendingTransactions()
        #expect(store.ledger.transactions.map(\.isDelivered) == [true])
    }

    @Test("The delegate receives the change")
    func delegate() async throws {
        final class AccountScreen: IAPServiceDelegate, Sendable {
            let received = EventLog()
            func getProducts(products: [StoreProduct]) {}
            func didCompleteTransaction(_ transaction: PaymentTransaction) {}
            func service(_ service: IAPService, didReceive event: PaymentQueueEvent) {
                guard case .accountChanged(let account) = event else { return }
                received.add("account \(account == nil ? "gone" : "there")")
            }
        }
        let appStore = try makeAppStore()
        let store = try await open(appStore) { $0.startsImmediately = false }
        let screen = AccountScreen()
        let service = IAPService(store: store, callbackQueue: DispatchQueue(label: "screen"))
        service.delegate = screen
        store.start()
        try await store.purchase(premium)
        appStore.signIn(account: second)
        await screen.received.wait(for: "account there")
        appStore.signOut()
        await screen.received.wait(for: "account gone")
        #expect(screen.received.all.count == 2)
    }
}
