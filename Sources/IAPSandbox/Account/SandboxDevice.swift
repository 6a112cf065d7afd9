/// A device that an account is signed in on, or was: then its queue waits until the account comes back.
struct SandboxDevice: Sendable, Equatable, Codable {
    let name: String
    var isSignedIn = true
    /// What the app there has yet to finish.
    var queue = TransactionQueue()
}
