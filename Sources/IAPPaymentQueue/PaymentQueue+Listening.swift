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
        let watch = watchOwnership()
        let loop = Task { [weak self, updates = connection.updates()] in
            for await update in updates { self?.handle(update) }
            self?.close()
        }
        state.withLock { state in
            state.loop = loop
            state.watch = watch
        }
        retryPending()
    }

    /// Returns when all has been dealt with that the store has told so far, for tests and samples.
    package func drained() async { await lanes.drained() }

    private func handle(_ update: StoreUpdate) {
        switch update.content {
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
        }
    }

    /// The connection has ended: whoever waits is told, since no answer will come.
    private func close() {
        let running = state.withLock { state in
            state.isClosed = true
            // What the store has answered is still dealt with, and whoever asked is told how.
            return state.requests.closeAllUnanswered()
        }
        let error = IAPError(
            .connectionClosed,
            "The connection to the store has ended. A purchase that was paid comes again with the next connection."
        )
        log(IAPLogEvent(.error, "\(error) Perhaps another store uses it since: one store at a time can."))
        running.forEach { $0.end(.failure(error)) }
        broadcast.send(.closed)
    }
}
