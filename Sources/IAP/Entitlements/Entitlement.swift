public import Foundation

/// What the customer may use now, such as `premium`: a name that any of several products unlocks.
///
/// Declare what a product unlocks where the store is opened; see ``ProductDeclaration``.
public struct Entitlement: Hashable, Sendable, Identifiable {
    public let name: String
    /// The owned products that unlock it, the one that lasts longest first; never empty.
    public let products: [OwnedProduct]

    public var id: String { name }

    /// When it ends unless something is renewed; `nil` when it does not end.
    public var expirationDate: Date? { products.first?.expirationDate }

    /// Whether only a grace period keeps it: ask the customer to correct the payment details.
    public var isInGracePeriod: Bool { products.allSatisfy(\.isInGracePeriod) }

    /// `nil` when there are no products.
    init?(_ name: String, products: [OwnedProduct]) {
        guard !products.isEmpty else { return nil }
        self.name = name
        self.products = products.sorted { left, right in
            switch (left.expirationDate, right.expirationDate) {
            case (let left?, let right?) where left != right: left > right
            case (nil, _?): true
            case (_?, nil): false
            default: left.productIdentifier < right.productIdentifier
            }
        }
    }
}
