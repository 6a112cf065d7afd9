import IAPCore

/// Reads a file's JSON into definitions and diagnostics.
struct StoreKitFileReader {
    var diagnostics: [StoreKitFile.Diagnostic] = []
    var products: [ProductDefinition] = []
    /// The offer conditions of the subscription that is being read.
    var offerConditions: [OfferConditions] = []
    var settings = StoreConfiguration.Settings()
    var formatVersion: String?

    /// The product that is being read, whose diagnostics bear its name.
    var productIdentifier: ProductIdentifier?
    /// Where each identifier was sold first.
    var places: [ProductIdentifier: String] = [:]
    var groups: [SubscriptionGroup] = []
    var groupsByID: [String: SubscriptionGroup] = [:]
    /// The group that lists a text instead of a subscription, by that text.
    var groupsOfReferences: [String: SubscriptionGroup] = [:]

    struct SubscriptionGroup {
        let id: String
        let name: String?
        let localizations: [ProductDefinition.Localization]
        let subscriptions: [JSONNode]
    }

    mutating func read(_ root: JSONNode) {
        reportRepeatedKeys(root)
        readVersion(root)
        if let value = root["settings"] { readSettings(value) }
        readGroups(root)
        for product in objects("products", in: root) { readProduct(product, in: "products") }
        for product in objects("nonRenewingSubscriptions", in: root) {
            readProduct(product, in: "nonRenewingSubscriptions")
        }
        for group in groups {
            for subscription in group.subscriptions { readSubscription(subscription, of: group) }
        }
        readUnknownContainers(root)
        readKeyPair(root)
        for key in ["subscriptionBundleGroups", "subscriptionSuiteGroups"] where root[key]?.elements?.isEmpty == false {
            report(.note, "`\(key)` is read, but not simulated yet: what it holds is not sold.", at: root[key] ?? root)
        }
    }

    // MARK: Diagnostics

    mutating func report(_ severity: StoreKitFile.Diagnostic.Severity, _ message: String, at value: JSONNode) {
        diagnostics.append(
            StoreKitFile.Diagnostic(
                severity: severity,
                message: productIdentifier.map { "“\($0)”: \(message)" } ?? message,
                path: value.path,
                line: value.position.line,
                column: value.position.column,
                productIdentifier: productIdentifier
            )
        )
    }

    /// Reports a value that is left out.
    mutating func drop<T>(
        _ message: String,
        severity: StoreKitFile.Diagnostic.Severity = .error,
        at value: JSONNode
    ) -> T? {
        report(severity, message, at: value)
        return nil
    }

    mutating func reportUnknownKeys(of value: JSONNode, _ keys: FileKeys, except taken: Set<String> = []) {
        for member in value.members where !keys.known.contains(member.key) && !taken.contains(member.key) {
            let advice = keys.advice(for: member.key)
            report(
                advice == nil ? .note : .warning,
                "Xcode has no key `\(member.key)` here; it is left out." + (advice.map { " \($0)" } ?? ""),
                at: member.keyNode
            )
        }
    }

    /// Nesting is limited by the reader of JSON, and so is this recursion.
    private mutating func reportRepeatedKeys(_ value: JSONNode) {
        var seen: Set<String> = []
        for member in value.members {
            if !seen.insert(member.key).inserted {
                report(
                    .error,
                    "The key `\(member.key)` stands here again; the last one counts. Take one of them out.",
                    at: member.keyNode
                )
            }
            reportRepeatedKeys(member.node)
        }
        for element in value.elements ?? [] { reportRepeatedKeys(element) }
    }

    // MARK: Values of a kind

    /// The value of a key; `nil` where there is none or `null`. A value of another kind is a diagnostic.
    mutating func value<T>(
        _ key: String,
        in object: JSONNode,
        _ kind: String,
        _ read: (JSONNode) -> T?,
        _ severity: StoreKitFile.Diagnostic.Severity = .warning
    ) -> T? {
        guard let value = object[key], !value.isNull else { return nil }
        if let result = read(value) { return result }
        return drop("This is \(value.kind), not \(kind); it is left out. Write \(kind).", severity: severity, at: value)
    }

    mutating func string(_ key: String, in object: JSONNode) -> String? {
        value(key, in: object, "a text", \.string)
    }

    mutating func bool(_ key: String, in object: JSONNode) -> Bool? {
        value(key, in: object, "true or false", \.bool)
    }

    mutating func int(_ key: String, in object: JSONNode) -> Int? {
        value(key, in: object, "a whole number", { $0.number.flatMap { Int($0) } })
    }

    /// The objects of an array; any other element is a diagnostic with the given message.
    mutating func objects(
        _ key: String,
        in object: JSONNode,
        otherwise message: (JSONNode) -> String = { "This is \($0.kind), not an object; it is left out." }
    ) -> [JSONNode] {
        let elements = value(key, in: object, "an array", \.elements, .error) ?? []
        for element in elements where !element.isObject { report(.error, message(element), at: element) }
        return elements.filter(\.isObject)
    }

    mutating func localizations(in object: JSONNode) -> [ProductDefinition.Localization] {
        objects("localizations", in: object).compactMap { entry in
            reportUnknownKeys(of: entry, .localization)
            guard let locale = locale("locale", in: entry) else {
                return drop(
                    "These names have no locale and are left out. Write one, such as en_US.",
                    severity: .warning,
                    at: entry
                )
            }
            return ProductDefinition.Localization(
                locale: locale,
                displayName: string("displayName", in: entry) ?? "",
                description: string("description", in: entry) ?? ""
            )
        }
    }

    /// A locale as Xcode writes it; `nil`, after a diagnostic, for a text that is no locale.
    mutating func locale(_ key: String, in object: JSONNode) -> String? {
        guard let text = string(key, in: object), let place = object[key] else { return nil }
        let locale = text.replacing("-", with: "_")
        let parts = locale.split(separator: "_", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
        guard isPlain, (2...3).contains(parts[0].count) else {
            return drop(
                "“\(text)” is not a locale; it is left out. Write one such as en_US or ja.",
                severity: .warning,
                at: place
            )
        }
        if locale != text {
            report(.warning, "Xcode writes the locale “\(text)” as \(locale), and it is read so.", at: place)
        }
        return locale
    }
}
