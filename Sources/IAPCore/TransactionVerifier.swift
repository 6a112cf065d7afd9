/// Accepts or rejects a transaction before it counts.
///
/// Called for each purchased, restored or revoked transaction whenever the store sends it. Calls may overlap.
public protocol TransactionVerifier: Sendable {
    func verify(_ transaction: PaymentTransaction) async -> TransactionVerification
}

/// The result of a verification.
public enum TransactionVerification: Sendable {
    /// It is genuine.
    case verified
    /// It is not genuine. It grants nothing and stays unfinished.
    case unverified(IAPError)
    /// It could not be verified now. It grants nothing yet, stays unfinished, and is verified again later.
    case unknown(IAPError)
}

/// Accepts what the connection has verified; rejects a transaction for which the connection set an error.
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
