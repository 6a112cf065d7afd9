import IAPCore
import IAPSandbox
import IAPStoreKitFile

extension Scenario {
    /// The account's latest transaction that a command means; of a subscription, that of its latest period.
    ///
    /// - Throws: ``IAPError`` with code `transactionNotFound`.
    func find(_ target: ScriptTarget, for purpose: ScriptTarget.Purpose) throws -> SandboxTransaction {
        switch target {
        case .latest:
            if let found = latest(purpose, nil) { return found }
            throw notFound(purpose, purpose.description)
        case .latestOf(let product):
            if let found = latest(purpose, product) { return found }
            let title = ProductNames.title(of: product).quoted
            guard product.type == .autoRenewable || !purpose.needsSubscription else {
                throw IAPError(.transactionNotFound, "\(title) is no subscription that renews. Name one that does.")
            }
            throw notFound(purpose, "\(purpose.description) for \(title)")
        case .transaction(let identifier):
            return try transaction(identifier, for: purpose)
        }
    }

    private func notFound(_ purpose: ScriptTarget.Purpose, _ what: String) -> IAPError {
        let isDefault = account == SandboxAppStore.defaultAccount
        let subject = isDefault ? "There is" : "\(account.quoted) has"
        return IAPError(.transactionNotFound, "\(subject) no \(what) now. \(purpose.remedy)")
    }

    private func latest(_ purpose: ScriptTarget.Purpose, _ product: ProductDefinition?) -> SandboxTransaction? {
        let group = product?.subscription?.subscriptionGroupIdentifier
        let fitting = recorder.subscriptions(of: account).filter { latest, state in
            purpose.fits(state) && (product == nil || recorder.group(latest.productIdentifier) == group)
        }
        let running = fitting.filter(\.state.isRunning)
        let subscription = (running.isEmpty ? fitting : running).map(\.latest).max { $0.number < $1.number }
        let transaction = recorder.transactions.last {
            $0.account == account && product.map(\.id) ?? $0.productIdentifier == $0.productIdentifier
                && purpose.fits($0)
        }
        return [subscription, transaction].compactMap(\.self).max { $0.number < $1.number }
    }

    private func transaction(
        _ identifier: TransactionIdentifier,
        for purpose: ScriptTarget.Purpose
    ) throws -> SandboxTransaction {
        let number = identifier.rawValue.shortened
        guard let transaction = recorder[identifier] else {
            let hint = recorder.transactions.last.map { "The latest one is \($0.number)." } ?? "Nothing was bought yet."
            throw IAPError(.transactionNotFound, "There is no transaction \(number). \(hint)")
        }
        guard transaction.account == account else {
            let owner = ScriptWord.spelling(of: transaction.account)?.shortened ?? "…"
            throw IAPError(
                .transactionNotFound,
                "Transaction \(number) is another account's. Write “account \(owner)” before."
            )
        }
        if purpose.fits(transaction) { return transaction }
        let subscription = recorder.subscriptions(of: account).first { latest, state in
            latest.subscription == transaction.subscription && purpose.fits(state)
        }
        if let subscription { return subscription.latest }
        throw IAPError(
            .transactionNotFound,
            "Transaction \(number) is no \(purpose.description) now. Name another one, or let time pass."
        )
    }
}
