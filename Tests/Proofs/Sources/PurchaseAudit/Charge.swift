package import Foundation
package import IAP

/// A purchase by the store's own record.
package struct Charge: Sendable {
    package let identifier: TransactionIdentifier
    package let product: ProductIdentifier
    package let quantity: Int
    package let date: Date
    package let expirationDate: Date?
    package let isRefunded: Bool
    package let isUpgraded: Bool

    package init(
        identifier: TransactionIdentifier,
        product: ProductIdentifier,
        quantity: Int,
        date: Date,
        expirationDate: Date?,
        isRefunded: Bool,
        isUpgraded: Bool
    ) {
        self.identifier = identifier
        self.product = product
        self.quantity = quantity
        self.date = date
        self.expirationDate = expirationDate
        self.isRefunded = isRefunded
        self.isUpgraded = isUpgraded
    }
}

extension [Charge] {
    /// What a customer who paid this owns at a date.
    package func owned(at now: Date, seasonLength: ProductSubscriptionPeriod) -> Set<ProductIdentifier> {
        var owned: Set<ProductIdentifier> = []
        var seasonEnd = Date.distantPast
        for charge in self where !charge.isRefunded {
            if Shop.nonConsumables.contains(charge.product) { owned.insert(charge.product) }
            if Shop.nonRenewables.contains(charge.product) {
                // The store's records are in the order of their dates.
                seasonEnd = seasonLength.date(after: Swift.max(seasonEnd, charge.date), times: charge.quantity)
                if seasonEnd > now { owned.insert(charge.product) }
            }
            if let end = charge.expirationDate, end > now, !charge.isUpgraded { owned.insert(charge.product) }
        }
        return owned
    }
}
