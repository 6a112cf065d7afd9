import Foundation
import IAPCatalog
import IAPCore

extension AppStoreServer {
    private enum Due {
        case period(subscription: Int)
        case approval(TransactionIdentifier)
    }

    /// The date of the next thing that falls due up to `limit`.
    func nextDueDate(upTo limit: Date) -> Date? {
        nextDue(upTo: limit)?.date
    }

    /// Does what falls due up to `date`, in order, each at its own date. The store's time never goes back.
    mutating func settle(to date: Date) {
        while let due = nextDue(upTo: date) {
            setNow(due.date)
            switch due.what {
            case .period(let subscription): endPeriod(ofSubscriptionAt: subscription)
            case .approval(let identifier): lapseAskToBuy(identifier)
            }
        }
        setNow(date)
    }

    private mutating func setNow(_ date: Date) {
        if date > now { history.now = date }
    }

    private func nextDue(upTo limit: Date) -> (date: Date, what: Due)? {
        var next: (date: Date, what: Due)?
        for (index, subscription) in history.account.subscriptions.enumerated()
        where subscription.phase == .active && subscription.expirationDate <= limit {
            if next.map({ subscription.expirationDate < $0.date }) ?? true {
                next = (subscription.expirationDate, .period(subscription: index))
            }
        }
        for identifier in history.account.askedToBuy {
            guard case .approval(let deadline) = history.account[identifier]?.obstacle, deadline <= limit else {
                continue
            }
            if next.map({ deadline < $0.date }) ?? true { next = (deadline, .approval(identifier)) }
        }
        return next
    }

    /// The subscription whose current period a control means.
    private func subscriptionIndex(of identifier: ProductIdentifier) throws -> Int {
        guard let definition = definition(of: identifier) else {
            throw IAPError(
                .productNotAvailable,
                "The store has no product “\(identifier)”. Its configuration lists what it sells.",
                productIdentifier: identifier
            )
        }
        guard definition.type == .autoRenewable else {
            throw IAPError(
                .invalidAction,
                "“\(identifier)” is not an auto-renewable subscription, so it neither renews nor expires.",
                productIdentifier: identifier
            )
        }
        guard let index = history.account.subscriptions.firstIndex(where: { $0.productIdentifier == identifier }) else {
            throw IAPError(
                .subscriptionNotFound,
                "The customer has no subscription to “\(identifier)”. Buy it first.",
                productIdentifier: identifier
            )
        }
        return index
    }

    mutating func expireSubscription(_ identifier: ProductIdentifier) throws {
        let index = try subscriptionIndex(of: identifier)
        guard history.account.subscriptions[index].phase == .active else {
            throw IAPError(
                .invalidAction,
                "The subscription to “\(identifier)” has ended already.",
                productIdentifier: identifier
            )
        }
        endCurrentPeriod(ofSubscriptionAt: index)
        expire(index, .autoRenewDisabled)
    }

    mutating func forceRenewal(_ identifier: ProductIdentifier) throws {
        let index = try subscriptionIndex(of: identifier)
        let preference = history.account.subscriptions[index].autoRenewPreference
        guard let definition = productForSale(preference), let info = definition.subscription else {
            throw IAPError(
                .productNotAvailable,
                "“\(preference)” is not sold now, so it cannot be renewed. Put it on sale again.",
                productIdentifier: preference
            )
        }
        if history.account.subscriptions[index].phase == .active { endCurrentPeriod(ofSubscriptionAt: index) }
        history.account.subscriptions[index].willAutoRenew = true
        renew(index, definition, info, at: now)
    }

    private mutating func endCurrentPeriod(ofSubscriptionAt index: Int) {
        let date = now
        let latest = history.account.subscriptions[index].latestTransaction
        history.account.subscriptions[index].end(at: date)
        history.account.change(latest) { $0.transaction.expirationDate = date }
        deliver(latest)
    }

    mutating func setAutoRenew(_ isOn: Bool, _ identifier: TransactionIdentifier) throws {
        let record = try existingRecord(identifier)
        let index = history.account.subscriptions.firstIndex {
            $0.originalTransactionIdentifier == record.transaction.originalTransactionIdentifier
        }
        guard record.transaction.productType == .autoRenewable, let index else {
            throw IAPError(
                .invalidAction,
                "Transaction \(identifier) is not of an auto-renewable subscription.",
                transactionIdentifier: identifier
            )
        }
        guard history.account.subscriptions[index].phase == .active else {
            throw IAPError(
                .invalidAction,
                "The subscription of transaction \(identifier) has ended. Buy it again.",
                transactionIdentifier: identifier
            )
        }
        history.account.subscriptions[index].willAutoRenew = isOn
        tellRenewal(at: index)
    }
}
