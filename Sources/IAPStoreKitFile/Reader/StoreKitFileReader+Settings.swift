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
        settings.failingAPIs = readFailingAPIs(value)
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
        settings.timeRate = rate ?? fallback ?? .realTime
        if rate == nil {
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
        if value["_timeRate"] == nil {
            report(.note, "Without `_timeRate`, `_compatibilityTimeRate` does nothing: time is real.", at: place)
        }
        return texts.lazy.compactMap { Int($0).flatMap(StoreConfiguration.TimeRate.init(rawValue:)) }.first
    }

    private mutating func readFailingAPIs(_ value: JSONNode) -> Set<StoreConfiguration.FailingAPI> {
        var seen: Set<String> = []
        var failing: Set<StoreConfiguration.FailingAPI> = []
        for entry in objects("_storeKitErrors", in: value) {
            reportUnknownKeys(of: entry, .simulatedError)
            guard let name = string("name", in: entry) else {
                report(.warning, "This error has no `name` and is left out. Name the API that fails.", at: entry)
                continue
            }
            let xcodeName = name == "Manage Subscriptions" ? "Manage Subscriptions Sheet" : name
            let api = StoreConfiguration.FailingAPI(rawValue: xcodeName)
            if name != xcodeName {
                report(.warning, "Xcode calls this “\(xcodeName)”, and it is read so.", at: entry["name"] ?? entry)
            } else if api == nil {
                report(.note, "“\(name)” is not an API known here; its error does nothing.", at: entry["name"] ?? entry)
            }
            guard seen.insert(xcodeName).inserted else {
                report(.warning, "“\(name)” stands here again; the first one counts. Take this one out.", at: entry)
                continue
            }
            if bool("enabled", in: entry) == true, let api { failing.insert(api) }
            checkChoice(entry)
        }
        return failing
    }

    /// Checks the error that was picked in Xcode's menu.
    private mutating func checkChoice(_ entry: JSONNode) {
        guard let current = entry["current"], !current.isNull else { return }
        guard current.isObject, string("type", in: current) != nil, int("index", in: current) != nil else {
            return report(
                .warning,
                "This is not a choice that can be read; it is left out. Pick the error again in Xcode.",
                at: current
            )
        }
        reportUnknownKeys(of: current, FileKeys(known: ["index", "type"]))
    }
}
