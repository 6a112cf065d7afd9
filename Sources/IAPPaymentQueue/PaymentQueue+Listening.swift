import IAPCore
import IAPPersistence

/// Reading what the store tells, from the start of the queue to the end of the connection.
extension PaymentQueue {
    /// Begins to read what the store tells, unfinished transactions of earlier launches first, and to deliver what the
    /// ledger holds undelivered. Further calls do nothing.
    ///
    /// Purchasing and restoring start the queue as well. Add observers before, to hear of everything.
    public func start() {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        // Before anything is read from the store, so that every change it brings is noticed.
        let watch = OwnershipWatch(of: ledger) { [weak self] event in self?.broadcast.send(event) }
        let loop = Task { [weak self, updates = connection.updates()] in
            for await update in updates { self?.handle(update) }
            self?.close()
        }
        state.withLock { state in
            state.loop = loop
            state.ownershipWatch = watch
        }
        retryPending()
    }

    private func handle(_ update: StoreUpdate) {
        if case .checkpoint(let identifier) = update {
            state.withLock { $0.checkpoints.removeValue(forKey: identifier) }?.fulfill(.success(()))
            return
        }
        if case .checkpoint = update {} else { state.withLock { $0.updateCount += 1 } }
        switch update {
        case .transaction(let transaction): handle(transaction)
        case .subscriptionRenewal(let renewal): handle(renewal)
        case .storefront(let storefront):
            storefrontWillChange(storefront)
            broadcast.send(.storefrontChanged(storefront))
        case .purchaseIntent(let payment):
            state.withLock { $0.purchaseIntents.append(payment) }
            broadcast.send(.purchaseIntent(payment))
        case .message(let message): keep(message)
        case .account(let account): signIn(account)
        case .checkpoint: break
        }
    }

    /// The connection has ended: whoever waits is told, since no answer will come.
    private func close() {
        let (running, checkpoints) = state.withLock { state in
            state.isClosed = true
            defer { state.checkpoints = [:] }
            // What the store has answered is still dealt with, and whoever asked is told how.
            return (state.requests.closeAllUnanswered(), state.checkpoints.values)
        }
        let error = IAPError(
            .connectionClosed,
            "The connection to the store has ended. A purchase that was paid comes again with the next connection."
        )
        log(IAPLogEvent(.error, "\(error) Perhaps another store uses it since: one store at a time can."))
        running.forEach { $0.end(.failure(error)) }
        broadcast.send(.closed)
        checkpoints.forEach { $0.fulfill(.success(())) }
    }
}
