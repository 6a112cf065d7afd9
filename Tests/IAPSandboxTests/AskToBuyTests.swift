import Foundation
import IAPCore
import IAPSandbox
import Testing

@Suite("Ask to Buy")
struct AskToBuyTests {
    private func asking() async throws -> (shop: Shop, payment: Payment, pending: TransactionIdentifier) {
        let shop = try Shop()
        shop.appStore.askToBuyEnabled = true
        let payment = try await shop.buy(coins, quantity: 2)
        let pending = try #require(shop.appStore.allTransactions().first)
        #expect(pending.isPendingAskToBuyConfirmation && pending.state == .deferred)
        return (shop, payment, pending.identifier)
    }

    // https://developer.apple.com/documentation/storekit/skpaymenttransactionstate/deferred
    @Test("A purchase that waits for approval is deferred, charges nothing, and stays in the queue")
    func deferred() async throws {
        let (shop, payment, _) = try await asking()
        let unfinished = await shop.unfinished()
        #expect(unfinished.map(\.transactionState) == [.deferred])
        #expect(unfinished.first?.payment == payment)
        #expect(shop.appStore.chargedQuantity(of: coins) == 0)
    }

    // https://developer.apple.com/documentation/storekit/product/purchaseresult/pending
    @Test("An approved purchase arrives in the updates and answers the payment")
    func approved() async throws {
        let (shop, payment, pending) = try await asking()
        shop.appStore.advance(by: 3600)
        let updates = try await shop.received { try shop.appStore.approveAskToBuyTransaction(identifier: pending) }
        #expect(updates.states == [.purchased])
        #expect(updates.transactions.first?.payment == payment)
        #expect(updates.transactions.first?.transactionDate == shop.appStore.clock.now)
        #expect(shop.appStore.chargedQuantity(of: coins) == 2)
        #expect(shop.appStore.allTransactions().map(\.isPendingAskToBuyConfirmation) == [false])
    }

    @Test("An approval while the app does not run answers the payment after the relaunch")
    func approvedLater() async throws {
        let (shop, payment, pending) = try await asking()
        try shop.appStore.approveAskToBuyTransaction(identifier: pending)
        let transactions = await shop.replayed(to: shop.appStore.connection()).transactions
        #expect(transactions.map(\.transactionState) == [.purchased])
        #expect(transactions.first?.payment == payment)
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/declineasktobuytransaction(identifier:)
    @Test("A declined purchase fails")
    func declined() async throws {
        let (shop, payment, pending) = try await asking()
        let updates = try await shop.received { try shop.appStore.declineAskToBuyTransaction(identifier: pending) }
        #expect(updates.states == [.failed])
        #expect(updates.transactions.first?.error?.code == .purchaseDeclined)
        #expect(updates.transactions.first?.payment == payment)
        #expect(shop.appStore.chargedQuantity(of: coins) == 0)
    }

    // https://developer.apple.com/forums/thread/706277
    @Test("Asking again joins the first request: one approval makes one purchase")
    func askingAgain() async throws {
        let (shop, first, pending) = try await asking()
        var second: Payment?
        let updates = try await shop.received { second = try await shop.buy(coins) }
        #expect(updates.states == [.purchasing, .deferred])
        #expect(updates.transactions.last?.payment.requestIdentifier == second?.requestIdentifier)
        #expect(shop.appStore.allTransactions().count == 1)
        let approval = try await shop.received { try shop.appStore.approveAskToBuyTransaction(identifier: pending) }
        #expect(approval.transactions.map(\.payment) == [first])
        #expect(shop.appStore.chargedQuantity(of: coins) == 2)
    }

    // https://developer.apple.com/forums/thread/706277
    @Test("Two devices that ask for a consumable ask twice, and each approval comes to the device that asked")
    func twoDevices() async throws {
        let (shop, payment, pending) = try await asking()
        let tablet = shop.appStore.connection(device: "tablet")
        try await tablet.submit(payment.identified(by: UUID()))
        try shop.appStore.approveAskToBuyTransaction(identifier: pending)
        #expect(await shop.unfinished().map(\.transactionState) == [.purchased])
        #expect(await shop.replayed(to: tablet).transactions.map(\.transactionState) == [.deferred])
    }

    @Test("A request lapses after 24 hours, counted anew when it is made again")
    func lapsing() async throws {
        let (shop, _, pending) = try await asking()
        shop.appStore.advance(by: 23 * 3600)
        try await shop.buy(coins)
        shop.appStore.advance(by: 23 * 3600)
        #expect(shop.appStore.allTransactions().map(\.isPendingAskToBuyConfirmation) == [true])
        let updates = try await shop.received { shop.appStore.advance(by: 3600) }
        #expect(updates.states == [.failed])
        #expect(updates.transactions.first?.error?.code == .purchaseDeclined)
        #expect(await code { try shop.appStore.approveAskToBuyTransaction(identifier: pending) } == .invalidAction)
    }

    // https://developer.apple.com/documentation/storekit/skmutablepayment/simulatesasktobuyinsandbox
    @Test("A payment can ask to be asked about, for itself alone")
    func onePayment() async throws {
        let shop = try Shop()
        let asking = try Payment(productIdentifier: coins, simulatesAskToBuyInSandbox: true)
        let updates = try await shop.received {
            try await shop.connection.submit(asking)
            try await shop.buy(premium)
        }
        #expect(updates.states == [.purchasing, .deferred, .purchasing, .purchased])
    }

    // https://developer.apple.com/documentation/storekittest/sktesterror/invalidaction
    @Test("What does not wait can neither be approved nor declined")
    func notWaiting() async throws {
        let shop = try Shop()
        try await shop.buy(coins)
        let bought = try #require(shop.appStore.allTransactions().first).identifier
        #expect(await code { try shop.appStore.approveAskToBuyTransaction(identifier: bought) } == .invalidAction)
        #expect(await code { try shop.appStore.declineAskToBuyTransaction(identifier: bought) } == .invalidAction)
        #expect(await code { try shop.appStore.approveAskToBuyTransaction(identifier: "9") } == .transactionNotFound)
    }

    @Test("An approval of what the customer has by then charges nothing and answers with that")
    func ownedByThen() async throws {
        let shop = try Shop()
        shop.appStore.askToBuyEnabled = true
        let payment = try await shop.buy(premium)
        let pending = try #require(shop.appStore.allTransactions().first).identifier
        try shop.appStore.buyProduct(productIdentifier: premium)
        let updates = try await shop.received { try shop.appStore.approveAskToBuyTransaction(identifier: pending) }
        #expect(updates.transactions.map(\.payment) == [payment])
        #expect(shop.appStore.chargedQuantity(of: premium) == 1)
    }
}
