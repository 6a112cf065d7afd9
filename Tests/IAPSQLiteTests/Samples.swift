#if SQLite
import Foundation
import IAPCore
import IAPPersistence
import IAPSQLite

let newYear = Date(timeIntervalSince1970: 1_735_689_600)

func note(_ text: String) -> LedgerEntry {
    LedgerEntry(.imported([], credits: [], source: text), date: newYear)
}

func delivered(_ number: Int) -> LedgerEntry {
    LedgerEntry(.delivered(TransactionIdentifier("\(number)")), date: newYear)
}

func coins(_ identifier: TransactionIdentifier) throws -> PaymentTransaction {
    PaymentTransaction(
        transactionIdentifier: identifier,
        transactionState: .purchased,
        payment: try Payment(productIdentifier: "com.example.coins"),
        productType: .consumable,
        transactionDate: newYear
    )
}

func recorded(_ identifier: TransactionIdentifier) throws -> LedgerEntry {
    LedgerEntry(.recorded(try coins(identifier), credits: [try Credit(10, of: "coins")]), date: newYear)
}

extension SQLiteStorage {
    var entries: [LedgerEntry] { get async throws { try await load(after: .start).entries } }

    func add(_ entries: LedgerEntry...) async throws -> LedgerPosition? {
        try await append(entries, after: load(after: .start).end)
    }
}

extension Ledger {
    static func inSQLite(_ url: URL) async throws -> Ledger {
        try await Ledger(storage: SQLiteStorage(url: url), clock: ManualClock())
    }

    @discardableResult
    func buyCoins(_ identifier: TransactionIdentifier) async throws -> Recording {
        try await record(coins(identifier), credits: [Credit(10, of: "coins")], isDelivered: true)
    }
}

/// The error that `body` throws; `nil` when it succeeds.
func error(of body: () async throws -> Void) async throws -> IAPError? {
    do {
        try await body()
        return nil
    } catch let error as IAPError {
        return error
    }
}

/// Runs SQL on a database, as another program would.
func tamper(_ url: URL, _ sql: String) throws {
    try SQLiteHand(url).execute(sql)
}
#endif
