import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox

extension Scenario {
    /// Does one command and looks at what came of it.
    mutating func run(_ command: ScriptCommand) throws {
        switch command {
        case .start(let date):
            guard date == start, store.clock.now == start, watcher.happenings.isEmpty else {
                throw IAPError(.scriptInvalid, "The start belongs into the first line. Let time pass with “advance”.")
            }
        case .advance(let span): try advance(to: span.date(after: store.clock.now))
        case .advanceTo(let date): try advance(to: date)
        case .account(let name): try accounts.turn(to: name)
        case .family(true, let name): try store.startFamilySharing(from: account, with: accounts.share(with: name))
        case .family(false, let name): store.stopFamilySharing(from: account, with: try accounts.stop(name))
        case .note(let text): tell(.note, text)
        case .price(let product, let price, let subscribers):
            try store.changePrice(productIdentifier: product.id, to: price, forSubscribers: subscribers)
            watcher.listPrices[product.id] = price
            tell(.priceChanged, "costs \(watcher.price(price, store)); \(subscribers.words)", product.id)
        case .renewalsFail, .grace, .askToBuy, .purchases, .rate, .storefront, .sale: try set(command)
        default:
            try act(command)
            guard watcher.look(at: store) else { throw IAPError(.scriptInvalid, command.wordsWithoutEffect) }
            return
        }
        watcher.look(at: store)
    }

    /// What a customer or the App Store does to a purchase.
    private mutating func act(_ command: ScriptCommand) throws {
        switch command {
        case .buy(let product, let quantity, let offer, let isPaidMonthly):
            try buy(product, quantity, offer, isPaidMonthly)
        case .setAutoRenew(true, let target):
            try store.enableAutoRenewForTransaction(identifier: find(target, for: .running).identifier)
        case .setAutoRenew(false, let target):
            try store.disableAutoRenewForTransaction(identifier: find(target, for: .running).identifier)
        case .forceRenewal(let target):
            let product = try find(target, for: .subscription).productIdentifier
            try store.forceRenewalOfSubscription(productIdentifier: product, account: account)
        case .expire(let target):
            let product = try find(target, for: .running).productIdentifier
            try store.expireSubscription(productIdentifier: product, account: account)
        case .refund(let target):
            try store.refundTransaction(identifier: find(target, for: .refund).identifier)
        case .reverseRefund(let target):
            try store.reverseRefund(identifier: find(target, for: .reversal).identifier)
        case .resolve(let target):
            try store.resolveIssueForTransaction(identifier: find(target, for: .settlement).identifier)
        case .askConsent(let target):
            try store.requestPriceIncreaseConsentForTransaction(identifier: find(target, for: .running).identifier)
        case .answerPrice(true, let target):
            try store.consentToPriceIncreaseForTransaction(identifier: find(target, for: .consent).identifier)
        case .answerPrice(false, let target):
            try store.declinePriceIncreaseForTransaction(identifier: find(target, for: .consent).identifier)
        case .answerPurchase(true, let target):
            try store.approveAskToBuyTransaction(identifier: find(target, for: .approval).identifier)
        case .answerPurchase(false, let target):
            try store.declineAskToBuyTransaction(identifier: find(target, for: .approval).identifier)
        default: break
        }
    }

    /// What changes the store as a whole, and nothing else.
    private mutating func set(_ command: ScriptCommand) throws {
        switch command {
        case .renewalsFail(let isFailing):
            store.shouldEnterBillingRetryOnRenewal = isFailing
            tell(.setting, isFailing ? "Renewals fail from now on" : "Renewals succeed again")
        case .grace(let isOn):
            store.billingGracePeriodIsEnabled = isOn
            tell(.setting, isOn ? "Grace period on" : "Grace period off")
        case .askToBuy(let isOn):
            store.askToBuyEnabled = isOn
            tell(.setting, isOn ? "Purchases wait for approval" : "Purchases need no approval")
        case .purchases(let outcome):
            store.failTransactionsEnabled = outcome == .fail
            store.interruptedPurchasesEnabled = outcome == .interrupt
            tell(.setting, outcome.words)
        case .rate(let rate, let words):
            store.timeRate = rate
            tell(.setting, "Time rate: \(words)")
        case .storefront(let storefront):
            store.storefront = storefront
            tell(.setting, "The storefront is \(storefront.countryCode)")
        case .sale(let isForSale, let product):
            guard self.isForSale.updateValue(isForSale, forKey: product.id) ?? product.isForSale != isForSale else {
                throw IAPError(
                    .scriptInvalid,
                    "\(ProductNames.title(of: product).quoted) is \(isForSale ? "on" : "off") sale already. "
                        + "Leave this line out."
                )
            }
            store.setForSale(isForSale, productIdentifier: product.id)
            tell(.setting, isForSale ? "on sale again" : "taken off sale", product.id)
        default: break
        }
    }

    private mutating func tell(_ kind: Happening.Kind, _ text: String, _ product: ProductIdentifier? = nil) {
        watcher.note(Happening(date: store.clock.now, kind: kind, product: product, text: text))
    }

    private mutating func buy(
        _ product: ProductDefinition,
        _ quantity: Int,
        _ offer: ScriptOffer?,
        _ isPaidMonthly: Bool
    ) throws {
        let title = ProductNames.title(of: product).quoted
        guard isForSale[product.id] ?? product.isForSale else {
            throw IAPError(.productNotAvailable, "\(title) is off sale. Write “sell” and its name before.")
        }
        guard !isPaidMonthly || product.billingPlans.contains(where: { $0.type == .monthly }) else {
            throw IAPError(.paymentInvalid, "\(title) cannot be paid monthly. Leave “paid monthly” out.")
        }
        var payment = try Payment(productIdentifier: product.id, quantity: quantity)
        if isPaidMonthly { payment.billingPlan = .monthly }
        switch offer?.type {
        case .promotional?: payment.offer = .promotional(offer?.id ?? "", signature: signature())
        case .winBack?: payment.offer = .winBack(offer?.id ?? "")
        case .code?: payment.offer = .code(offer?.id ?? "")
        default: break
        }
        // Only an app's purchase waits, fails or is interrupted.
        if store.askToBuyEnabled || store.interruptedPurchasesEnabled || store.failTransactionsEnabled {
            try store.submit(payment, account: account, device: "device of \(account)")
        } else {
            try store.buyProduct(payment, account: account)
        }
    }
}

extension ScriptCommand {
    /// Why nothing came of it, and what to do.
    fileprivate var wordsWithoutEffect: String {
        switch self {
        case .buy(let product, _, _, _):
            "The customer has \(ProductNames.title(of: product).quoted) already, so that nothing is bought. "
                + "Leave this line out, or let it end first."
        case .setAutoRenew(true, _): "Renewal is on already. Leave this line out."
        case .setAutoRenew(false, _): "Renewal is off already. Leave this line out."
        case .askConsent: "The customer is asked already. Write “consent” or “decline”, or leave this line out."
        default: "Nothing comes of this. Leave this line out."
        }
    }
}

extension SandboxAppStore.PriceForSubscribers {
    fileprivate var words: String {
        switch self {
        case .preserved: "subscribers keep what they pay"
        case .increased: "subscribers pay it from their next renewal on"
        case .increasedWithConsent: "subscribers pay it if they agree"
        }
    }
}

extension ScriptPurchases {
    fileprivate var words: String {
        switch self {
        case .succeed: "Purchases succeed again"
        case .fail: "Purchases fail from now on"
        case .interrupt: "Purchases are interrupted from now on"
        }
    }
}
