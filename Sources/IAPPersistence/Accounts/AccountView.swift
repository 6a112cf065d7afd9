/// For whom a ledger answers.
struct AccountView: Hashable, Sendable {
    let policy: AccountPolicy
    /// Who is signed in; `nil` when nobody is, or when it is not known who.
    private(set) var account: String?
    /// Whether the store has told who is signed in.
    private(set) var isTold: Bool

    init(policy: AccountPolicy = .keep, account: String? = nil) {
        self.policy = policy
        self.account = account
        isTold = account != nil
    }

    /// - Returns: Whether it is another account than was told before.
    mutating func signIn(_ account: String?) -> Bool {
        defer { (self.account, isTold) = (account, true) }
        return isTold && account != self.account
    }

    var hidesSome: Bool { policy == .hide && isTold }

    /// Whether what an account has counts.
    func shows(_ owner: String?) -> Bool { !hidesSome || owner == nil || owner == account }

    /// The account that everything is to pass to.
    var receivingAccount: String? { policy == .transfer ? account : nil }
}
