public import IAPCore

extension IAPError.Code {
    /// The file of a simulated store's history cannot be read.
    public static let historyDamaged = Self(rawValue: "historyDamaged")
    /// A later version of the SDK wrote the file of a simulated store's history.
    public static let historyVersionUnsupported = Self(rawValue: "historyVersionUnsupported")
}
