import Foundation
import IAPCore

extension StoreKitFileReader {
    /// What App Store Connect offers, and other spellings of the same.
    private static let periods: Set<String> = ["P1W", "P7D", "P1M", "P2M", "P3M", "P6M", "P1Y", "P12M"]

    mutating func readSubscription(_ value: JSONNode, of group: SubscriptionGroup) {
        productIdentifier = value["productID"]?.string
        defer { productIdentifier = nil }
        reportUnknownKeys(of: value, .subscription)
        let type = readType(value)
        guard let identifier = identifier(of: value), let type else { return }
        guard type == .autoRenewable else {
            return report(
                .error,
                "A subscription group holds only RecurringSubscription; this \(type.fileSpelling) is not sold. "
                    + "Move it to `products` or `nonRenewingSubscriptions`.",
                at: value
            )
        }
        guard !group.id.isEmpty else {
            return report(.error, "Its group has no id, and so it is not sold.", at: value)
        }
        if let stated = string("subscriptionGroupID", in: value), stated != group.id {
            report(
                .warning,
                "It names the group “\(stated)” and stands in “\(group.id)”, which counts. Make both the same.",
                at: value["subscriptionGroupID"] ?? value
            )
        }
        guard let period = period("recurringSubscriptionPeriod", of: value) else { return }
        addSubscription(value, identifier: identifier, period: period, group: group)
    }

    /// Reads a subscription outside of a group, which Xcode does not show. It is sold if the file names its group and
    /// its period.
    mutating func readMisplacedSubscription(_ value: JSONNode, in container: String) {
        let periodKey = ["recurringSubscriptionPeriod", "subscriptionPeriod"].first { value[$0] != nil }
        let groupKey = ["subscriptionGroupID", "subscriptionGroupIdentifier"].first { value[$0] != nil }
        reportUnknownKeys(of: value, .subscription, except: ["subscriptionPeriod", "subscriptionGroupIdentifier"])
        guard let identifier = identifier(of: value) else { return }
        let complaint =
            "Xcode does not show an auto-renewable subscription in `\(container)`. Move it to the "
            + "`subscriptions` of its group in `subscriptionGroups`"
        let internalID = value["internalID"]?.string ?? ""
        let groupID = groupKey.flatMap { string($0, in: value) }
        let group =
            groupID.map { id in
                groupsByID[id] ?? SubscriptionGroup(id: id, name: nil, localizations: [], subscriptions: [])
            } ?? groupsOfReferences[identifier] ?? groupsOfReferences[internalID]
        guard let group, !group.id.isEmpty else {
            return report(.error, "\(complaint); which group that is, it does not say, and it is not sold.", at: value)
        }
        guard let periodKey else {
            return report(
                .error,
                "\(complaint), and give it a `recurringSubscriptionPeriod`, such as \"P1M\"; without one, it is "
                    + "not sold.",
                at: value
            )
        }
        report(.error, "\(complaint); here it is sold as if it stood in “\(group.id)”.", at: value)
        guard let period = period(periodKey, of: value) else { return }
        addSubscription(value, identifier: identifier, period: period, group: group)
    }

    private mutating func addSubscription(
        _ value: JSONNode,
        identifier: ProductIdentifier,
        period: ProductSubscriptionPeriod,
        group: SubscriptionGroup
    ) {
        guard let price = price(of: value) else { return }
        offerConditions = []
        let groupName = group.localizations.best(for: settings.locale)?.displayName ?? ""
        var definition = ProductDefinition(
            productIdentifier: identifier,
            type: .autoRenewable,
            referenceName: referenceName(of: value),
            price: price,
            localizations: localizations(in: value),
            isFamilyShareable: bool("familyShareable", in: value) ?? false,
            subscription: ProductSubscriptionInfo(
                subscriptionGroupIdentifier: group.id,
                groupDisplayName: groupName.isEmpty ? group.name : groupName,
                groupLevel: level(of: value),
                subscriptionPeriod: period,
                offers: offers(of: value, period: period)
            ),
            groupLocalizations: group.localizations
        )
        definition.offerConditions = offerConditions
        definition.billingPlans = billingPlans(of: value)
        products.append(definition)
    }

    private mutating func level(of value: JSONNode) -> Int {
        guard let level = int("groupNumber", in: value) else {
            report(
                .error,
                "There is no `groupNumber`; level 1 is assumed. Write 1 for the highest level, 2 for the next.",
                at: value
            )
            return 1
        }
        for problem in CatalogRule.level(level) {
            report(.error, "\(problem) Level 1 is assumed.", at: value["groupNumber"] ?? value)
        }
        return max(level, 1)
    }

    private mutating func period(_ key: String, of value: JSONNode) -> ProductSubscriptionPeriod? {
        guard let text = string(key, in: value) else {
            return drop("There is no `\(key)`; it is not sold. Write one such as \"P1M\".", at: value)
        }
        let place = value[key] ?? value
        guard let period = try? ProductSubscriptionPeriod(iso8601: text) else {
            return drop("“\(text)” is not a period; it is not sold. Write one such as \"P1M\".", at: place)
        }
        if !Self.periods.contains(text) {
            report(
                .warning,
                "App Store Connect has no subscription of \(text). Write P1W, P1M, P2M, P3M, P6M or P1Y.",
                at: place
            )
        }
        return period
    }
}
