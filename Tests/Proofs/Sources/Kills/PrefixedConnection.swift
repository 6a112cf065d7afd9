import IAP

/// A store whose transactions bear a prefix, so that those of two stores can be distinguished in one ledger.
struct PrefixedConnection: StoreConnection {
    let base: any StoreConnection
    let prefix: String

    var canMakePayments: Bool { base.canMakePayments }
    var clock: any StoreClock { base.clock }
    func environment() async -> PaymentTransaction.Environment? { await base.environment() }
    func storefront() async -> AppStorefront? { await base.storefront() }

    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        try await base.products(for: identifiers)
    }

    func updates() -> AsyncStream<StoreUpdate> {
        let updates = base.updates()
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        let task = Task {
            for await update in updates { continuation.yield(outside(update)) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    func submit(_ payment: Payment) async throws { try await base.submit(payment) }

    func finish(_ transaction: PaymentTransaction) async throws {
        var inside = transaction
        inside.transactionIdentifier = without(transaction.transactionIdentifier)
        inside.originalTransactionIdentifier = transaction.originalTransactionIdentifier.map(without)
        try await base.finish(inside)
    }

    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] {
        try await base.restoreCompletedTransactions(applicationUsername: applicationUsername).map(outside)
    }

    private func outside(_ update: StoreUpdate) -> StoreUpdate {
        if case .transaction(let transaction) = update { return .transaction(outside(transaction)) }
        guard case .subscriptionRenewal(let renewal) = update else { return update }
        return .subscriptionRenewal(
            SubscriptionRenewal(
                originalTransactionIdentifier: with(renewal.originalTransactionIdentifier),
                willAutoRenew: renewal.willAutoRenew,
                autoRenewPreference: renewal.autoRenewPreference,
                expirationReason: renewal.expirationReason
            )
        )
    }

    private func outside(_ transaction: PaymentTransaction) -> PaymentTransaction {
        var outside = transaction
        outside.transactionIdentifier = with(transaction.transactionIdentifier)
        outside.originalTransactionIdentifier = transaction.originalTransactionIdentifier.map(with)
        return outside
    }

    private func with(_ identifier: TransactionIdentifier) -> TransactionIdentifier {
        TransactionIdentifier(rawValue: prefix + identifier.rawValue)
    }

    private func without(_ identifier: TransactionIdentifier) -> TransactionIdentifier {
        TransactionIdentifier(rawValue: String(identifier.rawValue.dropFirst(prefix.count)))
    }
}
