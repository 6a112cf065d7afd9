import Foundation
package import IAPCore

extension Ledger {
    /// Records a purchased or restored transaction, once, together with the credits that it grants.
    ///
    /// A transaction is known by its identifier; a restored non-consumable or non-renewing subscription also by its
    /// original's, so that restoring it twice, or on the device that bought it, records nothing anew. When a known
    /// transaction comes with other facts (an expiration, an upgrade), they are recorded too, unless the store said
    /// them before what is recorded. One that was revoked stays revoked, until the store says later
    /// (``PaymentTransaction/signedDate``) that it is not: then it counts again, the revoked credits are granted again,
    /// and it is delivered again. One that was recorded as restored, and comes as purchased, was never finished: its
    /// credits are granted.
    ///
    /// - Parameters:
    ///   - credits: For the whole transaction, its quantity counted in. Ignored when the transaction is restored: what
    ///     it granted was granted when it was bought.
    ///   - isDelivered: Whether nothing is left for a delivery handler to do; record and delivery are one append.
    ///     Of a known transaction that is not reinstated, the delivery stays as it is: see ``markDelivered(_:)``.
    /// - Throws: ``IAPError`` with code `invalidAction` unless the transaction is purchased or restored, not revoked,
    ///   and of the ledger's environment, `invalidAmount` when the credits of a unit add up to too much,
    ///   `storageFailed` when the record could not be made durable. Nothing counts then.
    package func record(
        _ transaction: PaymentTransaction,
        credits: [Credit],
        isDelivered: Bool
    ) async throws -> Recording {
        try transaction.checkIsPaid()
        let transaction = transaction.normalized
        let credits = transaction.transactionState == .restored ? [] : try credits.summedByUnit()
        let recording = try await record(transaction, credits: credits, isDelivered: isDelivered, mustLoad: false)
        guard !recording.isNew, !recording.hasChanged, transaction.isNewer(than: recording.record.transaction) else {
            return recording
        }
        // Another process may have recorded a revocation that this newer revision reverses.
        return try await record(transaction, credits: credits, isDelivered: isDelivered, mustLoad: true)
    }

    private func record(
        _ transaction: PaymentTransaction,
        credits: [Credit],
        isDelivered: Bool,
        mustLoad: Bool
    ) async throws -> Recording {
        try await journal.commit(mustLoad: mustLoad) { [clock] state in
            try state.checkEnvironment(of: transaction)
            let now = state.now(by: clock)
            if let record = state.record(of: transaction) {
                let identifier = record.transaction.transactionIdentifier
                if record.isReinstated(by: transaction) {
                    let grant = record.grantNumber == 0 ? credits : record.revokedCredits
                    state.append(
                        LedgerEntry(
                            .reinstated(record.transaction.reinstated(by: transaction), credits: grant),
                            date: now
                        )
                    )
                    if isDelivered { state.append(LedgerEntry(.delivered(identifier), date: now)) }
                    return Recording(record: try state.recordToBe(identifier), isNew: false, hasChanged: true)
                }
                // Its facts, and their date, stay those of the revision that revoked it.
                guard !record.isRevoked else { return Recording(record: record, isNew: false, hasChanged: false) }
                // An upgrade changes what was finished long ago.
                let isUnfinished = transaction.transactionState == .purchased && !transaction.isUpgraded
                if record.isRestoredOnly, isUnfinished, !credits.isEmpty {
                    state.append(LedgerEntry(.granted(record.transaction, credits: credits), date: now))
                    return Recording(record: try state.recordToBe(identifier), isNew: false, hasChanged: true)
                }
                let updated = record.transaction.updated(with: transaction)
                if updated != record.transaction { state.append(LedgerEntry(.updated(updated), date: now)) }
                let hasChanged = !PaymentTransaction.facts.reportTheSame(updated, record.transaction)
                return Recording(record: state.record(identifier) ?? record, isNew: false, hasChanged: hasChanged)
            }
            let identifier = transaction.transactionIdentifier
            state.append(LedgerEntry(.recorded(transaction, credits: credits), date: now))
            if isDelivered { state.append(LedgerEntry(.delivered(identifier), date: now)) }
            return Recording(record: try state.recordToBe(identifier), isNew: true, hasChanged: false)
        }
    }

    /// Records that the app's delivery handler has given what a recorded transaction bought. Once is enough.
    ///
    /// - Throws: ``IAPError`` with code `transactionNotFound` when it was never recorded, `storageFailed`.
    package func markDelivered(_ identifier: TransactionIdentifier) async throws {
        try await journal.commit { [clock] state in
            let record = try state.recordToBe(identifier)
            guard !record.isDelivered else { return }
            state.append(LedgerEntry(.delivered(record.identifier), date: state.now(by: clock)))
        }
    }
}

extension LedgerState {
    /// A transaction of another environment is not recorded at all: unfinished, it comes again where it counts.
    func checkEnvironment(of transaction: PaymentTransaction) throws {
        guard let environment, !counts(transaction) else { return }
        throw IAPError(
            .invalidAction,
            "Transaction \(transaction.transactionIdentifier) is of the environment \(transaction.environment.rawValue), and "
                + "this ledger is open for \(environment.rawValue). It counts nothing here; open the ledger for its own.",
            productIdentifier: transaction.productIdentifier,
            transactionIdentifier: transaction.transactionIdentifier
        )
    }

    /// The record as it will be once the pending entries are durable.
    func recordToBe(_ identifier: TransactionIdentifier) throws -> RecordedTransaction {
        if let record = record(identifier) { return record }
        throw IAPError(
            .transactionNotFound,
            "The ledger has no record of transaction \(identifier). Record it first.",
            transactionIdentifier: identifier
        )
    }
}
