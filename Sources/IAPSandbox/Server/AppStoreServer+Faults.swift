import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
    /// The latest purchase of a product that still counts, whether or not it is finished.
    func latestPurchase(of product: ProductIdentifier) -> PaymentTransaction? {
        history.accounts[account].records.last {
            $0.isInForce && $0.common.payment.productIdentifier == product
        }?.transaction
    }

    mutating func redeliver(_ identifier: TransactionIdentifier) throws {
        let record = try existingRecord(identifier)
        for device in history.devices where record.device == nil || record.device == device.name {
            tell(device.name, .transaction(record.transaction))
        }
    }
}

extension Set<StoreFault> {
    /// What is told in place of what is true.
    func distort(_ effects: [AppStoreServer.Effect]) -> [AppStoreServer.Effect] {
        guard !isEmpty else { return effects }
        let effects = contains(.reversesStates) ? effects.reversed() : effects
        return effects.flatMap { effect in
            distort(effect.update, isReplayed: false).map { AppStoreServer.Effect(device: effect.device, update: $0) }
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
        var told = Array(repeating: transaction, count: tellingCount)
        if transaction.revocationDate == nil {
            if contains(.failsBeforePurchased) {
                var failed = transaction.failedWithoutReason
                // An attempt of its own, which can be finished without the purchase.
                failed.transactionIdentifier = TransactionIdentifier("\(transaction.id)-failed")
                told.insert(failed, at: 0)
            }
            if contains(.failsAfterPurchased) { told.append(transaction.failedWithoutReason) }
        }
        return told.map(StoreUpdate.transaction)
    }

    private var tellingCount: Int {
        reduce(1) { count, fault in
            if case .repeatsTransactions(let times) = fault { Swift.max(count, times) } else { count }
        }
    }
}

extension PaymentTransaction {
    /// What an app is told of a purchase that has not failed.
    fileprivate var failedWithoutReason: PaymentTransaction {
        var failed = self
        failed.transactionState = .failed
        failed.error = IAPError(
            .unknown,
            "Cannot connect to the store. (The sandbox was told to say so.)",
            productIdentifier: payment.productIdentifier,
            transactionIdentifier: transactionIdentifier
        )
        return failed
    }
}
