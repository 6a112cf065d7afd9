/// For whom a ledger answers.
struct AccountView: Hashable, Sendable {
    let policy: AccountPolicy
    /// The signed-in account; `nil` when there is none, or it is not known.
    private(set) var account: String?
    /// Whether the store has said which account is signed in.
    private(set) var isKnown: Bool

    init(policy: AccountPolicy = .keep, account: String? = nil) {
        self.policy = policy
        self.account = account
        isKnown = account != nil
    }

    /// - Returns: Whether another account was signed in before.
    mutating func signIn(_ account: String?) -> Bool {
        defer { (self.account, isKnown) = (account, true) }
        return isKnown && account != self.account
    }

    var hidesSome: Bool { policy == .hide && isKnown }

    /// Whether what an account has counts.
    func shows(_ owner: String?) -> Bool { !hidesSome || owner == nil || owner == account }

    /// The account that everything is to pass to.
    var receivingAccount: String? { policy == .transfer ? account : nil }
}
