import Foundation
import IAPCore

/// The top level of a file, except settings and products.
extension StoreKitFileReader {
    /// The newest major version that is known.
    private static let newestVersion = 6

    mutating func readVersion(_ root: JSONNode) {
        guard let version = root["version"], !version.isNull else {
            return report(
                .warning,
                "The file has no `version`. It is read by its keys; Xcode may not open it.",
                at: root
            )
        }
        guard version.isObject else {
            formatVersion = version.number
            return report(
                .warning,
                "Xcode writes the version as an object: { \"major\" : \(version.number ?? "4"), \"minor\" : 0 }. The file "
                    + "is read by its keys.",
                at: version
            )
        }
        let parts = ["major", "minor", "patch"]
        reportUnknownKeys(of: version, FileKeys(known: Set(parts)))
        let numbers = parts.compactMap { int($0, in: version).map(String.init) }
        formatVersion = numbers.isEmpty ? nil : numbers.joined(separator: ".")
        if let patch = version["patch"] {
            report(.warning, "Xcode writes only a major and a minor version. Take `patch` out.", at: patch)
        }
        guard let major = version["major"]?.number.flatMap({ Int($0) }) else {
            return report(.warning, "The version has no `major`. The file is read by its keys.", at: version)
        }
        if !(1...Self.newestVersion).contains(major) {
            report(
                .warning,
                "Format version \(major) is not known here; the newest known is \(Self.newestVersion). The file is read "
                    + "by its keys.",
                at: version
            )
        }
    }

    mutating func readGroups(_ root: JSONNode) {
        for value in objects("subscriptionGroups", in: root) {
            reportUnknownKeys(of: value, .group)
            let name = string("name", in: value)
            let id = string("id", in: value) ?? ""
            if id.isEmpty {
                report(
                    .error,
                    name.map { "The group has no `id`; its name “\($0)” serves as one. Give it an id." }
                        ?? "The group has neither `id` nor `name`; its subscriptions are not sold. Give it both.",
                    at: value
                )
            }
            if name == nil, !id.isEmpty {
                report(.warning, "The group “\(id)” has no `name`. Give it one.", at: value)
            }
            if value["subscriptions"] == nil {
                report(.warning, "The group has no `subscriptions` and sells nothing. Add the array.", at: value)
            }
            let group = SubscriptionGroup(
                id: id.isEmpty ? name ?? "" : id,
                name: name,
                localizations: localizations(in: value),
                subscriptions: objects("subscriptions", in: value) { element in
                    element.string.map {
                        "A group holds its subscriptions themselves, not their names. Move the subscription “\($0)” here."
                    } ?? "This is \(element.kind), not a subscription; it is left out."
                }
            )
            if groupsByID[group.id] != nil {
                report(.error, "The id “\(group.id)” is taken by another group. Give each group its own.", at: value)
            } else {
                groupsByID[group.id] = group
            }
            for reference in value["subscriptions"]?.elements?.compactMap(\.string) ?? [] {
                groupsOfReferences[reference] = group
            }
            groups.append(group)
        }
    }

    /// Keys that are not Xcode's; products in their arrays are named one by one, so that none goes missing in silence.
    mutating func readUnknownContainers(_ root: JSONNode) {
        var containers: Set<String> = []
        for member in root.members where !FileKeys.file.known.contains(member.key) {
            let container = member.node
            guard let elements = container.elements else { continue }
            containers.insert(member.key)
            let items = elements.filter { $0["productID"] != nil }
            let advice = FileKeys.file.advice(for: member.key)
            report(
                elements.contains(where: \.isObject) ? .error : .warning,
                "Xcode has no key `\(member.key)`" + (items.isEmpty ? "; nothing in it is sold. " : ". ")
                    + (advice
                        ?? "Products stand in `products`, `nonRenewingSubscriptions`, or the `subscriptions` of "
                        + "a group in `subscriptionGroups`."),
                at: member.keyNode
            )
            for item in items { readProduct(item, in: member.key) }
        }
        reportUnknownKeys(of: root, .file, except: containers)
        reportMissingContainers(root)
    }

    private mutating func reportMissingContainers(_ root: JSONNode) {
        // Version 1.0 has no `nonRenewingSubscriptions`.
        let missing = ["products", "subscriptionGroups"].filter { root[$0]?.isNull ?? true }
        if missing.count == 2, root["nonRenewingSubscriptions"]?.isNull ?? true {
            report(
                .error,
                "The file has none of `products`, `nonRenewingSubscriptions` and `subscriptionGroups`. Is it a "
                    + "StoreKit configuration file?",
                at: root
            )
        } else {
            for key in missing {
                report(.warning, "The file has no `\(key)`. Add the array, even if it has no elements.", at: root)
            }
        }
    }

    mutating func readKeyPair(_ root: JSONNode) {
        guard let value = root["subscriptionOffersKeyPair"], !value.isNull else { return }
        reportUnknownKeys(of: value, .keyPair)
        settings.offerKeyIdentifier = string("id", in: value)
        if settings.offerKeyIdentifier == nil {
            report(
                .warning,
                "The key that signs promotional offers has no `id`. Create the key again in Xcode.",
                at: value
            )
        }
    }
}
