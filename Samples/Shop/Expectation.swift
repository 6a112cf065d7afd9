import Foundation
package import IAP
import IAPSandbox

/// What the app is about to hear of, and has not dealt with yet.
package struct Expectation {
    /// What the store will tell of a subscription.
    private struct Renewal {
        /// The subscription's first transaction.
        let subscription: TransactionIdentifier
        let isAsExpected: (SubscriptionRenewal) -> Bool
    }

    private var transactions: Set<TransactionIdentifier> = []
    private var renewals: [Renewal] = []
    /// How many requests are answered with a transaction of earlier.
    private var earlierAnswers = 0
    private let ledger: Ledger
    /// What the ledger held before.
    private let known: KnownTransactions

    package init(_ ledger: Ledger) {
        self.ledger = ledger
        known = KnownTransactions(ledger)
    }

    /// What has changed in the store between two looks at it.
    init(_ ledger: Ledger, from before: StoreSnapshot, to after: StoreSnapshot) {
        self.init(ledger)
        let old = Dictionary(before.transactions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        for transaction in after.transactions {
            let earlier = old[transaction.identifier]
            if earlier?.told != transaction.told { transactions.insert(transaction.identifier) }
            let subscription = transaction.originalTransactionIdentifier
            if before.runs(transaction), after.isOver(transaction), !transaction.autoRenewingEnabled {
                expectRenewal(of: subscription) { $0.expirationReason != nil }
            } else if transaction.expirationDate != nil, transaction.state == .purchased,
                transaction.reason == .purchase,
                earlier?.state != .purchased
            {
                expectRenewal(of: subscription, as: transaction.productIdentifier)
            } else if let earlier, earlier.autoRenewingEnabled != transaction.autoRenewingEnabled {
                let isOn = transaction.autoRenewingEnabled
                expectRenewal(of: subscription) { $0.willAutoRenew == isOn }
            } else if let earlier, transaction.expirationDate != nil,
                earlier.hasPurchaseIssue != transaction.hasPurchaseIssue
            {
                let isUnpaid = transaction.hasPurchaseIssue
                expectRenewal(of: subscription) { $0.isInBillingRetry == isUnpaid }
            } else if let earlier,
                earlier.isPendingPriceIncreaseConsent != transaction.isPendingPriceIncreaseConsent
            {
                let isPending = transaction.isPendingPriceIncreaseConsent
                expectRenewal(of: subscription) { ($0.priceIncreaseStatus == .pending) == isPending }
            }
        }
        earlierAnswers = Set(old.keys).subtracting(after.transactions.map(\.identifier)).count
    }

    /// Expects a word on a transaction, and, when it begins a subscription or changes its plan, on what will become of it.
    package mutating func expect(_ transaction: PaymentTransaction) {
        transactions.insert(transaction.id)
        guard transaction.productType == .autoRenewable, transaction.transactionState == .purchased,
            transaction.reason == .purchase, !known.holds(transaction)
        else { return }
        expectRenewal(
            of: transaction.originalTransactionIdentifier ?? transaction.id,
            as: transaction.payment.productIdentifier
        )
    }

    /// Expects what the device is told first.
    mutating func expect(_ update: StoreUpdate) {
        switch update.content {
        case .transaction(let transaction): transactions.insert(transaction.id)
        case .subscriptionRenewal(let renewal):
            expectRenewal(of: renewal.originalTransactionIdentifier) { $0 == renewal }
        case .storefront, .account, .purchaseIntent, .message: break
        }
    }

    private mutating func expectRenewal(of subscription: TransactionIdentifier, as product: ProductIdentifier) {
        expectRenewal(of: subscription) { $0.willAutoRenew && $0.autoRenewPreference == product }
    }

    private mutating func expectRenewal(
        of subscription: TransactionIdentifier,
        _ isAsExpected: @escaping (SubscriptionRenewal) -> Bool
    ) {
        renewals.removeAll { $0.subscription == subscription }
        renewals.append(Renewal(subscription: subscription, isAsExpected: isAsExpected))
    }

    /// The store says nothing of a renewal that stays as it was, so what the ledger holds counts as well.
    private mutating func dropRecordedRenewals() {
        let recorded = ledger.subscriptionStatuses.compactMap(\.renewal)
        renewals.removeAll { expected in
            recorded.contains { $0.originalTransactionIdentifier == expected.subscription && expected.isAsExpected($0) }
        }
    }

    private var isMet: Bool { transactions.isEmpty && renewals.isEmpty && earlierAnswers == 0 }

    /// Waits until all has been heard of and dealt with.
    ///
    /// - Returns: The last word on each transaction: delivered, deferred, failed or revoked. What the ledger held before is
    ///   dealt with without a word.
    @MainActor
    package mutating func met(by feed: NewsFeed) async -> [News] {
        var words: [News] = []
        dropRecordedRenewals()
        while !isMet {
            let news = await feed.next { $0 }
            switch news {
            case .delivered(let transaction), .deferred(let transaction), .failed(let transaction),
                .revoked(let transaction):
                if transactions.remove(transaction.id) != nil { words.append(news) }
            case .finished(let transaction):
                if earlierAnswers > 0, !transactions.contains(transaction.id) {
                    earlierAnswers -= 1
                    transactions.insert(transaction.id)
                }
                if known.holds(transaction) { transactions.remove(transaction.id) }
            case .renewalChanged(let renewal):
                renewals.removeAll {
                    $0.subscription == renewal.originalTransactionIdentifier && $0.isAsExpected(renewal)
                }
            case .trouble:
                // Whoever could not write something says nothing more of it.
                renewals = []
                earlierAnswers = 0
                transactions = transactions.filter { !known.holds($0) }
            default: break
            }
        }
        return words
    }
}

/// Which transactions a ledger held at one time, and which of them as revoked.
package struct KnownTransactions: Sendable {
    private let isRevoked: [TransactionIdentifier: Bool]

    package init(_ ledger: Ledger) {
        isRevoked = Dictionary(
            ledger.transactions.map { ($0.transaction.id, $0.isRevoked) },
            uniquingKeysWith: { $0 || $1 }
        )
    }

    /// Whether the ledger has nothing to deliver or to take back for the transaction.
    package func holds(_ transaction: PaymentTransaction) -> Bool {
        guard transaction.transactionState != .failed, let isRevoked = isRevoked[transaction.id] else { return false }
        return isRevoked || transaction.revocationDate == nil
    }

    fileprivate func holds(_ identifier: TransactionIdentifier) -> Bool { isRevoked[identifier] != nil }
}

/// The store at one time.
struct StoreSnapshot {
    let now: Date
    let transactions: [SandboxTransaction]

    init(_ appStore: SandboxAppStore) {
        now = appStore.clock.now
        transactions = appStore.allTransactions()
    }

    /// Whether the transaction's period gives access.
    func runs(_ transaction: SandboxTransaction) -> Bool {
        transaction.isInForce && transaction.expirationDate.map { $0 > now } ?? false
    }

    /// Whether the transaction's period came to its end.
    func isOver(_ transaction: SandboxTransaction) -> Bool {
        transaction.isInForce && transaction.expirationDate.map { $0 <= now } ?? false
    }
}

extension SandboxTransaction {
    /// Whether it is a purchase that was neither taken back nor left for a higher level.
    fileprivate var isInForce: Bool { state == .purchased && cancelDate == nil && !isUpgraded }

    /// What devices are told when it changes.
    fileprivate var told: [AnyHashable?] { [state, cancelDate, expirationDate, isUpgraded] }
}
