import IAPCore
import IAPPersistence

extension PaymentQueue {
    /// Lets the ledger answer for the account that is signed in now, and tells of it.
    func signIn(_ account: String?) {
        let earlier = ledger.account
        if ledger.signIn(account) { broadcast.send(.accountChanged(account)) }
        // What it had undelivered is shown again, and what others had is to pass to it.
        if account != earlier { retryPending() }
    }

    /// Passes what other accounts have to the one that is signed in, where the ledger's policy is that. What fails is
    /// tried again with whatever else failed.
    func transferPurchases() -> Task<Void, Never> {
        lanes.add(to: [.accounts]) { [ledger, log] in
            do {
                try await ledger.transferPurchases()
            } catch {
                log(IAPLogEvent(.error, "What other accounts have passes to the signed-in one later. \(error)"))
            }
        }
    }
}
