import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("What an app declares of its products", .timeLimit(.minutes(10)))
struct DeclarationTests {
    private static func declarations() throws -> [ProductDeclaration] {
        [
            .consumable(coins, grants: try Credit(10, of: "coins")),
            .nonConsumable(premium, unlocks: "premium", "themes"),
            .autoRenewable(monthly, group: "plans", unlocks: "premium"),
        ]
    }

    private final class Log: Sendable {
        private let events = Locked<[IAPLogEvent]>([])

        @Sendable func append(_ event: IAPLogEvent) { events.withLock { $0.append(event) } }

        var warnings: [String] { events.withLock { $0 }.filter { $0.level == .warning }.map(\.message) }
    }

    private let log = Log()

    private func openStore(_ products: [ProductDeclaration]) async throws -> IAPStore {
        try await open(makeAppStore(), products: products) { $0.log = log.append }
    }

    @Test("A declaration has what a product grants, unlocks and belongs to")
    func declared() async throws {
        let store = try await openStore(Self.declarations())
        #expect(try await store.products().products.map(\.productIdentifier) == [coins, premium, monthly])
        try await store.purchase(coins, quantity: 3)
        #expect(store.balance(of: "coins") == 30)
        try await store.purchase(premium)
        #expect(store.isEntitled(to: "premium") && store.isEntitled(to: "themes"))
        try await store.purchase(monthly)
        #expect(store.entitlement("premium")?.products.map(\.productIdentifier) == [premium, monthly])
        #expect(store.subscriptionStatus(inGroup: "plans")?.isActive == true)
        #expect(log.warnings.isEmpty)
    }

    @Test("The declared kind is known before a look-up: a quantity of two is rejected for what is owned once")
    func quantity() async throws {
        let store = try await openStore(Self.declarations())
        let error = await #expect(throws: IAPError.self) { try await store.purchase(premium, quantity: 2) }
        #expect(error?.code == .invalidQuantity)
    }

    @Test("A product that the store sells under another kind is a warning, once, and is sold all the same")
    func otherKind() async throws {
        let store = try await openStore([.nonConsumable(coins), .consumable(premium)])
        for _ in 1...2 {
            #expect(try await store.products(policy: .fresh).products.count == 2)
        }
        #expect(log.warnings.count == 2)
        #expect(log.warnings.contains { $0.contains("sells “\(coins)” as consumable") })
    }

    @Test("A name that no declaration has is a warning, once, with the nearest declared name")
    func undeclared() async throws {
        let store = try await openStore(Self.declarations())
        for _ in 1...2 {
            #expect(!store.isPurchased("com.iaptutorial.premum"))
            #expect(store.balance(of: "coin") == 0)
            #expect(!store.isEntitled(to: "Premium"))
            #expect(store.entitlement("films") == nil)
            #expect(store.subscriptionStatus(inGroup: "plan") == nil)
            await #expect(throws: IAPError.self) { try await store.spend(1, of: "gold") }
        }
        _ = try? await store.purchase("com.iaptutorial.coin")
        let advice = log.warnings.filter { $0.hasPrefix("No declared product has") }.map {
            $0.split(separator: ". ")[1]
        }
        #expect(
            advice == [
                "Did you mean “\(premium)”?", "Did you mean “coins”?", "Did you mean “premium”?",
                "Declare it where the store is opened.", "Did you mean “plans”?",
                "Declare it where the store is opened.", "Did you mean “\(coins)”?",
            ]
        )
    }

    @Test("An app that declares nothing gets no warnings, and one that gives only credits gets none either")
    func nothingDeclared() async throws {
        var options = IAPStore.Options()
        options.log = log.append
        options.notificationCenter = NotificationCenter()
        let store = try await IAPStore(
            connection: makeAppStore().connection(),
            storage: .inMemory,
            credits: [coins: Credit(10, of: "coins")],
            options: options
        )
        #expect(!store.isPurchased("typo") && store.balance(of: "typo") == 0 && !store.isEntitled(to: "typo"))
        try await store.purchase(coins)
        #expect(store.balance(of: "coins") == 10)
        #expect(log.warnings.isEmpty)
    }

    @Test(
        "An invalid declaration is an error that says what to do",
        arguments: [
            ([.consumable("coins"), .nonConsumable("coins")], .catalogInvalid), ([.consumable("")], .catalogInvalid),
            ([.nonConsumable("premium", unlocks: "")], .catalogInvalid),
            ([.autoRenewable("plan", group: "")], .catalogInvalid),
            ([.consumable("coins", grants: try? Credit(1_000_000_000_000, of: "coins"))], .invalidAmount),
        ] as [([ProductDeclaration], IAPError.Code)]
    )
    func impossible(products: [ProductDeclaration], code: IAPError.Code) async throws {
        let error = await #expect(throws: IAPError.self) { try await openStore(products) }
        #expect(error?.code == code)
        #expect(error?.productIdentifier == products.first?.productIdentifier)
    }

    @Test("A non-renewing subscription lasts for its declared period")
    func period() async throws {
        let appStore = try SandboxAppStore(
            configuration: StoreConfiguration(products: [.nonRenewable("season", name: "Season", price: "9.99")])
        )
        let store = try await open(appStore, products: [.nonRenewable("season", period: .monthly, unlocks: "films")])
        let start = appStore.clock.now
        try await store.purchase("season")
        #expect(
            store.entitlement("films")?.expirationDate == ProductSubscriptionPeriod.monthly.date(after: start)
        )
    }
}
