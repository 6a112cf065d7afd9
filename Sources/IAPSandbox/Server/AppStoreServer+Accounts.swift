import IAPCore

extension AppStoreServer {
    /// Puts another customer in the place of the one who is signed in, on all devices.
    mutating func signIn(as customer: String) {
        let before = history.customer ?? ""
        guard customer != before else { return }
        let devices = history.devices
        var signedOut = history.signedOut ?? [:]
        signedOut[before] = SignedOutCustomer(account: history.account, devices: devices)
        let comingBack = signedOut.removeValue(forKey: customer)
        history.customer = customer
        history.signedOut = signedOut
        history.account = comingBack?.account ?? SandboxAccount()
        history.devices = comingBack?.devices ?? []
        for device in devices { register(device.name) }
        for device in history.devices {
            for transaction in device.queue { tell(device.name, .transaction(transaction)) }
            for subscription in history.account.subscriptions {
                tell(device.name, .subscriptionRenewal(subscription.renewal))
            }
        }
    }
}

/// What the App Store remembers of a customer who is not signed in.
struct SignedOutCustomer: Sendable, Codable {
    let account: SandboxAccount
    /// What he has yet to finish on each.
    let devices: [SandboxDevice]
}
