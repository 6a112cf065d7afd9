import IAPCore
import IAPSandbox

extension ScriptCommand {
    /// The whole language.
    static let all: [ScriptCommand] = time + purchases + subscriptions + billing + prices + surroundings

    private static let time = [
        ScriptCommand("start", "DATE", { try $0.date() }) { try $0.begin(at: $1) },
        ScriptCommand("advance", "PERIOD", { try $0.period() }) {
            try $0.advance(to: $1.date(after: $0.store.clock.now))
        },
        ScriptCommand("advance to", "DATE", { try $0.date() }) { try $0.advance(to: $1) },
        ScriptCommand("rate", "RATE", { try $0.rate() }) { scenario, rate in
            scenario.store.timeRate = rate.rate
            scenario.addEvent(.setting, "Time rate: \(rate.words)")
        },
    ]

    private static let purchases =
        ["buy", "upgrade to", "downgrade to", "crossgrade to", "change to"].map { words in
            ScriptCommand(words, "PRODUCT [QUANTITY] [offer [KIND] NAME] [paid monthly]", { try $0.purchase() }) {
                try $0.buy($1)
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
            ScriptCommand(
                "purchases",
                "succeed|fail|interrupt",
                {
                    try $0.choice([
                        "succeed": (text: "Purchases succeed again", fail: false, interrupt: false),
                        "fail": (text: "Purchases fail from now on", fail: true, interrupt: false),
                        "interrupt": (text: "Purchases are interrupted from now on", fail: false, interrupt: true),
                    ])
                }
            ) { scenario, outcome in
                scenario.store.failTransactionsEnabled = outcome.fail
                scenario.store.interruptedPurchasesEnabled = outcome.interrupt
                scenario.addEvent(.setting, outcome.text)
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
        ScriptCommand("price", "PRODUCT AMOUNT [for subscribers|with consent]", { try $0.priceChange() }) {
            try $0.changePrice($1)
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
        ScriptCommand("account", "NAME", { try $0.accountName() }) { try $0.changeAccount(to: $1) },
        ScriptCommand("family share", "NAME", { try $0.accountName() }) { try $0.share(with: $1) },
        ScriptCommand("family stop", "NAME", { try $0.accountName() }) { try $0.stopSharing(with: $1) },
        ScriptCommand("storefront", "COUNTRY", { try $0.storefront() }) { scenario, storefront in
            scenario.store.storefront = storefront
            scenario.addEvent(.setting, "The storefront is \(storefront.countryCode)")
        },
        ScriptCommand("sell", "PRODUCT", { try $0.product() }) { try $0.setForSale(true, $1) },
        ScriptCommand("withdraw", "PRODUCT", { try $0.product() }) { try $0.setForSale(false, $1) },
        ScriptCommand("note", "TEXT", { try $0.remainder("a text") }) { $0.addEvent(.note, $1) },
    ]
}
