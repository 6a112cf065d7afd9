import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox

extension LifeDrawing {
    /// How an account stands with a group of plans when the script ends.
    func state(of account: String, _ products: [ProductDefinition]) -> String {
        let latest = products.compactMap { bought[Plan(account: account, product: $0.id)]?.last }
            .max { $0.number < $1.number }
        guard let latest, let end = latest.expirationDate else { return "nothing bought" }
        let title = watcher.title(latest.productIdentifier)
        if let date = latest.cancelDate {
            return latest.ownershipType == .familyShared ? "no longer shared" : "refunded on \(watcher.date(date))"
        }
        guard let renewal = watcher.subscriptions[latest.subscription]?.renewal else {
            return end > now ? "\(title), shared until \(watcher.date(end))" : "shared until \(watcher.date(end))"
        }
        if let grace = renewal.gracePeriodExpirationDate { return "in its grace period until \(watcher.date(grace))" }
        if renewal.isInBillingRetry { return "in billing retry" }
        guard end > now, renewal.expirationReason == nil else {
            let expiry = expiries[Plan(account: account, product: latest.productIdentifier)]
            return "expired on \(watcher.date(expiry ?? min(end, now)))"
        }
        let until = "\(title) until \(watcher.date(end))"
        guard renewal.willAutoRenew || renewal.renewalPrice != nil else { return "\(until), then it ends" }
        if renewal.priceIncreaseStatus == .pending { return "\(until), waits for consent to the higher price" }
        let next = watcher.title(renewal.autoRenewPreference ?? latest.productIdentifier)
        let price = watcher.price(renewal.renewalPrice, renewal.currencyCode).map { " for \($0)" } ?? ""
        return next == title ? "\(until), then again\(price)" : "\(until), then \(next)\(price)"
    }
}
