import IAPCore
import IAPPersistence

/// Trying again what a step failed for.
extension PaymentQueue {
    /// Tries again whatever a step failed for: verification, the ledger, the delivery handler, or telling the store.
    /// Returns when all has been tried once.
    public func processPendingTransactions() async {
        start()
        let renewals = state.withLock { Array($0.unrecordedRenewals.values) }
        let renewalTasks = renewals.map { handle($0) }
        for task in retryPending() { await task.value }
        for task in renewalTasks { await task.value }
    }

    /// Tries what the ledger holds undelivered, whether or not the store tells of it again, and what failed before.
    @discardableResult
    func retryPending() -> [Task<Void, Never>] {
        var pending = TransactionList()
        if deliversPurchases { ledger.openWork.forEach { pending.insert($0.transaction) } }
        state.withLock { $0.unprocessed.all }.forEach { pending.insert($0) }
        let retries = pending.all.map { transaction in
            lanes.add(to: transaction.lanes) {
                guard self.isPending(transaction.transactionIdentifier) else { return }
                await self.end(transaction)
            }
        }
        return [transferPurchases()] + retries
    }

    /// Whether there is something left to do, once its turn in the lane has come.
    private func isPending(_ identifier: TransactionIdentifier) -> Bool {
        state.withLock { $0.unprocessed[identifier] != nil } || ledger.transaction(identifier)?.isFulfilled == false
    }
}
