import Foundation
import IAPCore
import IAPSandbox
import Testing

@Suite("Accounts")
struct AccountTests {
    private let plusOne = "tester+1@example.com"

    // https://developer.apple.com/documentation/storekit/apptransaction/apptransactionid
    @Test("Transactions name their account, the same on each device and after reinstallation, another for each member")
    func identifier() async throws {
        let shop = try Shop()
        let account = try #require(await shop.connection.accountIdentifier())
        #expect(account.count == 18 && account.allSatisfy(\.isNumber))
        let tablet = shop.appStore.connection(device: "tablet")
        #expect(await tablet.accountIdentifier() == account)
        let received = try await shop.received(by: tablet) {
            try await shop.buyAndFinish(premium)
            try await shop.buyAndFinish(basic)
            try shop.advance("P1M")
        }
        #expect(received.transactions.count == 3)
        #expect(received.transactions.allSatisfy { $0.appTransactionIdentifier == account })
        shop.appStore.eraseDevice()
        #expect(try await shop.appStore.connection().currentTransactions().first?.appTransactionIdentifier == account)
        // The same from launch to launch, and in every store.
        #expect(try await Shop().connection.accountIdentifier() == account)
        #expect(account == "729569059329795127")
    }

    @Test("A name with +1 is a customer of its own; capitals make no difference")
    func names() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(premium)
        let first = await shop.connection.accountIdentifier()
        shop.appStore.signIn(account: plusOne)
        #expect(await shop.connection.accountIdentifier() != first)
        #expect(try await shop.connection.currentTransactions().isEmpty)
        try await shop.buyAndFinish(premium)
        shop.appStore.signIn(account: "Tester@Example.COM")
        #expect(await shop.connection.accountIdentifier() == first)
        #expect(try await shop.connection.currentTransactions().map(\.id) == ["1"])
        #expect(shop.appStore.allTransactions().map(\.account) == [SandboxAppStore.defaultAccount, plusOne])
    }

    @Test("The app receives who is signed in, at first and when that changes")
    func telling() async throws {
        let shop = try Shop()
        let first = await shop.connection.accountIdentifier()
        #expect(await shop.replayed(to: shop.connection).map(\.account) == [first])
        let updates = try await shop.received {
            shop.appStore.signIn(account: SandboxAppStore.defaultAccount)
            shop.appStore.signIn(account: plusOne)
            shop.appStore.signOut()
            shop.appStore.signOut()
            shop.appStore.signIn(account: plusOne)
        }
        let second = await shop.connection.accountIdentifier()
        #expect(updates.filter(\.isOfAccount).map(\.account) == [second, nil, second] && second != first)
    }

    @Test("Signed out, nothing can be bought or restored and nothing is owned; signed in again, what waited comes")
    func signedOut() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(premium)
        try await shop.buy(coins)
        shop.appStore.signOut()
        #expect(await shop.connection.accountIdentifier() == nil)
        #expect(await code { try await shop.buy(season) } == .clientInvalid)
        #expect(await code { _ = try await shop.restore() } == .paymentCancelled)
        #expect(try await shop.connection.currentTransactions().isEmpty)
        #expect(await shop.unfinished().isEmpty)
        // An app that is launched again receives that, and not what happened in between.
        let again = shop.appStore.connection()
        #expect(await shop.replayed(to: again).map(\.account) == [nil])
        let updates = try await shop.received(by: again) {
            try shop.appStore.buyProduct(productIdentifier: season)
            shop.appStore.signIn(account: SandboxAppStore.defaultAccount)
        }
        #expect(updates.first?.isOfAccount == true)
        #expect(updates.transactions.map(\.productIdentifier) == [coins, season])
        #expect(try await again.currentTransactions().map(\.productIdentifier) == [premium])
    }

    @Test("Who is signed out, and who signed in where, outlives the process")
    func outliving() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("accounts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            let shop = try Shop(history: file)
            shop.appStore.signIn(account: plusOne, device: "tablet")
            shop.appStore.signOut()
        }
        let shop = try Shop(history: file)
        #expect(await shop.connection.accountIdentifier() == nil)
        let tablet = shop.appStore.connection(device: "tablet")
        #expect(await tablet.accountIdentifier() != nil)
        shop.appStore.signIn(account: plusOne)
        #expect(await shop.connection.accountIdentifier() == tablet.accountIdentifier())
    }

    @Test("A purchase on one device reaches the account's others, and no other account's")
    func severalDevices() async throws {
        let shop = try Shop()
        let tablet = shop.appStore.connection(device: "tablet")
        shop.appStore.signIn(account: plusOne, device: "laptop")
        let laptop = shop.appStore.connection(device: "laptop")
        let strangers = try await shop.received(by: laptop) {
            let others = try await shop.received(by: tablet) { try await shop.buy(basic) }
            #expect(others.transactions.map(\.productIdentifier) == [basic])
            #expect(others.renewals.count == 1)
        }
        #expect(strangers.isEmpty)
        // Finished on one, it waits on the other.
        try await shop.finishAll()
        #expect(await shop.replayed(to: tablet).transactions.count == 1)
    }
}
