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
