public import IAPCore

/// An amount of something that is used up, such as 10 coins.
public struct Credit: Hashable, Sendable, Codable {
    /// At least 1.
    public let amount: Int
    /// What is counted, such as `coins`.
    public let unit: String

    /// - Throws: ``IAPError`` with code `invalidAmount` unless `amount` is in 1...1,000,000,000,000 and `unit` is not empty.
    public init(_ amount: Int, of unit: String) throws {
        guard (1...1_000_000_000_000).contains(amount), !unit.isEmpty else {
            throw IAPError(
                .invalidAmount,
                "A credit of \(amount) “\(unit)” cannot be. Give an amount of 1 to 1,000,000,000,000 and name its unit."
            )
        }
        self.amount = amount
        self.unit = unit
    }
}
