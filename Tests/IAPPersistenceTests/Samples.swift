import Foundation
import IAPCore
import IAPPersistence

let day: TimeInterval = 86_400
let newYear = Date(timeIntervalSince1970: 1_735_689_600)

func bought(
    _ identifier: TransactionIdentifier,
    of product: ProductIdentifier = "com.example.coins",
    _ type: ProductType = .consumable,
    _ state: PaymentTransactionState = .purchased,
    quantity: Int = 1,
    original: TransactionIdentifier? = nil,
    date: Date = newYear,
    expires: Date? = nil,
    group: String? = nil
) throws -> PaymentTransaction {
    var transaction = PaymentTransaction(
        transactionIdentifier: identifier,
        originalTransactionIdentifier: original,
        transactionState: state,
        payment: try Payment(productIdentifier: product, quantity: quantity),
        productType: type,
        transactionDate: date
    )
    transaction.expirationDate = expires
    transaction.subscriptionGroupIdentifier = group
    return transaction
}

/// One monthly period that begins on `start`.
func period(
    _ identifier: TransactionIdentifier,
    of product: ProductIdentifier = "monthly",
    from start: Date = newYear,
    days: Double = 30,
    original: TransactionIdentifier = "first"
) throws -> PaymentTransaction {
    try bought(
        identifier,
        of: product,
        .autoRenewable,
        original: original,
        date: start,
        expires: start + days * day,
        group: "plans"
    )
}

extension Ledger {
    /// A ledger in memory, with a clock that starts on 1 January 2025.
    static func inMemory(
        _ storage: some LedgerStorage = .inMemory,
        clock: ManualClock = ManualClock(),
        environment: PaymentTransaction.Environment? = nil,
        nonRenewingPeriods: [ProductIdentifier: ProductSubscriptionPeriod] = [:],
        compactionThreshold: Int? = nil
    ) async throws -> Ledger {
        try await Ledger(
            storage: storage,
            clock: clock,
            environment: environment,
            nonRenewingPeriods: nonRenewingPeriods,
            compactionThreshold: compactionThreshold
        )
    }

    @discardableResult
    func buyCoins(_ identifier: TransactionIdentifier, _ amount: Int = 10) async throws -> Recording {
        try await record(bought(identifier), credits: [Credit(amount, of: "coins")], isDelivered: true)
    }

    @discardableResult
    func record(_ transaction: PaymentTransaction) async throws -> Recording {
        try await record(transaction, credits: [], isDelivered: true)
    }
}

/// The error's code, or `nil` when `body` succeeds.
func code(of body: () async throws -> Void) async throws -> IAPError.Code? {
    do {
        try await body()
        return nil
    } catch let error as IAPError {
        return error.code
    }
}

/// An entry of a kind that this version does not know, as a later version might write it.
func laterEntry(_ kind: String, note: String? = nil) throws -> LedgerEntry {
    var object = ["kind": kind, "date": "2025-01-01T00:00:00.000Z"]
    object["note"] = note
    return try LedgerEntry(json: JSONEncoder().encode(object))
}
