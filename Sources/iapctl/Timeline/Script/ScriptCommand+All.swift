import Foundation
import IAPCore
import IAPSandbox
import IAPStoreKitFile

extension ScriptCommand {
    /// The whole language.
    static let all: [ScriptCommand] = time + purchases + subscriptions + billing + prices + surroundings

    private static let time = [
        ScriptCommand("start", "DATE") { line in
            let date = try line.date()
            return { try $0.begin(at: date) }
        },
        ScriptCommand("advance", "PERIOD") { line in
            let period = try line.period()
            return { try $0.advance(to: period.date(after: $0.store.clock.now)) }
        },
        ScriptCommand("advance to", "DATE") { line in
            let date = try line.date()
            return { try $0.advance(to: date) }
        },
        ScriptCommand("rate", "RATE") { line in
            let (words, rate) = try line.rate()
            return { scenario in
                scenario.store.timeRate = rate
                scenario.addEvent(.setting, "Time rate: \(words)")
            }
        },
    ]

    private static let purchases =
        ["buy", "upgrade to", "downgrade to", "crossgrade to", "change to"].map { words in
            ScriptCommand(words, "PRODUCT [QUANTITY] [offer [KIND] NAME] [paid monthly]") { line in
                let purchase = try line.purchase()
                return { try $0.buy(purchase) }
            }
        } + [
            setting("ask to buy", ("on", "Purchases wait for approval"), ("off", "Purchases need no approval")) {
                $0.askToBuyEnabled = $1
            },
            onTransaction("approve", .approval) {
                try $0.store.approveAskToBuyTransaction(identifier: $1.identifier)
            },
            onTransaction("decline purchase", .approval) {
                try $0.store.declineAskToBuyTransaction(identifier: $1.identifier)
            },
            ScriptCommand("purchases", "succeed|fail|interrupt") { line in
                let (text, fail, interrupt) = try line.choice([
                    "succeed": ("Purchases succeed again", false, false),
                    "fail": ("Purchases fail from now on", true, false),
                    "interrupt": ("Purchases are interrupted from now on", false, true),
                ])
                return { scenario in
                    scenario.store.failTransactionsEnabled = fail
                    scenario.store.interruptedPurchasesEnabled = interrupt
                    scenario.addEvent(.setting, text)
                }
            },
            onTransaction("refund", .refund) { try $0.store.refundTransaction(identifier: $1.identifier) },
            onTransaction("reverse refund", .reversal) { try $0.store.reverseRefund(identifier: $1.identifier) },
        ]

    private static let subscriptions = [
        onTransaction("cancel", .running, unchanged: "Renewal is off already. Leave this line out.") {
            try $0.store.disableAutoRenewForTransaction(identifier: $1.identifier)
        },
        onTransaction("resume", .running, unchanged: "Renewal is on already. Leave this line out.") {
            try $0.store.enableAutoRenewForTransaction(identifier: $1.identifier)
        },
        onTransaction("force renewal", .subscription) {
            try $0.store.forceRenewalOfSubscription(productIdentifier: $1.productIdentifier, account: $0.account)
        },
        onTransaction("expire", .running) {
            try $0.store.expireSubscription(productIdentifier: $1.productIdentifier, account: $0.account)
        },
    ]

    private static let billing = [
        setting("renewals", ("fail", "Renewals fail from now on"), ("succeed", "Renewals succeed again")) {
            $0.shouldEnterBillingRetryOnRenewal = $1
        },
        setting("grace", ("on", "Grace period on"), ("off", "Grace period off")) {
            $0.billingGracePeriodIsEnabled = $1
        },
        onTransaction("resolve", .settlement) {
            try $0.store.resolveIssueForTransaction(identifier: $1.identifier)
        },
    ]

    private static let prices = [
        ScriptCommand("price", "PRODUCT AMOUNT [for subscribers|with consent]") { line in
            let (product, amount) = (try line.product(), try line.amount())
            var (subscribers, text) = (SandboxAppStore.PriceForSubscribers.preserved, "subscribers keep what they pay")
            if line.take("for") {
                _ = try line.choice(["subscribers": true])
                (subscribers, text) = (.increased, "subscribers pay it from their next renewal on")
            } else if line.take("with") {
                _ = try line.choice(["consent": true])
                (subscribers, text) = (.increasedWithConsent, "subscribers pay it if they agree")
            }
            return { [subscribers, text] scenario in
                try scenario.changePrice(of: product, to: amount, forSubscribers: subscribers, text)
            }
        },
        onTransaction(
            "ask consent",
            .running,
            unchanged:
                "The customer is asked already. Write “consent” or “decline”, or leave this line out."
        ) { try $0.store.requestPriceIncreaseConsentForTransaction(identifier: $1.identifier) },
        onTransaction("consent", .consent) {
            try $0.store.consentToPriceIncreaseForTransaction(identifier: $1.identifier)
        },
        onTransaction("decline", .consent) {
            try $0.store.declinePriceIncreaseForTransaction(identifier: $1.identifier)
        },
    ]

    private static let surroundings = [
        ScriptCommand("account", "NAME") { line in
            let name = try line.accountName()
            return { try $0.changeAccount(to: name) }
        },
        ScriptCommand("family share", "NAME") { line in
            let name = try line.accountName()
            return { try $0.share(with: name) }
        },
        ScriptCommand("family stop", "NAME") { line in
            let name = try line.accountName()
            return { try $0.stopSharing(with: name) }
        },
        ScriptCommand("storefront", "COUNTRY") { line in
            let word = try line.word("a country such as JPN")
            guard let storefront = try? AppStorefront(countryCode: word.text), storefront.currencyCode != nil else {
                throw word.error("\(word.quoted) is no storefront. Write three letters, such as USA, DEU or JPN.")
            }
            return { scenario in
                scenario.store.storefront = storefront
                scenario.addEvent(.setting, "The storefront is \(storefront.countryCode)")
            }
        },
        ScriptCommand("sell", "PRODUCT") { line in
            let product = try line.product()
            return { try $0.setForSale(true, product) }
        },
        ScriptCommand("withdraw", "PRODUCT") { line in
            let product = try line.product()
            return { try $0.setForSale(false, product) }
        },
        ScriptCommand("note", "TEXT") { line in
            let text = try line.remainder("a text")
            return { $0.addEvent(.note, text) }
        },
    ]
}
