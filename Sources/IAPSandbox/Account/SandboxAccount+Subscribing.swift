import Foundation
import IAPCore
import IAPStoreKitFile

extension SandboxAccount {
    /// Charges for a first period now: of a new subscription, of one that had lapsed, or after an upgrade.
    mutating func subscribe(_ purchase: Purchase, as identifier: TransactionIdentifier, in store: inout StoreContext) {
        let (payment, product) = (purchase.payment, purchase.product)
        guard let info = product.subscription else { return }
        let offers = offersOfFirstPeriods(payment, of: product)
        let charge =
            offers.first.map { Charge($0) }
            ?? Charge(product, price: product.price, plan: payment.billingPlan, committed: 0)
        let rate = store.settings.store.timeRate
        let term = SandboxSubscription.Term(charge.period, from: store.now, rate: rate)
        let place = subscriptionIndex(inGroupOf: product) ?? subscriptions.count
        if place == subscriptions.count {
            let group = info.subscriptionGroupIdentifier
            subscriptions.append(SandboxSubscription(group, original: identifier, payment, term: term))
        } else {
            let previous = subscriptions[place]
            if previous.isActive { replace(previous.latestTransaction, in: &store) }
            let hasLapsed = !previous.givesAccess && rate.billingRetryEnd(after: previous.expirationDate) <= store.now
            if hasLapsed { subscriptions[place].recentStart = store.now }
            subscriptions[place].term = term
        }
        noteUse(of: payment.offer)
        subscriptions[place].payment = payment
        subscriptions[place].willAutoRenew = true
        subscriptions[place].hasDeclinedPriceIncrease = false
        subscriptions[place].autoRenewPreference = product.id
        subscriptions[place].keptPrice = nil
        subscriptions[place].priceIncrease = nil
        subscriptions[place].nextOffer = offers.dropFirst().first
        beginPeriod(ofSubscriptionAt: place, purchase, charge, as: identifier, .purchase, in: &store)
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
        store.familyChanges.append(identifier)
    }

    /// Makes a product the next period's, with an offer if one was asked for. Choosing the current one again takes a
    /// planned change back (https://developer.apple.com/documentation/appstoreservernotifications/notificationtype,
    /// DID_CHANGE_RENEWAL_PREF).
    mutating func changePlanAtRenewal(_ purchase: Purchase, in store: inout StoreContext) {
        let product = purchase.product
        guard let index = subscriptionIndex(inGroupOf: product) else { return }
        let offer = purchase.payment.offer.flatMap { product.offer($0) }
        let isOtherPlan = subscriptions[index].autoRenewPreference != product.id
        guard isOtherPlan || offer != nil else { return }
        noteUse(of: purchase.payment.offer)
        subscriptions[index].nextOffer = offer
        subscriptions[index].autoRenewPreference = product.id
        subscriptions[index].willAutoRenew = true
        subscriptions[index].hasDeclinedPriceIncrease = false
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }

    /// Begins a period: keeps and sends its transaction, and what will become of the subscription.
    mutating func beginPeriod(
        ofSubscriptionAt index: Int,
        _ purchase: Purchase,
        _ charge: Charge,
        as identifier: TransactionIdentifier,
        _ reason: PaymentTransaction.Reason,
        in store: inout StoreContext
    ) {
        subscriptions[index].phase = .active
        subscriptions[index].expirationReason = nil
        subscriptions[index].productIdentifier = purchase.product.id
        subscriptions[index].latestTransaction = identifier
        subscriptions[index].runningOffer = charge.runningOffer
        subscriptions[index].committedPayments = charge.committedPayments
        let subscription = subscriptions[index]
        var transaction = newTransaction(identifier, purchase, .purchased, in: store)
        transaction.originalTransactionIdentifier = subscription.originalTransactionIdentifier
        transaction.originalPurchaseDate = subscription.originalPurchaseDate
        transaction.expirationDate = subscription.expirationDate
        transaction.reason = reason
        transaction.price = charge.price
        transaction.offerType = charge.offer?.type
        transaction.offerIdentifier = charge.offer?.id
        add(TransactionRecord(transaction: transaction, device: purchase.device), in: &store)
        deliver(identifier, request: purchase.request, in: &store)
        store.familyChanges.append(identifier)
        sendRenewal(ofSubscriptionAt: index, in: &store)
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
