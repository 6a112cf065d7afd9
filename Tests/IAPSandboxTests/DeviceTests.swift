import IAPCore
import IAPSandbox
import Testing

@Suite("Devices")
struct DeviceTests {
    // https://developer.apple.com/documentation/storekit/skpaymentqueue/finishtransaction(_:)
    @Test("A reinstalled app receives what is unfinished, and nothing else")
    func reinstalling() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(coins)
        try await shop.buyAndFinish(premium)
        try await shop.buy(coins, quantity: 2)
        shop.appStore.eraseDevice()
        let connection = shop.appStore.connection()
        let transactions = await shop.replayed(to: connection).transactions
        #expect(transactions.map(\.productIdentifier) == [coins])
        #expect(transactions.map(\.quantity) == [2])
        let restored = try await connection.restoreCompletedTransactions(applicationUsername: nil)
        #expect(restored.map(\.productIdentifier) == [premium])
    }

    @Test("Erasing a device ends its updates")
    func erasing() async throws {
        let shop = try Shop()
        let stream = shop.connection.updates()
        shop.appStore.eraseDevice()
        var count = 0
        for await update in stream where !update.isOfAccount { count += 1 }
        #expect(count == 0)
    }

    // https://developer.apple.com/documentation/storekit/transaction/updates
    @Test("A purchase on one device reaches the others, where it answers no request; a consumable does not")
    func otherDevices() async throws {
        let shop = try Shop()
        let tablet = shop.appStore.connection(device: "tablet")
        let updates = try await shop.received(by: tablet) {
            try await shop.buy(premium)
            try await shop.buy(coins)
        }
        #expect(updates.transactions.map(\.productIdentifier) == [premium])
        #expect(updates.transactions.first?.payment.requestIdentifier == nil)
    }

    @Test("Each device finishes for itself")
    func finishing() async throws {
        let shop = try Shop()
        let tablet = shop.appStore.connection(device: "tablet")
        try await shop.buyAndFinish(premium)
        #expect(await shop.unfinished().isEmpty)
        #expect(await shop.replayed(to: tablet).transactions.count == 1)
    }

    @Test("An unfinished consumable goes to one device alone")
    func consumable() async throws {
        let shop = try Shop()
        try await shop.buy(coins)
        let tablet = shop.appStore.connection(device: "tablet")
        #expect(await shop.replayed(to: tablet).transactions.isEmpty)
        shop.appStore.eraseDevice()
        let phone = shop.appStore.connection(device: "phone")
        #expect(await shop.replayed(to: phone).transactions.count == 1)
    }

    @Test("A reader learns what will become of the subscriptions, also of what changed while none read")
    func renewalsAtFirst() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        try shop.appStore.disableAutoRenewForTransaction(identifier: "1")
        #expect(await shop.replayed(to: shop.connection).renewals.map(\.willAutoRenew) == [false])
    }

    @Test("The updates end with the connection that opened them")
    func connectionGone() async throws {
        let appStore = try Shop().appStore
        var connection: SandboxConnection? = appStore.connection()
        let stream = try #require(connection).updates()
        connection = nil
        for await _ in stream {}
        #expect(connection == nil)
    }

    @Test("Calls from many threads at once lose nothing and send everything in one order")
    func concurrency() async throws {
        let shop = try Shop()
        let connection = shop.connection
        let updates = try await shop.received {
            try await withThrowingTaskGroup { group in
                for _ in 0..<200 {
                    group.addTask { try await connection.submit(Payment(productIdentifier: season)) }
                }
                try await group.waitForAll()
            }
        }
        let numbers = updates.transactions.compactMap { Int($0.id.rawValue) }
        #expect(numbers == (1...200).flatMap { [$0, $0] })
        #expect(shop.appStore.chargedQuantity(of: season) == 200)
    }
}
