import Foundation
import IAPCore
import IAPSandbox

extension SubscriptionOffer.OfferType {
    var text: String {
        switch self {
        case .introductory: "introductory offer"
        case .promotional: "promotional offer"
        case .code: "offer code"
        case .winBack: "win-back offer"
        default: "offer"
        }
    }
}

extension ScenarioRecorder {
    mutating func recordNew(_ transaction: SandboxTransaction, _ step: Step) {
        switch transaction.state {
        case .deferred: add(.waiting, transaction, step, "waits for approval", hasPrice: false)
        case .failed:
            let text = transaction.hasPurchaseIssue ? "purchase interrupted; waits to be resolved" : "purchase failed"
            add(.notBought, transaction, step, text, hasPrice: false)
        case .purchased, .restored: recordPurchase(transaction, step)
        case .purchasing: break
        }
    }

    mutating func recordChange(of transaction: SandboxTransaction, from before: SandboxTransaction, _ step: Step) {
        if before.state != transaction.state {
            switch transaction.state {
            case .purchased: recordPurchase(transaction, step)
            case .failed: add(.notBought, transaction, step, "not approved", hasPrice: false)
            default: break
            }
        }
        guard before.cancelDate != transaction.cancelDate else { return }
        let isReversed = transaction.cancelDate == nil
        if transaction.ownershipType == .familyShared {
            add(.shared, transaction, step, isReversed ? "shared again" : "no longer shared", hasPrice: false)
        } else {
            let payment = "of the payment of \(transaction.purchaseDate.dayAndTime)"
            let text = isReversed ? "refund reversed \(payment)" : "refund \(payment)"
            add(isReversed ? .refundReversed : .refunded, transaction, step, text)
        }
    }

    private mutating func recordPurchase(_ transaction: SandboxTransaction, _ step: Step) {
        let previous = latestPeriod(of: transaction.subscription)
        let isShared = transaction.ownershipType == .familyShared
        guard transaction.expirationDate != nil else {
            let count = transaction.quantity > 1 ? " × \(transaction.quantity)" : ""
            let text = isShared ? "shared by the family" : "bought\(count)"
            return add(isShared ? .shared : .bought, transaction, step, text)
        }
        if isShared {
            let text = previous == nil ? "shared by the family" : "shared on"
            return add(previous == nil ? .shared : .renewed, transaction, step, text, hasPrice: false)
        }
        let offer = offerText(transaction)
        if transaction.reason == .renewal {
            if states[transaction.subscription]?.renewal.isInBillingRetry == true {
                return add(.recovered, transaction, step, "charged after all\(offer)")
            }
            let isSame = previous?.productIdentifier == transaction.productIdentifier
            let text = isSame ? "renewed" : "changed from \(title(previous?.productIdentifier)) at renewal"
            return add(isSame ? .renewed : .changed, transaction, step, text + offer)
        }
        let replaced = step.changes.last { now, before in
            now.subscription == transaction.subscription && now.isUpgraded && before?.isUpgraded == false
        }?.now
        if let replaced {
            let isUpgrade = level(transaction.productIdentifier) < level(replaced.productIdentifier)
            let refund = text(for: replaced.refundedAmount, replaced.currencyCode).map { "; \($0) paid back" } ?? ""
            let verb = isUpgrade ? "upgraded" : "changed at once"
            let text = "\(verb) from \(title(replaced.productIdentifier))\(refund)\(offer)"
            return add(isUpgrade ? .upgraded : .changed, transaction, step, text)
        }
        add(.bought, transaction, step, (previous == nil ? "bought" : "bought again") + offer)
    }

    private func offerText(_ transaction: SandboxTransaction) -> String {
        guard let type = transaction.offerType else { return "" }
        let name = transaction.offerIdentifier.map { " \($0.quoted)" } ?? ""
        return ", \(transaction.price == 0 ? "free, " : "")by \(type.text)\(name)"
    }

    private mutating func add(
        _ kind: ScenarioEvent.Kind,
        _ transaction: SandboxTransaction,
        _ step: Step,
        _ text: String,
        hasPrice: Bool = true
    ) {
        let price = hasPrice ? self.text(for: transaction.price, transaction.currencyCode) : nil
        add(
            ScenarioEvent(
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
