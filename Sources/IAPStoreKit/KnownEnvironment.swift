#if canImport(Darwin)
import IAPCore
import StoreKit

/// The environment of the store, as far as its transactions have told.
///
/// `AppTransaction` would tell a customer's first purchase too, but may have the customer sign in, at launch
/// (https://github.com/superwall/expo-superwall/issues/137).
final class KnownEnvironment: Sendable {
    private let last = Locked<PaymentTransaction.Environment?>(nil)

    /// What was learned last; production when nothing was.
    var value: PaymentTransaction.Environment { last.withLock { $0 } ?? .production }

    func learn(from transaction: Transaction) {
        last.withLock { $0 = PaymentTransaction.Environment(rawValue: transaction.environment.rawValue) }
    }
}
#endif
