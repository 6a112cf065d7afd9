import IAPCore

/// The keys that Xcode writes into each kind of object, and what people write instead.
struct FileKeys {
    let known: Set<String>
    /// Keys that were seen in hand-written files, each with what its message advises.
    let advice: [String: String]
    /// The known keys in order, each with its letters.
    private let spellings: [(key: String, letters: [UInt8])]

    init(known: Set<String>, advice: [String: String] = [:]) {
        self.known = known
        self.advice = advice
        spellings = known.sorted().map { ($0, Self.letters(of: $0)) }
    }

    static let file = FileKeys(
        known: [
            "appPolicies", "identifier", "nonRenewingSubscriptions", "products", "settings", "subscriptionBundleGroups",
            "subscriptionGroups", "subscriptionOffersKeyPair", "subscriptionSuiteGroups", "version",
        ]
    )

    static let product = FileKeys(
        known: [
            "displayPrice", "familyShareable", "internalID", "localizations", "productID", "promotionalImageID",
            "referenceName", "type",
        ],
        advice: [
            "identifier": "Xcode's keys are `productID` and `internalID`.",
            "id": "Xcode's keys are `productID` and `internalID`.",
            "price": "Write `displayPrice`, a text such as \"0.99\".",
            "displayName": "Names stand in `localizations`.",
            "description": "Descriptions stand in `localizations`.",
            "title": "Names stand in `localizations`, as `displayName`.",
        ]
    )

    static let subscription = FileKeys(
        known: product.known.union([
            "adHocOffers", "billingPlans", "codeOffers", "groupNumber", "introductoryOffer", "introductoryOffers",
            "recurringSubscriptionPeriod", "subscriptionGroupID", "winbackOffers",
        ]),
        advice: product.advice.merging(
            [
                "level": "Write `groupNumber`.",
                "rank": "Write `groupNumber`.",
                "groupLevel": "Write `groupNumber`.",
                "subscriptionPeriod": "Write `recurringSubscriptionPeriod`.",
                "period": "Write `recurringSubscriptionPeriod`.",
                "subscriptionGroupIdentifier": "Write `subscriptionGroupID`.",
                "promotionalOffers": "Write `adHocOffers`.",
                "offerCodes": "Write `codeOffers`.",
            ],
            uniquingKeysWith: { _, own in own }
        )
    )

    static let group = FileKeys(
        known: ["id", "localizations", "name", "subscriptions"],
        advice: ["identifier": "Write `id`.", "displayName": "Names for customers stand in `localizations`."]
    )

    static let localization = FileKeys(
        known: ["description", "displayName", "locale"],
        advice: ["name": "Write `displayName`.", "title": "Write `displayName`.", "language": "Write `locale`."]
    )

    static let offer = FileKeys(
        known: [
            "billingPlanType", "displayPrice", "eligibility", "internalID", "isEligible", "isStackable",
            "numberOfPeriods",
            "offerID", "paymentMode", "referenceName", "subscriptionPeriod",
        ],
        advice: [
            "offerMode": "Write `paymentMode`: free, payAsYouGo or payUpFront.",
            "duration": "Write `subscriptionPeriod`, such as \"P1W\".",
            "durationUnit": "Write `subscriptionPeriod`, such as \"P1W\".",
            "price": "Write `displayPrice`, a text such as \"0.99\".",
            "localizations": "An offer has no names of its own.",
        ]
    )

    static let settings = FileKeys(
        known: [
            "_applicationInternalID", "_askToBuyEnabled", "_billingGracePeriodEnabled", "_billingIssuesEnabled",
            "_compatibilityTimeRate", "_developerTeamID", "_disableDialogs", "_failGracePeriodSet",
            "_failTransactionsEnabled", "_lastSynchronizedDate", "_lastVerificationError", "_locale",
            "_renewalBillingIssuesEnabled", "_shouldSetupSyncOnLoad", "_storeKitError", "_storeKitErrors",
            "_storefront",
            "_timeRate", "_type",
        ]
    )

    static let simulatedError = FileKeys(known: ["current", "enabled", "name"])
    static let keyPair = FileKeys(known: ["id", "privateKey"])

    /// What to write instead of an unknown key; `nil` where nothing is like it.
    func advice(for key: String) -> String? {
        if let advice = advice[key] { return advice }
        let letters = Self.letters(of: String(key.prefix(64)))
        return spellings.first { Self.areAlike($0.letters, letters) }.map { "Is it `\($0.key)`?" }
    }

    /// Whether two keys differ in case and `_` alone, or by a letter or two.
    private static func areAlike(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left != right else { return true }
        let limit = left.count > 6 ? 2 : 1
        guard min(left.count, right.count) > 3 else { return false }
        return left.editDistance(to: right, limit: limit) != nil
    }

    private static func letters(of key: String) -> [UInt8] {
        Array(key.lowercased().utf8.filter { $0 != UInt8(ascii: "_") })
    }
}
