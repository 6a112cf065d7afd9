package import Foundation
package import IAPCore

/// What the tool that draws timelines asks of a store, at once and without a device's stream of updates.
extension SandboxAppStore {
    /// What will become of every subscription, by the account that bought it.
    package func subscriptionRenewals() -> [(account: String, renewal: SubscriptionRenewal)] {
        change { server in
            server.history.accounts.flatMap { account in
                account.subscriptions.compactMap(\.told).map { (account.name, $0) }
            }
        }
    }

    /// When something happens next without anybody acting; `nil` when nothing does until `date`.
    package func nextDueDate(upTo date: Date) -> Date? {
        change { $0.nextDueDate(upTo: date) }
    }

    /// Buys in the app on a device that an account is signed in on, as ``SandboxConnection/submit(_:)`` does.
    package func submit(_ payment: Payment, account: String, device: String) throws {
        try change(throwing: { server in
            server.signIn(account, on: device)
            try server.submit(payment, from: device)
        })
    }
}
