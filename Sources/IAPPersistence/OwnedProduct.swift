public import Foundation
public import IAPCore

/// A product that the customer has now, through what and until when.
public struct OwnedProduct: Hashable, Sendable {
    public let productIdentifier: ProductIdentifier
    /// The transaction that gives it, the one that gives it for longest if there are several; `nil` for what an import
    /// declared.
    public let transaction: PaymentTransaction?
    /// When it ends unless it is renewed: the end of the period paid for, or of the grace period. `nil` when it does
    /// not end.
    public let expirationDate: Date?
    /// Whether the period paid for is over, and the store lets the customer stay while it tries to charge.
    public let isInGracePeriod: Bool

    public init(
        productIdentifier: ProductIdentifier,
        transaction: PaymentTransaction? = nil,
        expirationDate: Date? = nil,
        isInGracePeriod: Bool = false
    ) {
        self.productIdentifier = productIdentifier
        self.transaction = transaction
        self.expirationDate = expirationDate
        self.isInGracePeriod = isInGracePeriod
    }
}

extension Ledger {
    /// How the customer has a product now; `nil` exactly when ``isPurchased(_:)`` is false.
    public func ownedProduct(_ product: ProductIdentifier) -> OwnedProduct? {
        journal.read { $0.ownedProduct(product, at: $0.now(by: clock)) }
    }

    /// Everything that the customer has now, by identifier.
    public var ownedProducts: [OwnedProduct] {
        journal.read { state in
            let now = state.now(by: clock)
            return state.ownership.purchasedProducts(at: now).sorted().compactMap { state.ownedProduct($0, at: now) }
        }
    }

    /// When the mere passing of time changes next what the customer has, or the status in a group; `nil` when
    /// never.
    package var nextOwnershipChange: Date? {
        journal.read { $0.ownership.nextChange(after: $0.now(by: clock)) }
    }
}

extension LedgerState {
    fileprivate func ownedProduct(_ product: ProductIdentifier, at now: Date) -> OwnedProduct? {
        guard let access = ownership.access(to: product, at: now) else { return nil }
        return OwnedProduct(
            productIdentifier: product,
            transaction: access.transaction.flatMap { committedRecord($0)?.transaction },
            expirationDate: access.end,
            isInGracePeriod: access.isInGracePeriod
        )
    }
}
