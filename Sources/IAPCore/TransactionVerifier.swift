/// Accepts or refuses a transaction before it counts.
///
/// Called once for each purchased, restored or revoked transaction that comes, and again when it comes again. Calls may
/// overlap.
public protocol TransactionVerifier: Sendable {
    func verify(_ transaction: PaymentTransaction) async -> TransactionVerification
}

/// What a verifier finds.
public enum TransactionVerification: Sendable {
    /// The store vouches for it.
    case verified
    /// It is not genuine. It grants nothing and stays unfinished.
    case unverified(IAPError)
    /// It could not be found out now. It grants nothing yet, stays unfinished, and is tried again.
    case unknown(IAPError)
}

/// Accepts what the connection has verified; refuses a transaction on which the connection left an error.
package struct ConnectionVerifier: TransactionVerifier {
    package init() {}

    package func verify(_ transaction: PaymentTransaction) async -> TransactionVerification {
        transaction.error.map { .unverified($0) } ?? .verified
    }
}

extension TransactionVerifier where Self == ConnectionVerifier {
    /// Accepts what the connection has verified.
    package static var connection: ConnectionVerifier { ConnectionVerifier() }
}
