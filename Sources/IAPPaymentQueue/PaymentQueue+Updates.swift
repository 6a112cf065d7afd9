import IAPCore
import IAPPersistence

/// Reading the store's updates, from the start of the queue to the end of the connection.
extension PaymentQueue {
    /// Begins to read the store's updates, unfinished transactions of earlier launches first, and to deliver what the
    /// ledger holds undelivered. Further calls do nothing.
    ///
    /// Purchasing and restoring start the queue as well. Add observers before, so that they receive everything.
    public func start() {
        let isFirst = state.withLock { state in
            defer { state.updates.isStarted = true }
            return !state.updates.isStarted
        }
        guard isFirst else { return }
        // Before anything is read from the store, so that every change it brings is noticed.
        let watch = OwnershipWatch(of: ledger) { [weak self] event in self?.broadcast.send(event) }
        let loop = Task { [weak self, checkpoints, updates = connection.updates()] in
            for await update in updates {
                if case .checkpoint(let identifier) = update {
                    checkpoints.pass(identifier)
                } else {
                    self?.handle(update)
                }
            }
            self?.close()
            checkpoints.close()
        }
        state.withLock { state in
            state.updates.loop = loop
            state.updates.ownershipWatch = watch
        }
        retryUnfinishedWork()
    }

    private func handle(_ update: StoreUpdate) {
        state.withLock { $0.updates.count += 1 }
        switch update {
        case .transaction(let transaction): handle(transaction)
        case .subscriptionRenewal(let renewal):
            work.add(for: renewal.keys) { await self.record(renewal) }
        case .storefront(let storefront):
            options.storefrontWillChange(storefront)
            broadcast.send(.storefrontChanged(storefront))
        case .purchaseIntent(let payment):
            state.withLock { $0.inbox.add(payment) }
            broadcast.send(.purchaseIntent(payment))
        case .message(let message):
            state.withLock { $0.inbox.add(message) }
            broadcast.send(.message(message))
        case .account(let account): signIn(account)
        case .checkpoint: break
        }
    }

    private func handle(_ transaction: PaymentTransaction) {
        let superseded = state.withLock { state in
            state.requests.noteOutcome(transaction)
            return state.transactions.holdsNewerRevision(than: transaction)
                ? nil : state.transactions.insert(transaction)
        }
        if let superseded { broadcast.send(.removed(superseded)) }
        work.add(for: transaction.keys) { await self.processor.process(transaction) }
    }

    /// Records what happens to a subscription at the end of its period, or keeps it to be recorded later.
    private func record(_ renewal: SubscriptionRenewal) async {
        do {
            try await ledger.record(renewal)
            state.withLock { $0.unfinished.remove(renewal) }
            broadcast.send(.renewalChanged(renewal))
        } catch {
            state.withLock { $0.unfinished.keep(renewal) }
            let subscription = renewal.originalTransactionIdentifier
            options.log(IAPLogEvent(.error, "The renewal of \(subscription) is kept to be recorded later. \(error)"))
        }
    }

    /// Has the ledger answer for the account that is signed in now, and sends it.
    private func signIn(_ account: String?) {
        let earlier = ledger.account
        if ledger.signIn(account) { broadcast.send(.accountChanged(account)) }
        // Its own undelivered purchases count again, and those of other accounts may be transferred to it.
        if account != earlier { retryUnfinishedWork() }
    }

    /// The connection has ended: no answer will come for those who wait.
    private func close() {
        let running = state.withLock { state in
            state.updates.isClosed = true
            // What the store has answered is still dealt with, and its callers receive the result of that.
            return state.requests.closeAllUnanswered()
        }
        let error = IAPError(
            .connectionClosed,
            "The connection to the store has ended. A purchase that was paid comes again with the next connection."
        )
        options.log(IAPLogEvent(.error, "\(error) Perhaps another store uses it since: one store at a time can."))
        running.forEach { $0.end(.failure(error)) }
        broadcast.send(.closed)
    }
}

// MARK: Unfinished work

extension PaymentQueue {
    /// Tries again every step that failed: verification, the ledger, the delivery handler, or finishing.
    /// Returns when everything has been tried once.
    public func processPendingTransactions() async {
        start()
        for task in retryUnfinishedWork() { await task.value }
    }

    @discardableResult
    private func retryUnfinishedWork() -> [Task<Void, Never>] {
        let recorded = options.deliversPurchases ? ledger.openWork.map(\.transaction) : []
        let unfinished = state.withLock { $0.unfinished }
        // First what only the ledger knows.
        let transactions = recorded.filter { unfinished.transactions[$0.id] == nil } + unfinished.transactions.all
        return [transferPurchases()]
            + transactions.map { transaction in
                work.add(for: transaction.keys) {
                    // It may have been dealt with since.
                    if self.isUnfinished(transaction) { await self.processor.process(transaction) }
                }
            }
            + unfinished.renewals.map { renewal in work.add(for: renewal.keys) { await self.record(renewal) } }
    }

    private func isUnfinished(_ transaction: PaymentTransaction) -> Bool {
        // What another account has is tried again when it signs in.
        guard ledger.shows(transaction) else { return false }
        return state.withLock { $0.unfinished.transactions[transaction.id] != nil }
            || ledger.transaction(transaction.id)?.isFulfilled == false
    }

    /// Passes what other accounts have to the one that is signed in, where the ledger's policy is that.
    private func transferPurchases() -> Task<Void, Never> {
        // Not all of the options, which hold the connection: it ends with the queue.
        work.add(for: [.accounts]) { [ledger, log = options.log] in
            do {
                try await ledger.transferPurchases()
            } catch {
                log(IAPLogEvent(.error, "What other accounts have passes to the signed-in one later. \(error)"))
            }
        }
    }
}

extension SubscriptionRenewal {
    fileprivate var keys: [KeyedSerialQueue.Key] { [.transaction(originalTransactionIdentifier)] }
}
