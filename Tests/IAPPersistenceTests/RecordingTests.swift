import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("Recording transactions")
struct RecordingTests {
    @Test("A transaction that comes ten times grants its credits once")
    func redelivered() async throws {
        let ledger = try await Ledger.inMemory()
        for _ in 1...10 { try await ledger.buyCoins("1") }
        #expect(ledger.balance(of: "coins") == 10)
        #expect(ledger.transactions.count == 1)
        #expect(ledger.history.count == 2)
    }

    @Test("A transaction that comes ten times at once grants its credits once, and one caller learns so")
    func redeliveredAtOnce() async throws {
        let ledger = try await Ledger.inMemory()
        let new = try await withThrowingTaskGroup { group in
            for _ in 1...10 { group.addTask { try await ledger.buyCoins("1") } }
            return try await group.reduce(0) { count, recording in
                recording.isNew ? count + 1 : count
            }
        }
        #expect(new == 1)
        #expect(ledger.balance(of: "coins") == 10)
    }

    @Test("The record and the delivery of a purchase that needs no handler are one append")
    func oneAppend() async throws {
        let storage = CountingStorage()
        let ledger = try await Ledger.inMemory(storage)
        let recording = try await ledger.buyCoins("1")
        #expect(storage.appends.map { $0.map(\.content.kind) } == [[.recorded, .delivered]])
        #expect(recording.isNew)
        let record = recording.record
        #expect(record.isDelivered)
        #expect(record == ledger.transaction("1"))
    }

    @Test("What is recorded waits for delivery until it is marked, once")
    func delivery() async throws {
        let ledger = try await Ledger.inMemory()
        _ = try await ledger.record(bought("2"), credits: [], isDelivered: false)
        _ = try await ledger.record(bought("1"), credits: [], isDelivered: false)
        #expect(ledger.openWork.map(\.transaction.transactionIdentifier) == ["2", "1"])
        try await ledger.markDelivered("2")
        try await ledger.markDelivered("2")
        #expect(ledger.openWork.map(\.transaction.transactionIdentifier) == ["1"])
        #expect(ledger.history.count == 3)
        #expect(try await code { try await ledger.markDelivered("3") } == .transactionNotFound)
    }

    @Test("A non-consumable restored under new identifiers is one record, whichever comes first")
    func restoredTwice() async throws {
        for first: PaymentTransactionState in [.purchased, .restored] {
            let ledger = try await Ledger.inMemory()
            let original: TransactionIdentifier = "1"
            if first == .purchased { try await ledger.record(bought(original, of: "premium", .nonConsumable)) }
            for identifier: TransactionIdentifier in ["7", "8", "7"] {
                try await ledger.record(
                    bought(identifier, of: "premium", .nonConsumable, .restored, original: original)
                )
            }
            try await ledger.record(bought(original, of: "premium", .nonConsumable))
            #expect(ledger.transactions.count == 1)
            #expect(ledger.transaction(original)?.isDelivered == true)
            #expect(ledger.isPurchased("premium"))
        }
    }

    @Test("A restored transaction without an original is recorded under its own identifier")
    func restoredWithoutOriginal() async throws {
        let ledger = try await Ledger.inMemory()
        try await ledger.record(bought("7", of: "premium", .nonConsumable, .restored))
        #expect(ledger.isPurchased("premium"))
    }

    @Test("A restored transaction grants no credits")
    func restoredConsumable() async throws {
        let ledger = try await Ledger.inMemory()
        _ = try await ledger.record(
            bought("7", .consumable, .restored),
            credits: [Credit(10, of: "coins")],
            isDelivered: true
        )
        #expect(ledger.balance(of: "coins") == 0)
    }

    @Test("Other facts about a known transaction are recorded; a new signature alone is not")
    func updated() async throws {
        let ledger = try await Ledger.inMemory()
        var transaction = try period("1")
        try await ledger.record(transaction)
        transaction.jwsRepresentation = "another"
        transaction.transactionState = .restored
        try await ledger.record(transaction)
        #expect(ledger.history.map(\.content.kind) == [.recorded, .delivered])
        transaction.isUpgraded = true
        try await ledger.record(transaction)
        #expect(ledger.history.map(\.content.kind) == [.recorded, .delivered, .updated])
        #expect(ledger.transaction("1")?.transaction.isUpgraded == true)
        #expect(ledger.transaction("1")?.transaction.transactionState == .purchased)
    }

    @Test("Dates finer than a millisecond change nothing when they come again")
    func milliseconds() async throws {
        let ledger = try await Ledger.inMemory()
        let transaction = try period("1", from: newYear + 0.123456)
        try await ledger.record(transaction)
        try await ledger.record(transaction)
        #expect(ledger.history.count == 2)
        #expect(ledger.transaction("1")?.transaction.transactionDate == Date(timeIntervalSince1970: 1_735_689_600.123))
    }

    @Test(
        "A transaction that is not paid cannot be recorded",
        arguments: [PaymentTransactionState.purchasing, .failed, .deferred]
    )
    func unpaid(state: PaymentTransactionState) async throws {
        let ledger = try await Ledger.inMemory()
        #expect(
            try await code {
                try await ledger.record(bought("1", of: "premium", .nonConsumable, state))
            } == .invalidAction
        )
        #expect(!ledger.isPurchased("premium"))
    }

    @Test("A revoked transaction, and one without an identifier, cannot be recorded as paid")
    func unrecordable() async throws {
        let ledger = try await Ledger.inMemory()
        var revoked = try bought("1", of: "premium", .nonConsumable)
        revoked.revocationDate = newYear
        let transaction = revoked
        #expect(try await code { try await ledger.record(transaction) } == .invalidAction)
        #expect(try await code { try await ledger.buyCoins("") } == .invalidAction)
        #expect(ledger.history.isEmpty)
    }

    @Test("Dates that no calendar has do not trap")
    func absurdDates() async throws {
        let ledger = try await Ledger.inMemory()
        for (number, seconds) in [Double.nan, .infinity, -.infinity, 1e300, -1e300].enumerated() {
            let date = Date(timeIntervalSince1970: seconds)
            try await ledger.record(period(TransactionIdentifier("\(number)"), from: date))
        }
        #expect(ledger.transactions.count == 5)
    }
}

struct UnexpectedResult: Error {}
