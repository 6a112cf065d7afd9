public import Foundation
public import IAPCore

/// What an app kept in `UserDefaults` before it had a ledger.
///
/// ```swift
/// let legacy = LegacyPurchases(
///     creditKeys: ["coins": "coins"],
///     productKeys: ["nonConsumablePurchaseMade": "com.iaptutorial.premium"]
/// )
/// try await ledger.importPurchases(from: legacy)
/// ```
///
/// Defaults are a file that anyone with the device may edit, so what is taken over is a claim, not proof of payment.
/// An app that does not want to honour claims lets the customer restore purchases instead. The defaults stay as they
/// are.
public struct LegacyPurchases: Sendable {
    /// Names the import in the ledger. One that was imported is not imported again.
    package let source: String
    /// Products whose flag was set.
    package let products: Set<ProductIdentifier>
    /// Amounts above 0.
    package let credits: [Credit]
    /// Of each value that is of another type than it should be, or out of range: what is wrong with it.
    package let ignored: [String]

    /// Reads the defaults.
    ///
    /// - Parameters:
    ///   - creditKeys: Keys of whole numbers, and the unit that each counts.
    ///   - productKeys: Keys of flags, and the product that each declares as owned.
    ///   - productIdentifiers: Products whose flag has the product's identifier as its key. Non-consumables only: a
    ///     flag does not say when a subscription ends.
    public init(
        defaults: UserDefaults = .standard,
        creditKeys: [String: String] = [:],
        productKeys: [String: ProductIdentifier] = [:],
        productIdentifiers: Set<ProductIdentifier> = [],
        source: String = "UserDefaults"
    ) {
        var products: Set<ProductIdentifier> = []
        var credits: [Credit] = []
        var ignored: [String] = []
        let flags = productKeys.map { ($0.key, $0.value) } + productIdentifiers.map { ($0, $0) }
        for (key, product) in flags.sorted(by: { $0 < $1 }) {
            guard let value = defaults.object(forKey: key) else { continue }
            guard let isOwned = value as? Bool else {
                ignored.append("“\(key)” should be a flag, and is \(value).")
                continue
            }
            if isOwned { products.insert(product) }
        }
        for (key, unit) in creditKeys.sorted(by: { $0 < $1 }) {
            guard let value = defaults.object(forKey: key) else { continue }
            guard let amount = value as? Int, amount >= 0, amount == 0 || (try? Credit(amount, of: unit)) != nil else {
                ignored.append("“\(key)” should be a number of \(unit) that a credit can have, and is \(value).")
                continue
            }
            if let credit = try? Credit(amount, of: unit) { credits.append(credit) }
        }
        self.source = source
        self.products = products
        self.credits = credits
        self.ignored = ignored
    }
}

extension Ledger {
    /// Takes over what an app kept in `UserDefaults`, once a source, also when there was nothing.
    ///
    /// What could not be read is logged as a warning and not taken over.
    ///
    /// - Returns: Whether it was imported now.
    /// - Throws: ``IAPError`` with code `invalidAmount` when the credits of a unit add up to too much, `storageFailed`
    ///   when the import could not be made durable. Nothing counts then.
    @discardableResult
    public func importPurchases(from legacy: LegacyPurchases) async throws -> Bool {
        for reason in legacy.ignored { log(IAPLogEvent(.warning, "Not imported from \(legacy.source): \(reason)")) }
        return try await importPurchases(legacy.products, credits: legacy.credits, from: legacy.source)
    }
}
