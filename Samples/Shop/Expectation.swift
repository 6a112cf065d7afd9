import Foundation
package import IAP
import IAPSandbox

/// What the app is about to hear of, and has not dealt with yet.
package struct Expectation {
    /// Transactions that the store tells of.
    package var transactions: Set<TransactionIdentifier> = []
    /// Subscriptions, by first transaction, of which the store tells what will become of them.
    package var renewals: Set<TransactionIdentifier> = []
    /// How many requests are answered with a transaction of earlier.
    package var earlierAnswers = 0
    /// What the ledger held before.
    private let known: KnownTransactions

    package init(_ ledger: Ledger, transactions: Set<TransactionIdentifier> = []) {
        known = KnownTransactions(ledger)
        self.transactions = transactions
    }

    /// What has changed in the store between two looks at it.
    init(_ ledger: Ledger, from before: StoreSnapshot, to after: StoreSnapshot) {
        self.init(ledger)
        let old = Dictionary(before.transactions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        for transaction in after.transactions {
            let earlier = old[transaction.identifier]
            if earlier?.told != transaction.told { transactions.insert(transaction.identifier) }
            let isSwitched = earlier.map { $0.autoRenewingEnabled != transaction.autoRenewingEnabled } ?? false
            let isOver = before.runs(transaction) && !after.runs(transaction) && !transaction.autoRenewingEnabled
            if isSwitched || isOver { renewals.insert(transaction.originalTransactionIdentifier) }
        }
        earlierAnswers = Set(old.keys).subtracting(after.transactions.map(\.identifier)).count
    }

    private var isMet: Bool { transactions.isEmpty && renewals.isEmpty && earlierAnswers == 0 }

    /// Waits until all has been heard of and dealt with.
    ///
    /// - Returns: The last word on each transaction: delivered, deferred, failed or revoked. What the ledger held before is
    ///   dealt with without a word.
    @MainActor
    package consuming func met(by feed: NewsFeed) async -> [News] {
        var words: [News] = []
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
            case .renewalChanged(let renewal): renewals.remove(renewal.originalTransactionIdentifier)
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

    /// Whether the transaction is of a subscription's period that is not over.
    func runs(_ transaction: SandboxTransaction) -> Bool {
        guard let end = transaction.expirationDate, transaction.cancelDate == nil, !transaction.isUpgraded else {
            return false
        }
        return end > now
    }
}

extension SandboxTransaction {
    /// What devices are told when it changes.
    fileprivate var told: [AnyHashable?] { [state, cancelDate, expirationDate, isUpgraded] }
}
