/// What becomes of purchases on a device when another account signs in to the store there.
///
/// An account is what ``PaymentTransaction/appTransactionIdentifier`` names. What has no known account counts for
/// each, and so does everything while the store does not say which account is signed in.
public struct AccountPolicy: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Everything recorded on the device counts for every account.
    public static let keep = AccountPolicy(rawValue: "keep")
    /// Only what the signed-in account has counts, and is shown. What another one has comes back when it signs in
    /// again.
    public static let hide = AccountPolicy(rawValue: "hide")
    /// What other accounts have passes to the account that signs in, for good, its credits included.
    public static let transfer = AccountPolicy(rawValue: "transfer")
}
