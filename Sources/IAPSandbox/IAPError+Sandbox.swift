public import IAPCore

extension IAPError.Code {
    /// The product has no subscription that could be changed
    /// ([`SKTestError`](https://developer.apple.com/documentation/storekittest/sktesterror)).
    public static let subscriptionNotFound = Self(rawValue: "subscriptionNotFound")
    /// The file of a simulated store's history cannot be read.
    public static let historyDamaged = Self(rawValue: "historyDamaged")
    /// A later version of the SDK wrote the file of a simulated store's history.
    public static let historyVersionUnsupported = Self(rawValue: "historyVersionUnsupported")
}

extension IAPError {
    static func noTransaction(_ identifier: TransactionIdentifier) -> IAPError {
        IAPError(
            .transactionNotFound,
            "The sandbox has no transaction \(identifier). Take an identifier from allTransactions().",
            transactionIdentifier: identifier
        )
    }

    /// A transaction is not in the state that a control needs.
    static func invalidAction(_ identifier: TransactionIdentifier, _ message: String) -> IAPError {
        IAPError(.invalidAction, message, transactionIdentifier: identifier)
    }

    /// A product cannot be dealt with as a control asks.
    static func invalidAction(on product: ProductIdentifier, _ message: String) -> IAPError {
        IAPError(.invalidAction, message, productIdentifier: product)
    }
}
