public import IAPCore

extension IAPError.Code {
    /// A catalog file cannot be read.
    public static let catalogUnreadable = Self(rawValue: "catalogUnreadable")
}
