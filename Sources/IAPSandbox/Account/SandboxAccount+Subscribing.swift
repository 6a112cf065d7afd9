import Foundation
import IAPCore
import IAPStoreKitFile

extension SandboxAccount {
    /// Charges for a first period now: of a new subscription, of one that had lapsed, or after an upgrade.
    mutating func subscribe(
        _ payment: Payment,
        to definition: ProductDefinition,
        on device: String?,
        answering request: UUID?,
        as identifier: TransactionIdentifier,
        in store: inout StoreContext
    ) {
        guard let info = definition.subscription else { return }
        let offers = offersOfFirstPeriods(payment, of: definition)
        let charge =
            offers.first.map(Charge.init(beginning:))
            ?? Charge(definition, price: definition.price, plan: payment.billingPlan, committed: 0)
        let rate = store.settings.store.timeRate
        let date = store.now
        var upgraded: TransactionIdentifier?
        let place = subscriptionIndex(inGroupOf: definition) ?? subscriptions.count
        if place < subscriptions.count {
            let previous = subscriptions[place]
            if previous.isActive { upgraded = previous.latestTransaction }
            let hasLapsed = !previous.givesAccess && rate.billingRetryEnd(after: previous.expirationDate) <= date
            changeSubscription(at: place, in: &store) { subscription in
                subscription.begin(charge.period, at: date, rate: rate)
                if hasLapsed { subscription.recentStart = date }
            }
        } else {
            add(
                SandboxSubscription(
                    groupIdentifier: info.subscriptionGroupIdentifier,
                    original: identifier,
                    productIdentifier: definition.productIdentifier,
                    payment: payment,
                    start: date,
                    period: charge.period,
                    rate: rate
                ),
                in: &store
            )
        }
        noteRedeemed(payment.offer)
        changeSubscription(at: place, in: &store) { subscription in
            subscription.payment = payment
            subscription.willAutoRenew = true
            subscription.hasDeclinedPriceIncrease = false
            subscription.autoRenewPreference = definition.productIdentifier
            subscription.keptPrice = nil
            subscription.priceIncrease = nil
            subscription.nextOffer = offers.dropFirst().first
        }
        if let upgraded { replace(upgraded, in: &store) }
        beginPeriod(ofSubscriptionAt: place, definition, charge, identifier, device, .purchase, in: &store)
        deliver(identifier, answering: request, in: &store)
        store.notifyFamily(.bought(identifier))
        sendRenewal(ofSubscriptionAt: place, in: &store)
    }

    /// Ends a period in favour of another plan. What is left of it is paid back
    /// (https://developer.apple.com/app-store/subscriptions/#ranking). That page says so of an upgrade, and nothing
    /// about a refund for a crossgrade that begins at once: that it is paid back there as well is this SDK's choice.
    private mutating func replace(_ identifier: TransactionIdentifier, in store: inout StoreContext) {
        let date = store.now
        change(identifier, in: &store) { record in
            let transaction = record.transaction
            record.transaction.isUpgraded = true
            guard let price = transaction.price, price > 0, let end = transaction.expirationDate, end > date else {
                return
            }
            let whole = end.timeIntervalSince(transaction.transactionDate)
            let rest = end.timeIntervalSince(date)
            record.refundedAmount = whole > 0 ? price.part(min(rest / whole, 1)) : price
        }
        deliver(identifier, in: &store)
        store.notifyFamily(.upgraded(identifier))
    }

    /// Makes a product the next period's, with an offer if one was asked for. Choosing the current one again takes a
    /// planned change back (https://developer.apple.com/documentation/appstoreservernotifications/notificationtype,
    /// DID_CHANGE_RENEWAL_PREF).
    mutating func changePlanAtRenewal(
        to definition: ProductDefinition,
        _ payment: Payment,
        in store: inout StoreContext
    ) {
        guard let index = subscriptionIndex(inGroupOf: definition) else { return }
        let offer = payment.offer.flatMap { definition.offer($0) }
        guard subscriptions[index].autoRenewPreference != definition.productIdentifier || offer != nil else { return }
        noteRedeemed(payment.offer)
        changeSubscription(at: index, in: &store) { subscription in
            if subscription.autoRenewPreference != definition.productIdentifier { subscription.nextOffer = nil }
            if let offer { subscription.nextOffer = offer }
            subscription.autoRenewPreference = definition.productIdentifier
            subscription.willAutoRenew = true
            subscription.hasDeclinedPriceIncrease = false
        }
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }

    /// Begins a period, and keeps its transaction.
    mutating func beginPeriod(
        ofSubscriptionAt index: Int,
        _ definition: ProductDefinition,
        _ charge: Charge,
        _ identifier: TransactionIdentifier,
        _ device: String?,
        _ reason: PaymentTransaction.Reason,
        in store: inout StoreContext
    ) {
        changeSubscription(at: index, in: &store) { subscription in
            subscription.phase = .active
            subscription.expirationReason = nil
            subscription.productIdentifier = definition.productIdentifier
            subscription.latestTransaction = identifier
            subscription.runningOffer = charge.runningOffer
            subscription.committedPayments = charge.committedPayments
        }
        let subscription = subscriptions[index]
        var transaction = store.transaction(
            identifier,
            reason == .renewal ? subscription.payment.renewing(definition.productIdentifier) : subscription.payment,
            for: definition,
            .purchased,
            account: self
        )
        transaction.originalTransactionIdentifier = subscription.originalTransactionIdentifier
        transaction.originalPurchaseDate = subscription.originalPurchaseDate
        transaction.expirationDate = subscription.expirationDate
        transaction.reason = reason
        transaction.price = charge.price
        transaction.offerType = charge.offer?.type
        transaction.offerIdentifier = charge.offer?.id
        record(TransactionRecord(transaction: transaction, device: device), in: &store)
    }
}

extension Decimal {
    /// A share of it, from 0 to 1, rounded to hundredths.
    fileprivate func part(_ share: Double) -> Decimal {
        // In millionths, since a binary fraction has no exact decimal.
        var part = self * Decimal(Int((share * 1_000_000).rounded())) / 1_000_000
        var rounded = Decimal()
        NSDecimalRound(&rounded, &part, 2, .plain)
        return rounded
    }
}

extension Payment {
    /// The payment for another period, maybe of another product: a renewal keeps the buyer's account, and answers no
    /// submission.
    fileprivate func renewing(_ product: ProductIdentifier) -> Payment {
        // A quantity of 1 and a product of the catalog are always taken.
        let other =
            product == productIdentifier
            ? nil
            : try? Payment(
                productIdentifier: product,
                applicationUsername: applicationUsername,
                appAccountToken: appAccountToken
            )
        var payment = other ?? self
        payment.offer = nil
        payment.billingPlan = billingPlan
        return payment.identified(by: nil)
    }
}
