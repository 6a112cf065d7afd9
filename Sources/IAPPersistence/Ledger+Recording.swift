import Foundation
package import IAPCore

extension Ledger {
    /// Records a purchased or restored transaction, once, together with the credits that it grants.
    ///
    /// A transaction is known by its identifier; a restored non-consumable or non-renewing subscription also by its
    /// original's, so that restoring it twice, or on the device that bought it, records nothing anew. When a known
    /// transaction comes with other facts (an expiration, an upgrade), they are recorded too, unless the store
    /// said them before what is recorded. One that was revoked stays revoked, until the store says later
    /// (``PaymentTransaction/signedDate``) that it is not: then it counts again, what was taken back is granted again, and
    /// it is delivered again. One that was recorded as restored, and comes as purchased, was never finished: its credits are
    /// granted.
    ///
    /// - Parameters:
    ///   - credits: For the whole transaction, its quantity counted in. Ignored when the transaction is restored: what it
    ///     granted was granted when it was bought.
    ///   - isDelivered: Whether nothing is left for a delivery handler to do; record and delivery are one append.
    ///     Of a known transaction that is not reinstated, the delivery stays as it is: see ``markDelivered(_:)``.
    /// - Throws: ``IAPError`` with code `invalidAction` unless the transaction is purchased or restored, not revoked, and of
    ///   the ledger's environment,
    ///   `invalidAmount` when the credits of a unit add up to too much, `storageFailed` when the record could not be made
    ///   durable. Nothing counts then.
    package func record(
        _ transaction: PaymentTransaction,
        credits: [Credit],
        isDelivered: Bool
    ) async throws -> Recording {
        try transaction.checkIsPaid()
        let transaction = transaction.normalized
        let credits = transaction.transactionState == .restored ? [] : try credits.summedByUnit()
        let recording = try await record(transaction, credits: credits, isDelivered: isDelivered, mustLoad: false)
        guard !recording.isNew, !recording.hasChanged, transaction.isSaid(after: recording.record.transaction) else {
            return recording
        }
        // Another process may have recorded what this later word takes back.
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
                    let grant = record.grantNumber == 0 ? credits : record.takenBack
                    state.append(.reinstated(record.transaction.reinstated(by: transaction), credits: grant, date: now))
                    if isDelivered { state.append(.delivered(identifier, date: now)) }
                    return Recording(record: try state.recordToBe(identifier), isNew: false, hasChanged: true)
                }
                // Its facts, and their date, stay those of the word that revoked it.
                guard !record.isRevoked else { return Recording(record: record, isNew: false, hasChanged: false) }
                // An upgrade is news of what was finished long ago.
                let isUnfinished = transaction.transactionState == .purchased && !transaction.isUpgraded
                if record.isRestoredOnly, isUnfinished, !credits.isEmpty {
                    state.append(.credited(record.transaction, credits: credits, date: now))
                    return Recording(record: try state.recordToBe(identifier), isNew: false, hasChanged: true)
                }
                let updated = record.transaction.updated(with: transaction)
                if updated != record.transaction { state.append(.updated(updated, date: now)) }
                let hasChanged = !updated.saysTheSame(as: record.transaction)
                return Recording(record: state.record(identifier) ?? record, isNew: false, hasChanged: hasChanged)
            }
            let identifier = transaction.transactionIdentifier
            state.append(.recorded(transaction, credits: credits, date: now))
            if isDelivered { state.append(.delivered(identifier, date: now)) }
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
            state.append(.delivered(record.transaction.transactionIdentifier, date: state.now(by: clock)))
        }
    }

    /// Records that the store took a transaction back, and takes what is left of its credits from the balances.
    ///
    /// A transaction that was never recorded is recorded as revoked, granting nothing, so that it never counts later,
    /// unless the store takes that back.
    ///
    /// - Parameter hasHandler: Whether a delivery handler has to take back what it gave; otherwise the transaction counts as
    ///   withdrawn at once.
    /// - Returns: Its record, with what was taken back; `nil` when the transaction was revoked before, or the store has
    ///   said since (``PaymentTransaction/signedDate``) that it is not.
    /// - Throws: ``IAPError`` with code `invalidAction` when the transaction is not of the ledger's environment,
    ///   `storageFailed` when it could not be made durable. Nothing counts then.
    package func revoke(_ transaction: PaymentTransaction, hasHandler: Bool) async throws -> RecordedTransaction? {
        try transaction.checkHasIdentifier()
        let transaction = transaction.normalized
        return try await journal.commit { [clock] state in
            try state.checkEnvironment(of: transaction)
            let known = state.record(of: transaction)
            let now = state.now(by: clock)
            var facts = known.map { $0.transaction.updated(with: transaction) } ?? transaction
            if let known {
                guard !known.transaction.isSaid(after: transaction) else { return nil }
                guard !known.isRevoked else {
                    // Revoked once more, after a reversal that was never told: that one must not count when it comes late.
                    if facts != known.transaction { state.append(.updated(facts, date: now)) }
                    return nil
                }
                facts.signedDate = transaction.signedDate
            }
            let identifier = facts.transactionIdentifier
            let takenBack = try state.left(of: known?.credits ?? [], from: known?.account)
            state.append(.revoked(facts, takenBack: takenBack, date: now))
            // What was never recorded was never given.
            if known == nil || !hasHandler { state.append(.withdrawn(identifier, date: now)) }
            return try state.recordToBe(identifier)
        }
    }

    /// Records that the app's delivery handler has taken back what a revoked transaction had bought. Once is enough.
    ///
    /// - Throws: ``IAPError`` with code `transactionNotFound` when it was never recorded, `invalidAction` when it is not
    ///   revoked, `storageFailed`.
    package func markWithdrawn(_ identifier: TransactionIdentifier) async throws {
        try await journal.commit { [clock] state in
            let record = try state.recordToBe(identifier)
            guard record.isRevoked else {
                throw IAPError(
                    .invalidAction,
                    "Transaction \(identifier) was not revoked, so nothing of it can be withdrawn. Revoke it first.",
                    transactionIdentifier: identifier
                )
            }
            guard !record.isWithdrawn else { return }
            state.append(.withdrawn(record.transaction.transactionIdentifier, date: state.now(by: clock)))
        }
    }
}

extension LedgerState {
    /// A transaction of another environment is not recorded at all: unfinished, it comes again where it counts.
    fileprivate func checkEnvironment(of transaction: PaymentTransaction) throws {
        guard let environment, !counts(transaction) else { return }
        throw IAPError(
            .invalidAction,
            "Transaction \(transaction.transactionIdentifier) is of the environment \(transaction.environment.rawValue), and "
                + "this ledger is open for \(environment.rawValue). It counts nothing here; open the ledger for its own.",
            productIdentifier: transaction.payment.productIdentifier,
            transactionIdentifier: transaction.transactionIdentifier
        )
    }

    /// The record as it will be once the draft is durable.
    fileprivate func recordToBe(_ identifier: TransactionIdentifier) throws -> RecordedTransaction {
        if let record = record(identifier) { return record }
        throw IAPError(
            .transactionNotFound,
            "The ledger has no record of transaction \(identifier). Record it first.",
            transactionIdentifier: identifier
        )
    }

    /// Which part of credits the balances still hold.
    fileprivate func left(of credits: [Credit], from account: String?) throws -> [Credit] {
        try credits.compactMap { credit in
            let amount = min(credit.amount, balances.amount(of: credit.unit, takenFrom: account))
            return amount > 0 ? try Credit(amount, of: credit.unit) : nil
        }
    }
}

extension PaymentTransaction {
    /// A revoked transaction, brought up to the store's word that it is not.
    fileprivate func reinstated(by news: PaymentTransaction) -> PaymentTransaction {
        var transaction = updated(with: news)
        transaction.revocationDate = nil
        transaction.revocationReason = nil
        transaction.signedDate = news.signedDate
        transaction.jwsRepresentation = news.jwsRepresentation ?? jwsRepresentation
        return transaction
    }

    fileprivate func checkHasIdentifier() throws {
        guard transactionIdentifier.rawValue.isEmpty else { return }
        throw IAPError(
            .invalidAction,
            "A transaction without an identifier cannot be recorded: it could not be told from another one.",
            productIdentifier: payment.productIdentifier
        )
    }

    fileprivate func checkIsPaid() throws {
        try checkHasIdentifier()
        guard revocationDate == nil else {
            throw IAPError(
                .invalidAction,
                "Transaction \(transactionIdentifier) was revoked and grants nothing. Revoke it in the ledger instead.",
                productIdentifier: payment.productIdentifier,
                transactionIdentifier: transactionIdentifier
            )
        }
        guard transactionState == .purchased || transactionState == .restored else {
            throw IAPError(
                .invalidAction,
                "Transaction \(transactionIdentifier) is \(transactionState.rawValue) and grants nothing. Record it once "
                    + "the store says that it is purchased or restored.",
                productIdentifier: payment.productIdentifier,
                transactionIdentifier: transactionIdentifier
            )
        }
    }
}
