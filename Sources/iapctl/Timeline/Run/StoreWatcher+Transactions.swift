import Foundation
import IAPCore
import IAPSandbox

extension SubscriptionOffer.OfferType {
    var words: String {
        switch self {
        case .introductory: "introductory offer"
        case .promotional: "promotional offer"
        case .code: "offer code"
        case .winBack: "win-back offer"
        default: "offer"
        }
    }
}

extension StoreWatcher {
    mutating func noteNew(_ transaction: SandboxTransaction, _ step: inout Step) {
        switch transaction.state {
        case .deferred: note(.waiting, transaction, step, "waits for approval", price: nil)
        case .failed:
            let text = transaction.hasPurchaseIssue ? "purchase interrupted; waits to be resolved" : "purchase failed"
            note(.unbought, transaction, step, text, price: nil)
        case .purchased, .restored: noteBought(transaction, &step)
        case .purchasing: break
        }
    }

    private mutating func noteBought(_ transaction: SandboxTransaction, _ step: inout Step) {
        let chain = transaction.subscription
        let previous = book.latestPeriod(of: chain)
        step.begun.insert(chain)
        let offer = offerWords(transaction)
        guard transaction.expirationDate != nil else {
            let count = transaction.quantity > 1 ? " × \(transaction.quantity)" : ""
            let isShared = transaction.ownershipType == .familyShared
            let text = isShared ? "shared by the family" : "bought\(count)"
            return note(isShared ? .shared : .bought, transaction, step, text)
        }
        if transaction.ownershipType == .familyShared {
            let isFirst = previous == nil
            let text = isFirst ? "shared by the family" : "shared on"
            return note(isFirst ? .shared : .renewed, transaction, step, text, price: nil)
        }
        if transaction.reason == .renewal {
            if subscriptions[chain]?.renewal.isInBillingRetry == true {
                return note(.recovered, transaction, step, "charged after all\(offer)")
            }
            let isSame = previous?.productIdentifier == transaction.productIdentifier
            let change = isSame ? "renewed" : "changed from \(title(previous?.productIdentifier)) at renewal"
            return note(isSame ? .renewed : .changed, transaction, step, change + offer)
        }
        let replaced = step.changes.last { now, before in
            now.subscription == chain && now.isUpgraded && before?.isUpgraded == false
        }?.now
        if let replaced {
            let isBetter = level(transaction.productIdentifier) < level(replaced.productIdentifier)
            let back = price(replaced.refundedAmount, replaced.currencyCode).map { "; \($0) paid back" } ?? ""
            let text = "\(isBetter ? "upgraded" : "changed at once") from \(title(replaced.productIdentifier))\(back)"
            return note(isBetter ? .upgraded : .changed, transaction, step, text + offer)
        }
        note(.bought, transaction, step, (previous == nil ? "bought" : "bought again") + offer)
    }

    mutating func noteChange(of transaction: SandboxTransaction, from before: SandboxTransaction, _ step: inout Step) {
        if before.state != transaction.state {
            switch transaction.state {
            case .purchased: noteBought(transaction, &step)
            case .failed: note(.unbought, transaction, step, "not approved", price: nil)
            default: break
            }
        }
        guard before.cancelDate != transaction.cancelDate else { return }
        step.refunded.insert(transaction.subscription)
        if transaction.ownershipType == .familyShared {
            let text = transaction.cancelDate == nil ? "shared again" : "no longer shared"
            return note(.shared, transaction, step, text, price: nil)
        }
        let isBack = transaction.cancelDate == nil
        let date = DateWriting.text(transaction.purchaseDate, hasTime: true)
        note(
            isBack ? .refundReversed : .refunded,
            transaction,
            step,
            isBack ? "refund reversed of the payment of \(date)" : "refund of the payment of \(date)"
        )
    }

    private func offerWords(_ transaction: SandboxTransaction) -> String {
        guard let type = transaction.offerType else { return "" }
        let name = transaction.offerIdentifier.map { " \($0.quoted)" } ?? ""
        let trial = transaction.price == 0 ? "free, by " : "by "
        return ", \(trial)\(type.words)\(name)"
    }

    private mutating func note(
        _ kind: Happening.Kind,
        _ transaction: SandboxTransaction,
        _ step: Step,
        _ text: String
    ) {
        note(kind, transaction, step, text, price: price(transaction.price, transaction.currencyCode))
    }

    private mutating func note(
        _ kind: Happening.Kind,
        _ transaction: SandboxTransaction,
        _ step: Step,
        _ text: String,
        price: String?
    ) {
        note(
            Happening(
                date: step.date,
                kind: kind,
                product: transaction.productIdentifier,
                account: transaction.account,
                text: text,
                price: kind == .refunded ? price.map { "−\($0)" } : price,
                transaction: transaction.identifier
            )
        )
    }
}
