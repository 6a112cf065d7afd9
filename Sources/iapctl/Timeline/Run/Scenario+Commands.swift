import Foundation
import IAPCatalog
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
        case .buy(let product, let quantity, let offer, let isPaidMonthly):
            try buy(product, quantity, offer, isPaidMonthly)
        case .setAutoRenew(let isOn, let target):
            let subscription = try find(target, "subscription that runs", \.isSubscription)
            if isOn {
                try store.enableAutoRenewForTransaction(identifier: subscription.identifier)
            } else {
                try store.disableAutoRenewForTransaction(identifier: subscription.identifier)
            }
        case .forceRenewal(let target):
            let product = try find(target, "subscription", \.isSubscription).productIdentifier
            try store.forceRenewalOfSubscription(productIdentifier: product, account: account)
        case .expire(let target):
            let product = try find(target, "subscription", \.isSubscription).productIdentifier
            try store.expireSubscription(productIdentifier: product, account: account)
        case .refund(let target):
            let paid = try find(target, "payment to refund") { $0.isOwnPurchase && $0.cancelDate == nil }
            try store.refundTransaction(identifier: paid.identifier)
        case .reverseRefund(let target):
            let refunded = try find(target, "refund to reverse") { $0.isOwnPurchase && $0.cancelDate != nil }
            try store.reverseRefund(identifier: refunded.identifier)
        case .resolve(let target):
            try store.resolveIssueForTransaction(
                identifier: find(target, "purchase or renewal with an issue", \.hasPurchaseIssue).identifier
            )
        case .askConsent(let target):
            try store.requestPriceIncreaseConsentForTransaction(
                identifier: find(target, "subscription that runs", \.isSubscription).identifier
            )
        case .answerPrice(let isAgreed, let target):
            let asked = try find(target, "subscription that waits for consent", \.isPendingPriceIncreaseConsent)
            if isAgreed {
                try store.consentToPriceIncreaseForTransaction(identifier: asked.identifier)
            } else {
                try store.declinePriceIncreaseForTransaction(identifier: asked.identifier)
            }
        case .answerPurchase(let isApproved, let target):
            let asked = try find(target, "purchase that waits for approval", \.isPendingAskToBuyConfirmation)
            if isApproved {
                try store.approveAskToBuyTransaction(identifier: asked.identifier)
            } else {
                try store.declineAskToBuyTransaction(identifier: asked.identifier)
            }
        case .price(let product, let price, let subscribers):
            try store.changePrice(productIdentifier: product.id, to: price, forSubscribers: subscribers)
            watcher.listPrices[product.id] = price
            tell(.priceChanged, "costs \(watcher.price(price, store)); \(subscribers.words)", product.id)
        case .account(let name): account = name
        case .family(true, let member): try store.startFamilySharing(from: account, with: member)
        case .family(false, let member): store.stopFamilySharing(from: account, with: member)
        case .note(let text): tell(.note, text)
        default: set(command)
        }
        watcher.look(at: store)
    }

    /// What changes the store as a whole, and nothing else.
    private mutating func set(_ command: ScriptCommand) {
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
        var payment = try Payment(productIdentifier: product.id, quantity: quantity)
        if isPaidMonthly { payment.billingPlan = .monthly }
        switch offer?.type {
        case .promotional?: payment.offer = .promotional(offer?.id ?? "", signature: signature())
        case .winBack?: payment.offer = .winBack(offer?.id ?? "")
        case .code?: payment.offer = .code(offer?.id ?? "")
        default: break
        }
        // Only an app's purchase waits, fails or is interrupted. No app runs here that finishes what came of it, and a device
        // does not sell a consumable again until then: each purchase has a device of its own.
        if store.askToBuyEnabled || store.interruptedPurchasesEnabled || store.failTransactionsEnabled {
            deviceCount += 1
            try store.submit(payment, account: account, device: "\(account), device \(deviceCount)")
        } else {
            try store.buyProduct(payment, account: account)
        }
    }

    /// The account's latest transaction that a command means.
    private func find(
        _ target: ScriptTarget,
        _ what: String,
        _ isFitting: (SandboxTransaction) -> Bool
    ) throws -> SandboxTransaction {
        let transactions = store.allTransactions().filter { $0.account == account }
        let found: SandboxTransaction?
        switch target {
        case .latest: found = transactions.last(where: isFitting)
        case .latestOf(let product):
            found = transactions.last { $0.productIdentifier == product.id && isFitting($0) }
        case .transaction(let identifier):
            found = transactions.first { $0.identifier == identifier && isFitting($0) }
        }
        guard let found else {
            let whose = account == SandboxAppStore.defaultAccount ? "" : " of “\(account)”"
            throw IAPError(
                .transactionNotFound,
                "There is no \(what)\(whose) now. Buy first, let time pass, or name another product or transaction."
            )
        }
        return found
    }
}

extension SandboxTransaction {
    fileprivate var isOwnPurchase: Bool { state == .purchased && ownershipType == .purchased }
    fileprivate var isSubscription: Bool { isOwnPurchase && expirationDate != nil }
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
