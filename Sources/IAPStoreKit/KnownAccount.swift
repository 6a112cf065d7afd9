#if canImport(Darwin)
import IAPCore
import StoreKit

/// The account that the customer is signed in with, as StoreKit's transactions name it.
///
/// StoreKit tells of no change. But it hands out the transactions of one account alone, each of which names it.
final class KnownAccount: Sendable {
    private let last = Locked<String?>(nil)

    /// Returns the account if it is another one than was learned last.
    func learn(_ account: String?) -> String? {
        guard let account else { return nil }
        return last.withLock { last in
            defer { last = account }
            return last == account ? nil : account
        }
    }

    /// As the customer's transactions name it; `nil` when there are none. Asks neither network nor customer.
    static func ofTransactions() async -> String? {
        for await case .verified(let transaction) in Transaction.all {
            if let account = transaction.account { return account }
        }
        return nil
    }

    /// As the app's own transaction names it; `nil` when it cannot be had. May have the customer sign in, at launch
    /// (https://github.com/superwall/expo-superwall/issues/137).
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
