#if canImport(Darwin)
import IAPCore
import StoreKit

/// The environment of the store, learned from its transactions.
///
/// `AppTransaction` would name it before the first purchase, but StoreKit may then ask the customer to sign in, at
/// launch (https://github.com/superwall/expo-superwall/issues/137).
final class KnownEnvironment: Sendable {
    private let last = Locked<PaymentTransaction.Environment?>(nil)

    /// The environment of the last transaction; production when there was none.
    var value: PaymentTransaction.Environment { last.withLock { $0 } ?? .production }

    func learn(from transaction: Transaction) {
        last.withLock { $0 = PaymentTransaction.Environment(rawValue: transaction.environment.rawValue) }
    }
}
#endif
