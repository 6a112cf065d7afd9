import Dispatch
import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("One event in every style", .timeLimit(.minutes(10)))
struct ListenersTests {
    final class Observer: PaymentTransactionObserver, Sendable {
        let received = EventLog()
        func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
            for transaction in transactions where transaction.transactionState == .purchased {
                received.add("observer \(transaction.transactionIdentifier)")
            }
        }
    }

    @Test("Closure, delegate, observer, both notifications and async sequence receive the same purchase, once each")
    func sameEvent() async throws {
        let center = NotificationCenter()
        let store = try await open(try makeAppStore()) { $0.notificationCenter = center }
        let received = EventLog()

        let service = IAPService(store: store, callbackQueue: .global())
        let screen = Screen()
        service.delegate = screen
        let observer = Observer()
        store.queue.add(observer, callbackQueue: .global())
        let token = center.addObserver(forName: .IAPHelperPurchaseNotification, object: nil, queue: nil) { note in
            let transaction = note.purchasedTransaction
            #expect(note.object as? ProductIdentifier == transaction?.productIdentifier)
            received.add("notification \(transaction?.transactionIdentifier.rawValue ?? "")")
        }
        let typedToken = center.addObserver(for: PaymentQueueMessage.self) { (message: PaymentQueueMessage) async in
            guard case .updated(let transaction) = message.event, transaction.transactionState == .purchased else {
                return
            }
            received.add("message \(transaction.transactionIdentifier)")
        }
        let updates = store.updates

        let helper = IAPHelper(productIds: [premium], store: store, callbackQueue: .global())
        let product = try #require(try await store.products(for: [premium]).products.first)
        helper.buyProduct(product) { result in
            guard case .success(.purchased(let transaction)) = result else { return }
            received.add("closure \(transaction.transactionIdentifier)")
        }

        var purchased: PaymentTransaction?
        for await transaction in updates where transaction.transactionState == .purchased {
            purchased = transaction
            break
        }
        let identifier = try #require(purchased).transactionIdentifier
        await received.wait(for: "closure \(identifier)")
        await received.wait(for: "notification \(identifier)")
        await received.wait(for: "message \(identifier)")
        await screen.received.wait(for: "completed 1 \(premium)")
        await observer.received.wait(for: "observer \(identifier)")

        // Another purchase marks the end: whatever came twice would have come before it.
        let bag = try #require(try await store.products(for: [coins]).products.first)
        guard case .purchased = try await store.purchase(bag) else { throw Missing() }
        await store.waitUntilIdle()
        #expect(screen.received.all == ["completed 1 \(premium)", "completed 1 \(coins)"])
        #expect(received.all.filter { $0.hasSuffix(" \(identifier)") }.count == 3)
        #expect(observer.received.all.count == 2)
        center.removeObserver(token)
        withExtendedLifetime((service, typedToken)) {}
    }

    @Test("An observer of notifications may ask for the main queue", .timeLimit(.minutes(10)))
    func mainQueueObserver() async throws {
        let center = NotificationCenter()
        let store = try await open(try makeAppStore()) { $0.notificationCenter = center }
        let received = EventLog()
        let token = center.addObserver(forName: .IAPHelperPurchaseNotification, object: nil, queue: .main) { note in
            received.add("notification \(note.object as? ProductIdentifier ?? "")")
        }
        try await store.purchase(premium)
        try await store.purchase(coins)
        await received.wait(for: "notification \(coins)")
        #expect(received.all == ["notification \(premium)", "notification \(coins)"])
        center.removeObserver(token)
    }

    @Test("Two services and two helpers on one store share one truth, and post one notification")
    func manyFaces() async throws {
        let center = NotificationCenter()
        let store = try await open(try makeAppStore()) { $0.notificationCenter = center }
        let received = EventLog()
        let token = center.addObserver(forName: .IAPHelperPurchaseNotification, object: nil, queue: nil) { note in
            received.add("notification \(note.object as? ProductIdentifier ?? "")")
        }
        let services = (1...2).map { _ in IAPService(store: store, callbackQueue: .global()) }
        let screens = services.map { service in
            let screen = Screen()
            service.delegate = screen
            return screen
        }
        let helpers = (1...2).map { _ in IAPHelper(productIds: [premium], store: store, callbackQueue: .global()) }
        let product = try #require(try await store.products(for: [premium]).products.first)

        services[0].purchase(product: product)
        for screen in screens { await screen.received.wait(for: "completed 1 \(premium)") }
        #expect(helpers.allSatisfy { $0.isProductPurchased(premium) })
        await received.wait(for: "notification \(premium)")

        try await store.purchase(coins)
        await received.wait(for: "notification \(coins)")
        #expect(received.all == ["notification \(premium)", "notification \(coins)"])
        center.removeObserver(token)
    }

    @Test("A main-actor screen conforms as it is, and is called on the main actor")
    func mainActorDelegate() async throws {
        let store = try await open(try makeAppStore())
        let answer = Promise<Bool>()
        let screen = await MainScreen(answer: answer)
        let service = IAPService(store: store)
        await screen.listen(to: service)
        try await store.purchase(premium)
        #expect(try await answer.value())
    }

    @MainActor
    final class MainScreen: @MainActor IAPServiceDelegate {
        private let answer: Promise<Bool>
        private var title = ""

        init(answer: Promise<Bool>) { self.answer = answer }

        func listen(to service: IAPService) { service.delegate = self }

        func getProducts(products: [StoreProduct]) {}

        func didCompleteTransaction(_ transaction: PaymentTransaction) {
            title = transaction.productIdentifier
            answer.fulfill(.success(title == premium))
        }
    }
}
