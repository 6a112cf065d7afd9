import IAPCore

extension AppStoreServer {
    /// What has changed since the last call, as it would be kept in a file.
    mutating func takeNews() -> [SandboxAppStore.AccountNews] {
        history.accounts.indices.compactMap { place in
            guard history.accounts[place].mustMarkKept, let part = history.accounts[place].changedPart else {
                return nil
            }
            let isWhole = history.accounts[place].isChangedAsAWhole
            history.accounts[place].markKept()
            return SandboxAppStore.AccountNews(
                account: part.name,
                transactions: part.sandboxTransactions,
                subscriptions: part.subscriptions.compactMap { subscription in
                    subscription.told.map { .init(renewal: $0, isRunning: subscription.dueDate != nil) }
                },
                isWhole: isWhole
            )
        }
    }

    /// Empties a device's queue, as an app does that has dealt with all that is in it.
    mutating func finishAll(on device: String) {
        guard let index = history.devices.firstIndex(where: { $0.name == device }) else { return }
        for waiting in history.devices[index].queue {
            history.accounts[history.devices[index].account].change(waiting.id) { $0.isFinished = $0.isPurchased }
        }
        history.devices[index].queue = []
    }
}

extension SandboxAccount {
    /// Its records, and what cannot be seen in them.
    var sandboxTransactions: [SandboxTransaction] {
        let subscriptions = Dictionary(
            subscriptions.map { ($0.originalTransactionIdentifier, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return records.map { record in
            let original = record.common.originalTransactionIdentifier
            return SandboxTransaction(record, of: original.flatMap { subscriptions[$0] }, account: name)
        }
    }
}
