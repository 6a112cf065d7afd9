public import IAPCore

/// What goes wrong at the store.
extension SandboxAppStore {
    /// The faults that the store has from now on. What is on its way keeps those with which it began.
    public var faults: Set<StoreFault> {
        get { peek { $0.store.settings.faults } }
        set { change { $0.store.settings.faults = newValue } }
    }

    /// Sends a transaction once more, finished or not: to the device that bought it, or to all of the account's when it
    /// was bought outside the app. It does not come again at the next launch for that.
    ///
    /// - Throws: ``IAPError`` with code `transactionNotFound`.
    public func redeliverTransaction(identifier: TransactionIdentifier) throws {
        try act(asOwnerOf: identifier) { try $0.redeliver(identifier, in: &$1) }
    }

    /// How often the store asked the customer to sign in, which every restore does. An app that brings that about
    /// without a tap on “Restore” is rejected in review ([Restoring purchased
    /// products](https://developer.apple.com/documentation/storekit/restoring-purchased-products)).
    public var signInPromptCount: Int { peek { $0.signInPromptCount } }
}
