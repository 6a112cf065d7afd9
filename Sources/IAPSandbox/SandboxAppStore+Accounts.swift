/// Who is signed in on a device.
extension SandboxAppStore {
    /// The account that is signed in on a device, by the name that it was first used under; `nil` when none is.
    public func account(device: String = SandboxAppStore.defaultDevice) -> String? {
        peek { server in server.account(on: device).map { server.accounts[$0].name } }
    }

    /// Signs an account in on a device, by any name that distinguishes it from others; Apple's are e-mail addresses. Capitals
    /// make no difference, and `tester+1@example.com` is a customer of its own. An account that is not known begins
    /// without purchases.
    ///
    /// The app receives ``StoreUpdate/account(_:)``. What is unfinished of it there comes as updates, and so does what
    /// has happened since it was signed in there before: refunds, renewals, purchases on other devices. What the
    /// account before it had unfinished leaves the device, and waits in that account.
    public func signIn(account: String, device: String = SandboxAppStore.defaultDevice) {
        change { $0.signIn(account, on: device) }
    }

    /// Signs out on a device. The app receives that: without an account it owns nothing, and cannot buy until one signs
    /// in. What is unfinished leaves the device, and waits in the account.
    public func signOut(device: String = SandboxAppStore.defaultDevice) {
        change { $0.signOut(device) }
    }
}
