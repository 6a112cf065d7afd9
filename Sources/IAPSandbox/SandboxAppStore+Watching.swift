package import Foundation
package import IAPCore

/// What the tool that draws timelines asks of a store, at once and without a device's stream of updates.
extension SandboxAppStore {
    /// What has changed of an account since it was last asked for.
    package struct AccountNews: Sendable {
        package let account: String
        /// By identifier.
        package let transactions: [SandboxTransaction]
        package let subscriptions: [SubscriptionNews]
        /// Whether this is all that there is, so that what is missing was removed.
        package let isWhole: Bool
    }

    /// How a subscription stands.
    package struct SubscriptionNews: Sendable, Hashable {
        package let renewal: SubscriptionRenewal
        /// Whether something will become of it by itself: its renewal, its end, another try to charge.
        package let isRunning: Bool
    }

    /// Every account of which something has changed since the last call, at a cost that grows with what has changed.
    /// For a store without a history file, which looks for changes itself.
    package func takeNews() -> [AccountNews] {
        change { $0.takeNews() }
    }

    /// When something happens next without anybody acting; `nil` when nothing does until `date`.
    package func nextDueDate(upTo date: Date) -> Date? {
        change { $0.nextDueDate(upTo: date) }
    }

    /// Buys in the app on a device that an account is signed in on, as ``SandboxConnection/submit(_:)`` does, and
    /// finishes what came of its earlier purchases there.
    package func submit(_ payment: Payment, account: String, device: String) throws {
        try change(throwing: { server in
            server.signIn(account, on: device)
            server.finishAll(on: device)
            try server.submit(payment, from: device)
        })
    }
}
