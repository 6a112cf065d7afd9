import Foundation
import IAPCore
import IAPSandbox
import Testing

/// The rules of https://developer.apple.com/app-store/subscriptions/#ranking.
@Suite("Changing plans in a group")
struct PlanChangeTests {
    // https://developer.apple.com/documentation/appstoreserverapi/isupgraded
    @Test("An upgrade begins now, and marks the period that it ends")
    func upgrade() async throws {
        let shop = try Shop(now: "2025-01-31")
        try await shop.buyAndFinish(basic)
        shop.appStore.advance(to: date("2025-02-10"))
        let updates = try await shop.received { try await shop.buy(pro) }
        #expect(updates.transactions.map(\.productIdentifier) == [pro, basic, pro])
        #expect(updates.transactions.map(\.isUpgraded) == [false, true, false])
        let upgraded = updates.transactions[1]
        #expect(upgraded.revocationDate == nil)
        let new = updates.transactions[2]
        #expect(new.originalTransactionIdentifier == "1" && new.reason == .purchase)
        #expect(new.expirationDate == date("2025-03-10"))
        #expect(updates.renewals.map(\.autoRenewPreference) == [pro])
        try await shop.finishAll()
        #expect(try await shop.restore().map(\.id) == [new.id])
    }

    @Test("An upgrade pays back what is left of the period that it ends; the transaction is not revoked")
    func proratedRefund() async throws {
        let shop = try Shop(now: "2025-04-01")
        try await shop.buyAndFinish(basic)
        shop.appStore.advance(to: date("2025-04-11"))
        try await shop.buyAndFinish(pro)
        let upgraded = shop.appStore.allTransactions()[0]
        #expect(upgraded.refundedAmount == Decimal(string: "3.33") && upgraded.cancelDate == nil)
        #expect(shop.appStore.allTransactions()[1].refundedAmount == nil)
        try shop.appStore.refundTransaction(identifier: "2")
        #expect(shop.appStore.allTransactions()[1].refundedAmount == Decimal(string: "9.99"))
    }

    // https://developer.apple.com/documentation/appstoreserverapi/transactionreason
    @Test("A downgrade waits for the renewal, which is then at the lower plan and price")
    func downgrade() async throws {
        let shop = try Shop(now: "2025-01-31")
        try await shop.buyAndFinish(pro)
        let chosen = try await shop.received { try await shop.buy(basic) }
        #expect(chosen.renewals.map(\.autoRenewPreference) == [basic])
        #expect(chosen.transactions.last?.productIdentifier == pro)
        #expect(shop.appStore.chargedQuantity(of: basic) == 0)
        try await shop.finishAll()
        let renewed = try await shop.received { try shop.advance("P1M") }
        #expect(renewed.transactions.map(\.productIdentifier) == [basic])
        #expect(renewed.transactions.map(\.reason) == [.renewal])
        #expect(renewed.transactions.first?.originalTransactionIdentifier == "1")
    }

    @Test("The pending plan is sent before the transaction that answers the choice")
    func pendingPlanFirst() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(pro)
        let updates = try await shop.received { try await shop.buy(basic) }
        let renewal = updates.firstIndex { if case .subscriptionRenewal = $0 { true } else { false } }
        #expect(renewal == 1 && updates.count == 3)
    }

    @Test("A change to the same level and the same length begins now")
    func sameLength() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        try await shop.buyAndFinish(other)
        #expect(shop.appStore.chargedQuantity(of: other) == 1)
        #expect(try await shop.restore().map(\.productIdentifier) == [other])
    }

    @Test("A change to the same level and another length begins at the renewal")
    func otherLength() async throws {
        let shop = try Shop(now: "2025-01-31")
        try await shop.buyAndFinish(basic)
        try await shop.buyAndFinish(yearly)
        #expect(shop.appStore.chargedQuantity(of: yearly) == 0)
        let renewed = try await shop.received { try shop.advance("P1M") }.transactions
        #expect(renewed.map(\.productIdentifier) == [yearly])
        #expect(renewed.map(\.expirationDate) == [date("2026-02-28")])
    }

    // https://developer.apple.com/documentation/appstoreservernotifications/notificationtype, DID_CHANGE_RENEWAL_PREF
    @Test("Choosing the current plan again cancels a planned change")
    func takenBack() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(pro)
        try await shop.buyAndFinish(basic)
        let updates = try await shop.received { try await shop.buy(pro) }
        #expect(updates.renewals.map(\.autoRenewPreference) == [pro])
        try shop.advance("P1M")
        #expect(shop.appStore.allTransactions().last?.productIdentifier == pro)
    }

    // https://developer.apple.com/help/app-store-connect/reference/auto-renewable-subscription-information
    @Test("Subscriptions of several groups run beside each other")
    func groups() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        try await shop.buyAndFinish(trial)
        #expect(try await shop.restore().map(\.productIdentifier) == [basic, trial])
    }
}
