/// What becomes of purchases on a device when another account signs in to the store there.
///
/// An account is what ``PaymentTransaction/appTransactionIdentifier`` names. What no account is known of counts for
/// each, and so does everything while the store does not tell which account is signed in.
public enum AccountPolicy: String, Hashable, Sendable, CaseIterable {
    /// Everything recorded on the device counts, whoever is signed in.
    case keep
    /// Only what the signed-in account has counts, and is shown. What another one has comes back when it signs in
    /// again.
    case hide
    /// What other accounts have passes to the account that signs in, for good, its credits included.
    case transfer
}
