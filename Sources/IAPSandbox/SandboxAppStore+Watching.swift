package import IAPCore

/// What the tool that draws timelines needs, at once and without a device's stream of updates.
extension SandboxAppStore {
    /// What has changed of an account since it was last asked for, short of removed transactions.
    package struct AccountChange: Sendable {
        package let account: String
        /// The transactions that are new or have changed, by identifier.
        package let transactions: [SandboxTransaction]
        /// All subscriptions of the account.
        package let subscriptions: [SubscriptionState]
    }

    /// The state of a subscription.
    package struct SubscriptionState: Sendable, Hashable {
        package let renewal: SubscriptionRenewal
        /// Whether something will become of it by itself: its renewal, its end, another try to charge.
        package let isRunning: Bool
    }

    /// Every account that something has changed of since the last call, at a cost that grows with what has changed. The
    /// first call returns nothing.
    package func takeChanges() -> [AccountChange] {
        change { $0.takeChanges() }
    }

    /// Buys in the app on a device that an account is signed in on, as ``SandboxConnection/submit(_:)`` does, and
    /// finishes what came of its earlier purchases there.
    package func submit(_ payment: Payment, account: String, device: String) throws {
        try change(throwing: { server in
            server.signIn(account, on: device)
            try server.act(as: server.existingAccount(on: device)) { account, store in
                account.finishAll(on: device, in: &store)
                try account.submit(payment, from: device, in: &store)
            }
        })
    }
}
