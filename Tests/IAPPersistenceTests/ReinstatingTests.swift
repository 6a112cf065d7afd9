import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("Refunds that the store reverses")
struct ReinstatingTests {
    private let tenCoins: [Credit]

    init() throws {
        tenCoins = [try Credit(10, of: "coins")]
    }

    /// What the store says of transaction 1 on a day.
    private func revision(
        _ signed: Double?,
        isRevoked: Bool = false,
        of product: ProductIdentifier = "com.example.coins",
        _ type: ProductType = .consumable
    ) throws -> PaymentTransaction {
        var transaction = try bought("1", of: product, type)
        transaction.signedDate = signed.map { newYear + $0 * day }
        if isRevoked {
            transaction.revocationDate = newYear + (signed ?? 1) * day
            transaction.revocationReason = .other
        }
        return transaction
    }

    @Test("A reversal grants the revoked credits, makes the purchase count, and wants another delivery")
    func reversal() async throws {
        let ledger = try await Ledger.inMemory()
        _ = try await ledger.record(revision(0), credits: tenCoins, isDelivered: true)
        try await ledger.spend(7, of: "coins")
        _ = try await ledger.revoke(revision(1, isRevoked: true), hasHandler: false)
        #expect(ledger.balance(of: "coins") == 0)

        let recording = try await ledger.record(revision(2), credits: tenCoins, isDelivered: false)
        #expect(!recording.isNew && recording.hasChanged)
        let record = try #require(ledger.transaction("1"))
        #expect(record == recording.record)
        #expect(!record.isRevoked && !record.isRevocationDelivered && !record.isDelivered)
        #expect(record.grantNumber == 2)
        #expect(record.lastGrant == [try Credit(3, of: "coins")])
        #expect(record.transaction.revocationDate == nil && record.transaction.revocationReason == nil)
        #expect(record.credits == tenCoins && record.uncoveredCredits.isEmpty)
        #expect(ledger.balance(of: "coins") == 3)
        #expect(ledger.openWork == [record])
        #expect(ledger.history.last?.content.kind == .reinstated)
        try await ledger.markDelivered("1")
        #expect(ledger.openWork.isEmpty)
    }

    @Test("Signed revisions end in the last one's state, in whatever order they come")
    func anyOrder() async throws {
        // Day by day: bought, refunded, reversed, refunded, reversed.
        let days = [0, 1, 2, 3, 4]
        func permutations(_ days: [Int]) -> [[Int]] {
            guard days.count > 1 else { return [days] }
            return days.flatMap { first in permutations(days.filter { $0 != first }).map { [first] + $0 } }
        }
        for count in 2...5 {
            for order in permutations(Array(days.prefix(count))) {
                let ledger = try await Ledger.inMemory()
                for day in order {
                    if day % 2 == 1 {
                        _ = try await ledger.revoke(revision(Double(day), isRevoked: true), hasHandler: false)
                    } else {
                        _ = try await ledger.record(revision(Double(day)), credits: tenCoins, isDelivered: true)
                    }
                }
                let isOwned = (count - 1) % 2 == 0
                #expect(ledger.balance(of: "coins") == (isOwned ? 10 : 0), "\(order)")
                #expect(ledger.transaction("1")?.isRevoked == !isOwned, "\(order)")
            }
        }
    }

    @Test("A ledger that has not received the refund does not miss its reversal")
    func unheardRefund() async throws {
        let storage = InMemoryStorage()
        let here = try await Ledger.inMemory(storage)
        _ = try await here.record(revision(0), credits: tenCoins, isDelivered: true)
        let there = try await Ledger.inMemory(storage)
        _ = try await here.revoke(revision(1, isRevoked: true), hasHandler: false)
        let recording = try await there.record(revision(2), credits: tenCoins, isDelivered: true)
        #expect(recording.hasChanged)
        #expect(there.balance(of: "coins") == 10)
    }

    @Test("A refund that another ledger recorded the purchase of is still to be withdrawn")
    func unheardPurchase() async throws {
        let storage = InMemoryStorage()
        let here = try await Ledger.inMemory(storage)
        let there = try await Ledger.inMemory(storage)
        _ = try await here.record(revision(0), credits: tenCoins, isDelivered: true)
        let revoked = try await there.revoke(revision(1, isRevoked: true), hasHandler: true)
        #expect(revoked?.isRevocationDelivered == false)
    }

    @Test("Refunds and reversals may follow each other for ever, and are the same when read again")
    func repeatedly() async throws {
        let storage = InMemoryStorage()
        let ledger = try await Ledger.inMemory(storage)
        _ = try await ledger.record(
            revision(0, of: "premium", .nonConsumable),
            credits: tenCoins,
            isDelivered: true
        )
        for round in 1...5 {
            let day = Double(round)
            let revoked = try revision(day, isRevoked: true, of: "premium", .nonConsumable)
            #expect(try await ledger.revoke(revoked, hasHandler: false)?.revokedCredits == tenCoins)
            #expect(!ledger.isPurchased("premium") && ledger.balance(of: "coins") == 0)
            let reversed = try revision(day + 0.5, of: "premium", .nonConsumable)
            for isFirst in [true, false] {
                let recording = try await ledger.record(reversed, credits: tenCoins, isDelivered: true)
                #expect(recording.hasChanged == isFirst && recording.record.isDelivered)
            }
            #expect(ledger.isPurchased("premium") && ledger.balance(of: "coins") == 10)
            #expect(ledger.transaction("1")?.grantNumber == round + 1)
        }
        let again = try await Ledger.inMemory(storage)
        #expect(again.transactions == ledger.transactions)
        #expect(again.balance(of: "coins") == 10)
    }

    @Test(
        "A revision that is not known to be newer than the refund grants nothing",
        arguments: [
            (1.0, 1.0), (1.0, 0.5), (1.0, nil), (nil, 2.0), (nil, nil),
        ] as [(Double?, Double?)]
    )
    func staleWords(revoked: Double?, signed: Double?) async throws {
        let ledger = try await Ledger.inMemory()
        _ = try await ledger.record(revision(0), credits: tenCoins, isDelivered: true)
        _ = try await ledger.revoke(revision(revoked, isRevoked: true), hasHandler: false)
        for signed in [signed, signed] {
            let recording = try await ledger.record(revision(signed), credits: tenCoins, isDelivered: true)
            #expect(recording.record.isRevoked && !recording.hasChanged)
        }
        #expect(ledger.balance(of: "coins") == 0)
    }

    @Test("A refund that was reversed does not count when it arrives late")
    func staleRefund() async throws {
        let ledger = try await Ledger.inMemory()
        _ = try await ledger.record(revision(0), credits: tenCoins, isDelivered: true)
        _ = try await ledger.revoke(revision(1, isRevoked: true), hasHandler: false)
        _ = try await ledger.record(revision(2), credits: tenCoins, isDelivered: true)
        #expect(try await ledger.revoke(revision(1, isRevoked: true), hasHandler: false) == nil)
        #expect(ledger.balance(of: "coins") == 10)
    }

    @Test("A reversal that arrives after a second refund does not count")
    func staleReversal() async throws {
        let ledger = try await Ledger.inMemory()
        _ = try await ledger.record(revision(0), credits: tenCoins, isDelivered: true)
        _ = try await ledger.revoke(revision(1, isRevoked: true), hasHandler: false)
        #expect(try await ledger.revoke(revision(3, isRevoked: true), hasHandler: false) == nil)
        let recording = try await ledger.record(revision(2), credits: tenCoins, isDelivered: true)
        #expect(recording.record.isRevoked)
        #expect(ledger.balance(of: "coins") == 0)
    }

    @Test("What was refunded before it was recorded is granted in full by the reversal")
    func refundedFirst() async throws {
        let ledger = try await Ledger.inMemory()
        _ = try await ledger.revoke(revision(1, isRevoked: true), hasHandler: false)
        #expect(ledger.transaction("1")?.grantNumber == 0)
        let record = try await ledger.record(revision(2), credits: tenCoins, isDelivered: true).record
        #expect(record.grantNumber == 1 && record.credits == tenCoins && record.lastGrant == tenCoins)
        #expect(ledger.balance(of: "coins") == 10)
        let revoked = try await ledger.revoke(revision(3, isRevoked: true), hasHandler: false)
        #expect(revoked?.revokedCredits == tenCoins)
    }

    @Test("A subscription's period that was refunded and reversed gives access again, up to its end")
    func subscription() async throws {
        let ledger = try await Ledger.inMemory()
        var transaction = try period("1")
        transaction.signedDate = newYear
        try await ledger.record(transaction)
        var revoked = transaction
        revoked.revocationDate = newYear + 1
        revoked.signedDate = newYear + 1
        _ = try await ledger.revoke(revoked, hasHandler: false)
        #expect(!ledger.isPurchased("monthly"))
        transaction.signedDate = newYear + 2
        try await ledger.record(transaction)
        #expect(ledger.isPurchased("monthly"))
        #expect(ledger.subscriptionStatus(inGroup: "plans")?.state == .subscribed)
        #expect(ledger.subscriptionStatus(inGroup: "plans")?.accessEndDate == newYear + 30 * day)
    }

    @Test("An older revision does not overwrite newer facts")
    func olderFacts() async throws {
        let ledger = try await Ledger.inMemory()
        var newer = try period("1", days: 60)
        newer.signedDate = newYear + 2
        try await ledger.record(newer)
        var older = try period("1", days: 30)
        older.signedDate = newYear + 1
        #expect(try await !ledger.record(older, credits: [], isDelivered: true).hasChanged)
        #expect(ledger.transaction("1")?.transaction.expirationDate == newYear + 60 * day)
        older.signedDate = newYear + 3
        #expect(try await ledger.record(older, credits: [], isDelivered: true).hasChanged)
        #expect(ledger.transaction("1")?.transaction.expirationDate == newYear + 30 * day)
    }
}
