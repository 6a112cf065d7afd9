import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox
import Testing

/// What an app on a device is to receive of an account that was signed in there, and comes back.
@Suite("An account that comes back to a device")
struct AbsenceTests {
    private let other = "other@example.com"

    private func comeBack(to shop: Shop, _ connection: SandboxConnection? = nil) async throws -> [StoreUpdate] {
        try await shop.received(by: connection) {
            shop.appStore.signIn(account: SandboxAppStore.defaultAccount)
        }
    }

    @Test(
        "A refund while another account was signed in, or none, is sent at the return, once, and waits until it is finished"
    )
    func refund() async throws {
        let leaving: [@Sendable (Shop) -> Void] = [
            { $0.appStore.signIn(account: "other@example.com") }, { $0.appStore.signOut() },
        ]
        for leave in leaving {
            let shop = try Shop()
            for product in [premium, coins, season] { try await shop.buyAndFinish(product) }
            leave(shop)
            let meanwhile = try await shop.received {
                try shop.appStore.refundTransaction(identifier: "1")
                try shop.appStore.refundTransaction(identifier: "2")
            }
            #expect(meanwhile.transactions.isEmpty)
            let updates = try await comeBack(to: shop)
            #expect(updates.transactions.map(\.id) == ["1", "2"])
            #expect(updates.transactions.allSatisfy { $0.revocationDate != nil })
            // It waits, also while the account is away once more.
            leave(shop)
            #expect(try await comeBack(to: shop).transactions.map(\.id) == ["1", "2"])
            #expect(await shop.unfinished().map(\.id) == ["1", "2"])
            try await shop.finishAll()
            leave(shop)
            #expect(try await comeBack(to: shop).transactions.isEmpty)
        }
    }

    @Test("It is sent at the next launch when no app runs at sign-in, in another process as well")
    func relaunch() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("absence-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            let shop = try Shop(history: file)
            try await shop.buyAndFinish(premium)
            shop.appStore.signIn(account: other)
        }
        do {
            let shop = try Shop(history: file)
            try shop.appStore.refundTransaction(identifier: "1")
        }
        do { try Shop(history: file).appStore.signIn(account: SandboxAppStore.defaultAccount) }
        let shop = try Shop(history: file)
        #expect(await shop.unfinished().map { $0.revocationDate != nil } == [true])
        try await shop.finishAll()
        #expect(try await Shop(history: file).unfinished().isEmpty)
    }

    // https://developer.apple.com/documentation/storekit/supporting-family-sharing-in-your-app
    @Test("What a family no longer shares is sent to the member who was away, and so are the owner's renewals")
    func family() async throws {
        let month = "com.example.family.month"
        let shop = try Shop(products: [
            .autoRenewable(
                month,
                name: "Family",
                price: "9.99",
                group: "family",
                level: 1,
                period: "P1M",
                isFamilyShareable: true
            )
        ])
        let tablet = shop.appStore.connection(device: "tablet")
        shop.appStore.signIn(account: "member", device: "tablet")
        try shop.appStore.startFamilySharing(with: "member")
        try await shop.buyAndFinish(month)
        for transaction in await shop.replayed(to: tablet).transactions { try await tablet.finish(transaction) }
        shop.appStore.signIn(account: other, device: "tablet")
        try shop.advance("P1M")
        shop.appStore.stopFamilySharing(with: "member")
        let updates = try await shop.received(by: tablet) {
            shop.appStore.signIn(account: "member", device: "tablet")
        }
        #expect(updates.transactions.map(\.reason) == [.renewal])
        #expect(updates.transactions.allSatisfy { $0.ownershipType == .familyShared && $0.revocationDate != nil })
    }

    @Test("The app receives what has become of its subscriptions: renewals, ends, prices to agree to")
    func subscriptions() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        try await shop.buyAndFinish(trial)
        shop.appStore.signIn(account: other)
        try shop.appStore.expireSubscription(productIdentifier: trial)
        try shop.advance("P1M")
        try shop.appStore.changePrice(productIdentifier: basic, to: 8, forSubscribers: .increasedWithConsent)
        let updates = try await comeBack(to: shop)
        #expect(updates.transactions.map(\.productIdentifier) == [trial, basic])
        #expect(updates.renewals.map(\.priceIncreaseStatus) == [.pending, .noIncreasePending])
        #expect(updates.renewals.map(\.willAutoRenew) == [true, false])
        #expect(updates.compactMap(\.message).map(\.reason) == [.priceIncreaseConsent])
        // As at a launch.
        #expect(await shop.replayed(to: shop.connection).compactMap(\.message) == updates.compactMap(\.message))
    }

    @Test("Purchases on other devices are sent, as to an app that was closed")
    func purchases() async throws {
        let shop = try Shop()
        let tablet = shop.appStore.connection(device: "tablet")
        shop.appStore.signIn(account: other)
        try await tablet.submit(Payment(productIdentifier: premium))
        try await tablet.submit(Payment(productIdentifier: coins))
        for transaction in await shop.replayed(to: tablet).transactions { try await tablet.finish(transaction) }
        #expect(try await comeBack(to: shop).transactions.map(\.productIdentifier) == [premium])
    }

    @Test("An unfinished consumable that another device took over is not sent, unless it was refunded")
    func consumable() async throws {
        let shop = try Shop()
        try await shop.buy(coins)
        shop.appStore.signOut()
        let tablet = shop.appStore.connection(device: "tablet")
        let taken = await shop.replayed(to: tablet).transactions
        #expect(taken.map(\.productIdentifier) == [coins])
        for transaction in taken { try await tablet.finish(transaction) }
        #expect(try await comeBack(to: shop).transactions.isEmpty)

        try await shop.buy(coins)
        shop.appStore.signOut()
        shop.appStore.eraseDevice("tablet")
        let again = shop.appStore.connection(device: "tablet")
        for transaction in await shop.replayed(to: again).transactions { try await again.finish(transaction) }
        try shop.appStore.refundTransaction(identifier: "2")
        #expect(try await comeBack(to: shop).transactions.map { $0.revocationDate != nil } == [true])
    }

    @Test("A request that was answered in between is sent with its outcome")
    func askToBuy() async throws {
        let shop = try Shop()
        shop.appStore.askToBuyEnabled = true
        let payment = try await shop.buy(coins)
        shop.appStore.signOut()
        try shop.appStore.approveAskToBuyTransaction(identifier: "1")
        let updates = try await comeBack(to: shop)
        #expect(updates.transactions.map(\.transactionState) == [.purchased])
        #expect(updates.transactions.map(\.payment.requestIdentifier) == [payment.requestIdentifier])
    }

    @Test("A device that was erased has received nothing, so that nothing is sent of what was finished")
    func erased() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(premium)
        shop.appStore.signIn(account: other)
        try shop.appStore.refundTransaction(identifier: "1")
        shop.appStore.eraseDevice()
        shop.appStore.signIn(account: SandboxAppStore.defaultAccount)
        #expect(await shop.replayed(to: shop.appStore.connection()).transactions.isEmpty)
    }

    @Test("What was cleared or deleted in between is not sent")
    func forgotten() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(premium)
        try await shop.buyAndFinish(season)
        shop.appStore.signIn(account: other)
        try shop.appStore.refundTransaction(identifier: "1")
        try shop.appStore.refundTransaction(identifier: "2")
        try shop.appStore.deleteTransaction(identifier: "1")
        #expect(try await comeBack(to: shop).transactions.map(\.id) == ["2"])
        shop.appStore.signIn(account: other)
        shop.appStore.clearTransactions()
        #expect(try await comeBack(to: shop).transactions.isEmpty)
    }

    @Test("A refund, an end and a price to agree to while the app was closed are sent at its launch, on every device")
    func closedApp() async throws {
        let shop = try Shop()
        let tablet = shop.appStore.connection(device: "tablet")
        try await shop.buyAndFinish(premium)
        try await shop.buyAndFinish(basic)
        for transaction in await shop.replayed(to: tablet).transactions { try await tablet.finish(transaction) }
        try shop.appStore.refundTransaction(identifier: "1")
        try shop.appStore.changePrice(productIdentifier: basic, to: 8, forSubscribers: .increasedWithConsent)
        for connection in [shop.connection, shop.appStore.connection(device: "tablet")] {
            let updates = await shop.replayed(to: connection)
            #expect(updates.transactions.map(\.id) == ["1"])
            #expect(updates.renewals.map(\.priceIncreaseStatus) == [.pending])
            #expect(updates.compactMap(\.message).count == 1)
        }
    }
}
