import IAPCore

extension Set<StoreFault> {
    /// What devices receive in place of the truth.
    func distort(_ effects: [StoreContext.Effect]) -> [StoreContext.Effect] {
        guard !isEmpty else { return effects }
        let effects = contains(.reversesStates) ? effects.reversed() : effects
        return effects.flatMap { effect in
            distort(effect.update, isReplayed: false).map { StoreContext.Effect(device: effect.device, update: $0) }
        }
    }

    /// - Parameter isReplayed: Whether a launch brings it.
    func distort(_ update: StoreUpdate, isReplayed: Bool) -> [StoreUpdate] {
        guard case .transaction(var transaction) = update else { return [update] }
        let isPaid = transaction.transactionState == .purchased || transaction.transactionState == .restored
        if contains(.silentAfterPurchasing), !isReplayed, transaction.transactionState != .purchasing { return [] }
        if contains(.forgetsWhoAsked) { transaction.payment = transaction.payment.identified(by: nil) }
        if contains(.withholdsOriginal) { transaction.originalTransactionIdentifier = nil }
        guard isPaid else { return [.transaction(transaction)] }
        var sent = Array(repeating: transaction, count: repetitionCount)
        if transaction.revocationDate == nil {
            if contains(.failsBeforePurchased) {
                var failed = transaction.failedWithoutReason
                // An attempt of its own, which can be finished without the purchase.
                failed.transactionIdentifier = TransactionIdentifier("\(transaction.id)-failed")
                sent.insert(failed, at: 0)
            }
            if contains(.failsAfterPurchased) { sent.append(transaction.failedWithoutReason) }
        }
        return sent.map(StoreUpdate.transaction)
    }

    private var repetitionCount: Int {
        reduce(1) { count, fault in
            if case .repeatsTransactions(let times) = fault { Swift.max(count, times) } else { count }
        }
    }
}

extension PaymentTransaction {
    /// A failure that an app receives for a purchase that has not failed.
    fileprivate var failedWithoutReason: PaymentTransaction {
        var failed = self
        failed.transactionState = .failed
        failed.error = IAPError(
            .unknown,
            "Cannot connect to the store. (The sandbox simulates this.)",
            productIdentifier: payment.productIdentifier,
            transactionIdentifier: transactionIdentifier
        )
        return failed
    }
}
