import Foundation
import IAPStoreKitFile
import IAPCore
import Testing

/// Files from public repositories, under neutral names: the format version first, or `unreadable`.
enum Fixture {
    static let folder = Bundle.module.resourceURL!.appendingPathComponent("Fixtures")  // Copied by the manifest.

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".storekit") }.map { String($0.dropLast(".storekit".count)) }.sorted()
    }()

    static let readable = names.filter { !$0.hasPrefix("unreadable") }

    static func url(_ name: String) -> URL { folder.appendingPathComponent("\(name).storekit") }

    static func file(_ name: String) throws -> StoreKitFile { try StoreKitFile(contentsOf: url(name)) }
}

extension StoreKitFile {
    /// A file of version 4.0 with these parts, each of them JSON.
    init(
        products: String = "",
        nonRenewing: String = "",
        groups: String = "",
        settings: String = "{}",
        more: String = ""
    ) throws {
        try self.init(
            """
            { "products": [\(products)], "nonRenewingSubscriptions": [\(nonRenewing)], "subscriptionGroups": [\(groups)],
              "settings": \(settings), \(more) "version": { "major": 4, "minor": 0 } }
            """
        )
    }

    init(_ json: String) throws {
        try self.init(data: Data(json.utf8), name: "Test.storekit")
    }

    /// One group with one subscription that has these members besides the needed ones.
    init(subscription members: String, level: String = "1", settings: String = "{}") throws {
        try self.init(
            groups: """
                { "id": "G", "name": "Plans", "localizations": [], "subscriptions": [\(
                    Self.subscription("plan", members, level: level)
                )] }
                """,
            settings: settings
        )
    }

    static func product(_ identifier: String, price: String = "\"0.99\"", type: String = "Consumable") -> String {
        """
        { "productID": "\(identifier)", "displayPrice": \(price), "type": "\(type)", "referenceName": "A name",
          "internalID": "I", "familyShareable": false,
          "localizations": [ { "locale": "en_US", "displayName": "Coins", "description": "" } ] }
        """
    }

    static func subscription(_ identifier: String, _ members: String = "", level: String = "1") -> String {
        """
        { "productID": "\(identifier)", "displayPrice": "4.99", "type": "RecurringSubscription", "referenceName": null,
          "internalID": "I", "familyShareable": false, "localizations": [], "subscriptionGroupID": "G",
          \(members.isEmpty ? "" : members + ",")
          "groupNumber": \(level), "recurringSubscriptionPeriod": "P1M" }
        """
    }

    var products: [ProductDefinition] { configuration.products }

    var identifiers: [ProductIdentifier] { products.map(\.productIdentifier) }

    var offers: [SubscriptionOffer] { products.first?.subscription?.offers ?? [] }

    /// `severity path`, of all that is worse than a note.
    var faults: [String] {
        diagnostics.filter { $0.severity != .note }.map { "\($0.severity.rawValue) \($0.path)" }
    }
}
