import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox
import Testing

private let plan = "com.example.family.month"
private let theme = "com.example.theme"
private let member = "member@example.com"

/// https://developer.apple.com/documentation/storekit/supporting-family-sharing-in-your-app
@Suite("Family sharing")
struct FamilySharingTests {
    private struct Family {
        let shop: Shop
        let member: SandboxConnection

        func received(while body: () async throws -> Void) async throws -> [StoreUpdate] {
            try await shop.received(by: member, while: body)
        }
    }

    private func family() throws -> Family {
        let shop = try Shop(
            products: [
                .autoRenewable(
                    plan,
                    name: "Family",
                    price: "9.99",
                    group: "g",
                    period: "P1M",
                    isFamilyShareable: true
                ),
                .nonConsumable(theme, name: "Theme", price: "1.99", isFamilyShareable: true),
                .nonConsumable(premium, name: "Premium", price: "1.99"),
                .consumable(coins, name: "Coins", price: "0.99"),
            ],
            now: "2025-01-31"
        )
        shop.appStore.signIn(account: member, device: "tablet")
        return Family(shop: shop, member: shop.appStore.connection(device: "tablet"))
    }

    @Test("A member has transactions of its own, family-shared, of what can be shared and nothing else")
    func sharing() async throws {
        let family = try family()
        for product in [theme, premium, coins, plan] { try await family.shop.buyAndFinish(product) }
        let updates = try await family.received { try family.shop.appStore.startFamilySharing(with: member) }
        // What was bought for good before comes by restoring.
        let restored = try await family.member.restoreCompletedTransactions(applicationUsername: nil)
        #expect(updates.transactions.map(\.productIdentifier) == [plan])
        #expect(restored.map(\.productIdentifier) == [theme] && restored[0].transactionState == .restored)
        #expect((updates.transactions + restored).allSatisfy { $0.ownershipType == .familyShared })
        let own = Set(family.shop.appStore.allTransactions().filter { $0.account != member }.map(\.identifier))
        #expect(updates.transactions.allSatisfy { !own.contains($0.id) && $0.originalTransactionIdentifier == $0.id })
        #expect(family.shop.appStore.chargedQuantity(of: theme) == 1)
    }

    @Test("What is bought and renewed later reaches the member too")
    func later() async throws {
        let family = try family()
        try family.shop.appStore.startFamilySharing(with: member)
        let updates = try await family.received {
            try await family.shop.buy(plan)
            try family.shop.advance("P1M")
        }
        #expect(updates.transactions.map(\.expirationDate) == [date("2025-02-28"), date("2025-03-31")])
        let first = updates.transactions[0]
        #expect(updates.transactions.map(\.originalTransactionIdentifier) == [first.id, first.id])
        for transaction in updates.transactions { try await family.member.finish(transaction) }
        let restored = try await family.member.restoreCompletedTransactions(applicationUsername: nil)
        #expect(restored.map(\.id) == [updates.transactions[1].id])
    }

    // https://developer.apple.com/documentation/appstoreserverapi/revocationreason
    @Test("When sharing stops, the member's transactions come again, revoked, without a reason")
    func stopping() async throws {
        let family = try family()
        try family.shop.appStore.startFamilySharing(with: member)
        try await family.shop.buyAndFinish(theme)
        try await family.shop.buyAndFinish(plan)
        let updates = try await family.received { family.shop.appStore.stopFamilySharing(with: member) }
        #expect(updates.transactions.map(\.revocationDate) == [date("2025-01-31"), date("2025-01-31")])
        #expect(updates.transactions.allSatisfy { $0.revocationReason == nil })
        #expect(try await family.member.restoreCompletedTransactions(applicationUsername: nil).isEmpty)
        #expect(try await family.shop.restore().count == 2)
    }

    @Test("A refund to the buyer takes the product from the member")
    func refund() async throws {
        let family = try family()
        try family.shop.appStore.startFamilySharing(with: member)
        try await family.shop.buyAndFinish(theme)
        let updates = try await family.received { try family.shop.appStore.refundTransaction(identifier: "1") }
        #expect(updates.transactions.count == 1 && updates.transactions[0].revocationDate != nil)
        #expect(updates.transactions[0].ownershipType == .familyShared)
    }

    @Test("A member may buy what is shared, and keeps it when sharing stops")
    func ownPurchase() async throws {
        let family = try family()
        try family.shop.appStore.startFamilySharing(with: member)
        try await family.shop.buyAndFinish(theme)
        try await family.member.submit(Payment(productIdentifier: theme).identified(by: UUID()))
        family.shop.appStore.stopFamilySharing(with: member)
        for transaction in await family.shop.replayed(to: family.member).transactions {
            try await family.member.finish(transaction)
        }
        let restored = try await family.member.restoreCompletedTransactions(applicationUsername: nil)
        #expect(restored.map(\.ownershipType) == [.purchased])
    }

    @Test("Up to five members share")
    func members() async throws {
        let family = try family()
        for number in 1...5 { try family.shop.appStore.startFamilySharing(with: "\(number)@example.com") }
        #expect(await code { try family.shop.appStore.startFamilySharing(with: "6@example.com") } == .invalidAction)
    }

    @Test("Accounts are apart: a device receives the updates of the account that is signed in on it")
    func accounts() async throws {
        let family = try family()
        let updates = try await family.received { try await family.shop.buy(theme) }
        #expect(updates.isEmpty)
        let moved = try await family.received {
            family.shop.appStore.signIn(account: SandboxAppStore.defaultAccount, device: "tablet")
        }
        #expect(moved.transactions.map(\.productIdentifier) == [theme])
        family.shop.appStore.signIn(account: member, device: "tablet")
        family.shop.appStore.eraseDevice("tablet")
        #expect(await family.shop.replayed(to: family.member).allSatisfy(\.isOfAccount))
    }
}
