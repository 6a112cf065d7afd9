import IAPCore

extension ProductType {
    /// The type as `.storekit` files spell it.
    package var fileSpelling: String {
        switch self {
        case .consumable: "Consumable"
        case .nonConsumable: "NonConsumable"
        case .nonRenewable: "NonRenewingSubscription"
        case .autoRenewable: "RecurringSubscription"
        default: rawValue
        }
    }

    /// The type that the text means, ignoring case, spaces, hyphens and underscores.
    init?(looseSpelling text: String) {
        switch text.lowercased().filter(\.isLetter) {
        case "consumable": self = .consumable
        case "nonconsumable": self = .nonConsumable
        case "nonrenewingsubscription", "nonrenewablesubscription", "nonrenewing", "nonrenewable": self = .nonRenewable
        case "recurringsubscription", "autorenewablesubscription", "autorenewingsubscription", "autorenewable",
            "subscription":
            self = .autoRenewable
        default: return nil
        }
    }
}

extension SubscriptionOffer.PaymentMode {
    /// The mode as `.storekit` files spell it.
    package var fileSpelling: String {
        switch self {
        case .freeTrial: "free"
        case .payAsYouGo: "payAsYouGo"
        case .payUpFront: "payUpFront"
        default: rawValue
        }
    }

    init?(fileSpelling text: String) {
        let modes: [Self] = [.freeTrial, .payAsYouGo, .payUpFront]
        guard let mode = modes.first(where: { $0.fileSpelling == text }) else { return nil }
        self = mode
    }
}
