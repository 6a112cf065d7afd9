import IAPCore

/// Purchases that a family uses together ([Supporting Family
/// Sharing](https://developer.apple.com/documentation/storekit/supporting-family-sharing-in-your-app)).
extension SandboxAppStore {
    /// Lets a family member use the products of an account that can be shared: what it has and what it will buy. The
    /// member has transactions of its own, with `ownershipType` `familyShared`. Subscriptions come to the member's
    /// devices by themselves, and so does what is bought from now on; a non-consumable that was bought before comes by
    /// restoring.
    ///
    /// - Throws: ``IAPError`` with code `invalidAction` for the account itself, and for a sixth member.
    public func startFamilySharing(
        from account: String = SandboxAppStore.defaultAccount,
        with member: String
    ) throws {
        try tryChange { try $0.startFamilySharing(from: account, with: member) }
    }

    /// Ends sharing. What the member had through it comes to the member's devices again, revoked.
    public func stopFamilySharing(from account: String = SandboxAppStore.defaultAccount, with member: String) {
        change { $0.stopFamilySharing(from: account, with: member) }
    }
}
