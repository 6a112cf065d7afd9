#if canImport(Darwin)
import IAPCore
import StoreKit

/// The account and the environment of the customer, as StoreKit's transactions name them.
///
/// StoreKit emits no change of account. But it lists the transactions of one account only, and each names the account.
/// `AppTransaction` would name the environment before the first purchase, but StoreKit may then ask the customer to sign
/// in, at launch (https://github.com/superwall/expo-superwall/issues/137).
final class KnownAccount: Sendable {
    private struct State {
        var account: String?
        var environment: PaymentTransaction.Environment?
    }

    private let last = Locked(State())

    /// The environment of the last transaction; production when there was none.
    var environment: PaymentTransaction.Environment { last.withLock { $0.environment } ?? .production }

    func learnEnvironment(of transaction: Transaction) {
        last.withLock { $0.environment = PaymentTransaction.Environment(rawValue: transaction.environment.rawValue) }
    }

    /// Returns the account if it differs from the last one learned.
    func learn(_ account: String?) -> String? {
        guard let account else { return nil }
        return last.withLock { last in
            defer { last.account = account }
            return last.account == account ? nil : account
        }
    }

    /// The account that the customer's transactions name; `nil` when there are none. Needs neither the network nor the
    /// customer.
    static func ofTransactions() async -> String? {
        for await case .verified(let transaction) in Transaction.all {
            if let account = transaction.account { return account }
        }
        return nil
    }

    /// The account that the app's own transaction names; `nil` when there is none. StoreKit may ask the customer to
    /// sign in.
    ///
    /// Source: [`AppTransaction.shared`](https://developer.apple.com/documentation/storekit/apptransaction/shared).
    static func ofApp() async -> String? {
        guard case .verified(let transaction)? = try? await AppTransaction.shared else { return nil }
        return transaction.appTransactionID.isEmpty ? nil : transaction.appTransactionID
    }
}

extension Transaction {
    /// Deployed back to every system that this package supports
    /// ([`appTransactionID`](https://developer.apple.com/documentation/storekit/transaction/apptransactionid)).
    var account: String? { appTransactionID.isEmpty ? nil : appTransactionID }
}
#endif
