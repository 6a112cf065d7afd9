import IAPStoreKitFile
import IAPCore
import IAPSandbox

extension Scenario {
    /// What a command wants to do with a transaction or its subscription.
    enum Purpose {
        /// With a subscription that goes on by itself.
        case running
        /// With any subscription, best one that goes on by itself.
        case subscription
        case refund, reversal, approval, settlement, consent

        /// What fits.
        var words: String {
            switch self {
            case .running: "subscription that runs"
            case .subscription: "subscription"
            case .refund: "payment to refund"
            case .reversal: "refund to reverse"
            case .approval: "purchase that waits for approval"
            case .settlement: "purchase or renewal with an issue"
            case .consent: "subscription that waits for consent"
            }
        }

        /// What to write so that something fits.
        var remedy: String {
            switch self {
            case .running, .subscription: "Buy one first."
            case .refund: "Buy first."
            case .reversal: "Refund one first."
            case .approval: "Write “ask to buy on” and buy first; a request lapses after 24 hours."
            case .settlement: "Write “renewals fail” or “purchases interrupt” before it is to happen."
            case .consent: "Raise a price “with consent” first, or “ask consent”."
            }
        }
    }

    /// The account's latest transaction that a command means; of a subscription, that of its latest period.
    ///
    /// - Throws: ``IAPError`` with code `transactionNotFound`.
    func find(_ target: ScriptTarget, for purpose: Purpose) throws -> SandboxTransaction {
        let found =
            switch target {
            case .latest: latest(purpose, nil)
            case .latestOf(let product): latest(purpose, product)
            case .transaction(let identifier): try transaction(identifier, for: purpose)
            }
        if let found { return found }
        var what = purpose.words
        if case .latestOf(let product) = target {
            let title = ProductNames.title(of: product).quoted
            guard product.type == .autoRenewable || purpose.use != nil else {
                throw IAPError(.transactionNotFound, "\(title) is no subscription that renews. Name one that does.")
            }
            what += " for \(title)"
        }
        let isAlone = account == SandboxAppStore.defaultAccount
        throw IAPError(
            .transactionNotFound,
            "\(isAlone ? "There is" : "\(account.quoted) has") no \(what) now. \(purpose.remedy)"
        )
    }

    private func latest(_ purpose: Purpose, _ product: ProductDefinition?) -> SandboxTransaction? {
        let group = product?.subscription?.subscriptionGroupIdentifier
        let fitting = watcher.subscriptions(of: account).filter { latest, state in
            purpose.fits(state, latest) && (product == nil || watcher.group(latest.productIdentifier) == group)
        }
        let running = fitting.filter(\.state.isRunning)
        let subscription = (running.isEmpty ? fitting : running).map(\.latest).max { $0.number < $1.number }
        let alone = purpose.use.flatMap { watcher.book.latest($0, of: account, product?.id) }
        return [subscription, alone].compactMap { $0 }.max { $0.number < $1.number }
    }

    private func transaction(_ identifier: TransactionIdentifier, for purpose: Purpose) throws -> SandboxTransaction {
        guard let transaction = watcher.book[identifier] else {
            let last = watcher.book.transactions.map(\.number).max()
            throw IAPError(
                .transactionNotFound,
                "There is no transaction \(identifier.rawValue.shortened). "
                    + (last.map { "The latest one is \($0)." } ?? "Nothing was bought yet.")
            )
        }
        guard transaction.account == account else {
            let owner = ScriptWord.spelling(of: transaction.account) ?? "…"
            throw IAPError(
                .transactionNotFound,
                "Transaction \(identifier.rawValue) is another account's. Write “account \(owner.shortened)” before."
            )
        }
        if let use = purpose.use, transaction.fits(use) { return transaction }
        let subscription = watcher.subscriptions(of: account).first { latest, state in
            latest.subscription == transaction.subscription && purpose.fits(state, latest)
        }
        if let subscription { return subscription.latest }
        throw IAPError(
            .transactionNotFound,
            "Transaction \(identifier.rawValue) is no \(purpose.words) now. Name another one, or let time pass."
        )
    }
}

extension Scenario.Purpose {
    /// What fits by itself, whatever becomes of its subscription.
    fileprivate var use: TransactionBook.Use? {
        switch self {
        case .refund: .refund
        case .reversal: .reversal
        case .approval: .approval
        case .settlement: .settlement
        case .running, .subscription, .consent: nil
        }
    }

    fileprivate func fits(_ state: SandboxAppStore.SubscriptionState, _ latest: SandboxTransaction) -> Bool {
        switch self {
        case .running: state.isRunning
        case .subscription: true
        case .settlement: state.renewal.isInBillingRetry
        case .consent: state.renewal.priceIncreaseStatus == .pending
        case .refund, .reversal, .approval: false
        }
    }
}
