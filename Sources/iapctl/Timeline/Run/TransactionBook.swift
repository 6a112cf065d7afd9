import IAPCore
import IAPSandbox

/// All that a store was asked to sell, in order; what a command may mean is found at once, however much there is.
struct TransactionBook: Sendable {
    /// What can be done with a transaction by itself, whatever becomes of its subscription.
    enum Use: Hashable, Sendable, CaseIterable {
        case refund, reversal, approval, settlement
    }

    private struct Key: Hashable {
        let account: String
        let use: Use
        /// `nil` for any.
        let product: ProductIdentifier?
    }

    private(set) var transactions: [SandboxTransaction] = []
    private var places: [TransactionIdentifier: Int] = [:]
    private var latestPeriods: [StoreWatcher.Subscription: Int] = [:]
    /// The numbers of what fits, in order.
    private var fitting: [Key: [Int]] = [:]

    subscript(identifier: TransactionIdentifier) -> SandboxTransaction? {
        places[identifier].map { transactions[$0] }
    }

    /// Of a subscription, what was paid for last.
    func latestPeriod(of subscription: StoreWatcher.Subscription) -> SandboxTransaction? {
        latestPeriods[subscription].map { transactions[$0] }
    }

    /// An account's latest transaction with which something can be done.
    func latest(_ use: Use, of account: String, _ product: ProductIdentifier? = nil) -> SandboxTransaction? {
        fitting[Key(account: account, use: use, product: product)]?.last
            .flatMap { self[TransactionIdentifier(String($0))] }
    }

    /// Adds a transaction, or puts it in the place of what it was.
    mutating func put(_ transaction: SandboxTransaction) {
        let place = places[transaction.identifier] ?? transactions.count
        let before = place < transactions.count ? transactions[place] : nil
        if before == nil {
            transactions.append(transaction)
            places[transaction.identifier] = place
        } else {
            transactions[place] = transaction
        }
        if transaction.state == .purchased {
            let latest = latestPeriods[transaction.subscription].map { transactions[$0].number } ?? 0
            if transaction.number > latest { latestPeriods[transaction.subscription] = place }
        }
        for use in Use.allCases where (before?.fits(use) ?? false) != transaction.fits(use) {
            for product in [nil, transaction.productIdentifier] {
                let key = Key(account: transaction.account, use: use, product: product)
                fitting[key, default: []].toggle(transaction.number)
            }
        }
    }
}

extension SandboxTransaction {
    var number: Int { Int(identifier.rawValue) ?? 0 }

    var subscription: StoreWatcher.Subscription {
        StoreWatcher.Subscription(account: account, original: originalTransactionIdentifier)
    }

    func fits(_ use: TransactionBook.Use) -> Bool {
        switch use {
        case .refund: state == .purchased && ownershipType == .purchased && cancelDate == nil
        case .reversal: state == .purchased && ownershipType == .purchased && cancelDate != nil
        case .approval: isPendingAskToBuyConfirmation
        case .settlement: state == .failed && hasPurchaseIssue
        }
    }
}

extension [Int] {
    /// Takes a number out of an ascending list that has it, or puts it in its place. Mostly it is the last one.
    fileprivate mutating func toggle(_ number: Int) {
        var (low, high) = (0, count)
        if let last, last <= number { low = last == number ? count - 1 : count }
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        if low < count, self[low] == number { remove(at: low) } else { insert(number, at: low) }
    }
}
