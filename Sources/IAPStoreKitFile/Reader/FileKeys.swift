import IAPCore

/// The keys that Xcode writes into each kind of object, and advice on keys that are not Xcode's.
struct FileKeys {
    let known: Set<String>
    /// Keys that were seen in hand-written files, each with what its message advises.
    var advice: [String: String] = [:]

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

    /// What to write instead of an unknown key; `nil` where no known key is like it.
    func advice(for key: String) -> String? { advice[key] ?? key.nearest(in: known).map { "Is it `\($0)`?" } }
}
