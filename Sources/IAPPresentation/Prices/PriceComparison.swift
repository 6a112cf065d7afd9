/// A price and the higher one that it stands for: draw ``regular`` struck through beside ``reduced``.
public struct PriceComparison: Hashable, Sendable {
    /// The price to pay, such as `$4.99`, or `Free`.
    public let reduced: String
    /// The price that would be paid otherwise, such as `$9.99`.
    public let regular: String
    /// Both in words, for a screen reader and where nothing can be struck through: `$4.99 instead of $9.99`.
    public let text: String
    /// What is saved, such as `Save 50%`; `nil` under one percent. It never overstates.
    public let savings: String?
}
