package import IAPCore

extension Ledger {
    /// The store's account for which the ledger answers; `nil` when none is signed in, or it is not
    /// known.
    public var account: String? { journal.read { $0.view.account } }

    /// Answers for an account from now on, before this returns; ``AccountPolicy`` says what that changes.
    ///
    /// - Returns: Whether another one was signed in before; `false` at the first call.
    package func signIn(_ account: String?) -> Bool {
        journal.signIn(account)
    }

    /// Whether the account that has a transaction is one that the ledger answers for.
    package func shows(_ transaction: PaymentTransaction) -> Bool {
        journal.read { state in
            let record = state.committedRecord(transaction.transactionIdentifier)
            return state.view.shows(record?.account ?? transaction.appTransactionIdentifier)
        }
    }

    /// Under ``AccountPolicy/transfer``, passes what other accounts have to the one that is signed in. What has passed
    /// stays where it is, however often this is called, and by however many ledgers.
    ///
    /// - Returns: Whether anything has passed.
    /// - Throws: ``IAPError`` with code `storageFailed`; nothing has passed then.
    @discardableResult
    package func transferPurchases() async throws -> Bool {
        guard journal.read({ $0.view.receivingAccount.map($0.hasAny(ofOthersThan:)) ?? false }) else { return false }
        return try await journal.commit { [clock] state in
            guard let receiver = state.view.receivingAccount, state.hasAny(ofOthersThan: receiver) else { return false }
            state.append(LedgerEntry(.transferred(account: receiver), date: state.now(by: clock)))
            return true
        }
    }
}
