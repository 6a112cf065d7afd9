import Foundation
public import IAPCore

extension Ledger {
    /// The customer's status in a subscription group; `nil` when nothing of it was ever bought.
    ///
    /// The period that decides is one that gives access, the latest if there are several; otherwise the one that ended
    /// last. Periods left by an upgrade do not count.
    public func subscriptionStatus(inGroup group: String) -> SubscriptionGroupStatus? {
        journal.read { $0.subscriptionStatus(inGroup: group, at: $0.now(by: clock)) }
    }

    /// The customer's status in each subscription group of which anything was ever bought, by group identifier.
    public var subscriptionStatuses: [SubscriptionGroupStatus] {
        journal.read { state in
            let now = state.now(by: clock)
            return state.ownership.subscriptionGroups.compactMap { state.subscriptionStatus(inGroup: $0, at: now) }
        }
    }

    /// The status of each subscription of a group: the customer's own, and those that members of the
    /// family share. Those that give access come first, then those that end last
    /// ([`status(for:)`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/status(for:))).
    public func subscriptionStatuses(inGroup group: String) -> [SubscriptionGroupStatus] {
        journal.read { $0.subscriptionStatuses(inGroup: group, at: $0.now(by: clock)) }
    }

    /// Whether the customer ever had an introductory offer on a product of a subscription group, refunded ones
    /// included.
    package func hasHadIntroductoryOffer(inGroup group: String) -> Bool {
        journal.read { state in
            state.shownRecords.contains { record in
                record.transaction.subscriptionGroupIdentifier == group && record.transaction.offerType == .introductory
            }
        }
    }

    /// Records what the store will do at the end of a subscription's period, if that is other than what is recorded,
    /// and not signed before it.
    ///
    /// - Throws: ``IAPError`` with code `storageFailed`; nothing counts then.
    package func record(_ renewal: SubscriptionRenewal) async throws {
        let renewal = SubscriptionRenewal.facts.normalized(renewal)
        try await journal.commit { [clock] state in
            let known = state.renewals[renewal.originalTransactionIdentifier]
            if let known {
                let isSame = SubscriptionRenewal.facts.reportTheSame(known, renewal)
                guard !isSame, !known.isNewer(than: renewal) else { return }
            }
            state.append(LedgerEntry(.renewal(renewal), date: state.now(by: clock)))
        }
    }
}

extension SubscriptionRenewal {
    /// Whether the store signed this later than `other`, as far as both are dated.
    package func isNewer(than other: SubscriptionRenewal) -> Bool {
        guard let signedDate, let date = other.signedDate else { return false }
        return signedDate > date
    }
}

extension LedgerState {
    fileprivate func subscriptionStatus(inGroup group: String, at now: Date) -> SubscriptionGroupStatus? {
        guard let period = ownership.decidingPeriod(inGroup: group, at: now), let record = committedRecord(period)
        else { return nil }
        return status(of: record, at: now)
    }

    fileprivate func subscriptionStatuses(inGroup group: String, at now: Date) -> [SubscriptionGroupStatus] {
        var latest: [TransactionIdentifier: RecordedTransaction] = [:]
        for record in shownRecords {
            let transaction = record.transaction
            guard transaction.subscriptionGroupIdentifier == group, !transaction.isUpgraded else { continue }
            let known = latest[transaction.subscriptionIdentifier]
            if known.map({ $0.transaction.timelineDate <= transaction.timelineDate }) ?? true {
                latest[transaction.subscriptionIdentifier] = record
            }
        }
        return latest.values
            .map { status(of: $0, at: now) }
            .sorted { left, right in
                if left.isActive != right.isActive { return left.isActive }
                if left.accessEndDate != right.accessEndDate { return left.accessEndDate > right.accessEndDate }
                return left.transaction.id.rawValue < right.transaction.id.rawValue
            }
    }

    private func status(of record: RecordedTransaction, at now: Date) -> SubscriptionGroupStatus {
        let renewal = renewals.committed[record.transaction.subscriptionIdentifier]
        return SubscriptionGroupStatus(
            state: Self.renewalState(of: record, renewal: renewal, at: now),
            transaction: record.transaction,
            renewal: renewal
        )
    }

    private static func renewalState(
        of record: RecordedTransaction,
        renewal: SubscriptionRenewal?,
        at now: Date
    ) -> SubscriptionGroupStatus.RenewalState {
        if record.isRevoked { return .revoked }
        if let end = record.transaction.expirationDate, end > now { return .subscribed }
        guard let renewal else { return .expired }
        if let end = renewal.gracePeriodExpirationDate, end > now { return .inGracePeriod }
        return renewal.isInBillingRetry ? .inBillingRetryPeriod : .expired
    }
}
