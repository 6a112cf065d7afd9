import Foundation
import IAPCore

extension StoreKitFileReader {
    mutating func readSettings(_ value: JSONNode) {
        guard value.isObject else {
            if !value.isNull {
                report(.error, "The settings are \(value.kind), not an object; the defaults apply.", at: value)
            }
            return
        }
        reportUnknownKeys(of: value, .settings)
        readStorefront(value)
        settings.locale = locale("_locale", in: value) ?? settings.locale
        readTimeRate(value)
        settings.askToBuyEnabled = bool("_askToBuyEnabled", in: value) ?? false
        settings.interruptedPurchasesEnabled = bool("_billingIssuesEnabled", in: value) ?? false
        settings.failTransactionsEnabled = bool("_failTransactionsEnabled", in: value) ?? false
        settings.failureCode = int("_storeKitError", in: value)
        settings.shouldEnterBillingRetryOnRenewal = bool("_renewalBillingIssuesEnabled", in: value) ?? false
        settings.billingGracePeriodIsEnabled = bool("_billingGracePeriodEnabled", in: value) ?? false
        settings.disableDialogs = bool("_disableDialogs", in: value) ?? false
        settings.simulatedErrors = readSimulatedErrors(value)
    }

    private mutating func readStorefront(_ value: JSONNode) {
        guard let code = string("_storefront", in: value), let place = value["_storefront"] else { return }
        guard let storefront = try? AppStorefront(countryCode: code), storefront.currencyCode != nil else {
            report(
                .error,
                "“\(code)” is not a storefront; USA is used. Write an ISO 3166-1 alpha-3 code, such as USA or DEU.",
                at: place
            )
            return
        }
        settings.storefront = storefront
    }

    private mutating func readTimeRate(_ value: JSONNode) {
        let fallback = compatibilityTimeRate(value)
        guard let rawValue = int("_timeRate", in: value), let place = value["_timeRate"] else { return }
        let rate = StoreConfiguration.TimeRate(rawValue: rawValue)
        settings.timeRate = rate.name == nil ? fallback ?? .realTime : rate
        if rate.name == nil {
            report(
                .warning,
                "The time rate \(rawValue) is not known here; \(settings.timeRate) is used. Pick the rate again "
                    + "in Xcode.",
                at: place
            )
        }
    }

    /// For readers that do not know the newer rates: a number, or numbers by the version of the reader that they are
    /// for.
    private mutating func compatibilityTimeRate(_ value: JSONNode) -> StoreConfiguration.TimeRate? {
        guard let place = value["_compatibilityTimeRate"], !place.isNull else { return nil }
        let texts: [String]
        if let number = place.number {
            texts = [number]
        } else if place.isObject {
            texts = place.members.sorted { (Int($0.key) ?? 0) > (Int($1.key) ?? 0) }
                .compactMap { $0.node.number }
        } else {
            return drop(
                "This is \(place.kind), not a number or an object; it is left out.",
                severity: .warning,
                at: place
            )
        }
        let rates = texts.compactMap { Int($0).map(StoreConfiguration.TimeRate.init(rawValue:)) }
        if value["_timeRate"] == nil {
            report(.note, "Without `_timeRate`, `_compatibilityTimeRate` does nothing: time is real.", at: place)
        }
        return rates.first { $0.name != nil }
    }

    private mutating func readSimulatedErrors(_ value: JSONNode) -> [StoreConfiguration.SimulatedError] {
        typealias API = StoreConfiguration.SimulatedError.API
        let known: [API] = [
            .loadProducts, .purchase, .verification, .appStoreSync, .subscriptionStatus, .appTransaction,
            .manageSubscriptionsSheet, .refundRequestSheet, .offerCodeRedeemSheet,
        ]
        var seen: Set<API> = []
        return objects("_storeKitErrors", in: value).compactMap { entry in
            reportUnknownKeys(of: entry, .simulatedError)
            guard let name = string("name", in: entry) else {
                return drop(
                    "This error has no `name` and is left out. Name the API that fails.",
                    severity: .warning,
                    at: entry
                )
            }
            var api = API(rawValue: name)
            if name == "Manage Subscriptions" {
                api = .manageSubscriptionsSheet
                report(.warning, "Xcode calls this “\(api.rawValue)”, and it is read so.", at: entry["name"] ?? entry)
            } else if !known.contains(api) {
                report(.note, "“\(name)” is not an API known here; its error does nothing.", at: entry["name"] ?? entry)
            }
            guard seen.insert(api).inserted else {
                return drop(
                    "“\(name)” stands here again; the first one counts. Take this one out.",
                    severity: .warning,
                    at: entry
                )
            }
            return StoreConfiguration.SimulatedError(
                api: api,
                isEnabled: bool("enabled", in: entry) ?? false,
                choice: readChoice(entry)
            )
        }
    }

    private mutating func readChoice(_ entry: JSONNode) -> StoreConfiguration.SimulatedError.Choice? {
        guard let current = entry["current"], !current.isNull else { return nil }
        guard current.isObject, let type = string("type", in: current), let index = int("index", in: current) else {
            return drop(
                "This is not a choice that can be read; it is left out. Pick the error again in Xcode.",
                severity: .warning,
                at: current
            )
        }
        reportUnknownKeys(of: current, FileKeys(known: ["index", "type"]))
        return StoreConfiguration.SimulatedError.Choice(type: type, index: index)
    }
}
