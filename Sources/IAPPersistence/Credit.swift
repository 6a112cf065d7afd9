import IAPCore

/// An amount of something that is used up, such as 10 coins.
public struct Credit: Hashable, Sendable {
    /// At least 1.
    public private(set) var amount: Int
    /// What is counted, such as `coins`.
    public private(set) var unit: String

    /// The largest amount that one credit counts.
    package static let largestAmount = 1_000_000_000_000

    /// - Throws: ``IAPError`` with code `invalidAmount` unless `amount` is in 1...1,000,000,000,000 and `unit` is not
    ///   empty.
    public init(_ amount: Int, of unit: String) throws {
        guard (1...Self.largestAmount).contains(amount), !unit.isEmpty else {
            throw IAPError(
                .invalidAmount,
                "A credit of \(amount) “\(unit)” cannot be. Give an amount of 1 to 1,000,000,000,000 and name its unit."
            )
        }
        self.amount = amount
        self.unit = unit
    }

    private init() {
        (amount, unit) = (0, "")
    }
}

extension Credit: Codable {
    static let facts = FactTable(
        Credit(),
        check: { _ = try Credit($0.amount, of: $0.unit) },
        [.required("amount", \.amount, .integer), .required("unit", \.unit, .text)]
    )

    public init(from decoder: any Decoder) throws {
        self = try Self.facts.decode(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try Self.facts.encode(self, to: encoder)
    }
}

extension [Credit] {
    /// One credit a unit, in the order in which the units come first.
    ///
    /// - Throws: ``IAPError`` with code `invalidAmount` when a unit's sum is too large for one credit.
    func summedByUnit() throws -> [Credit] {
        var sums: [Credit] = []
        for credit in self {
            if let place = sums.firstIndex(where: { $0.unit == credit.unit }) {
                sums[place] = try Credit(sums[place].amount + credit.amount, of: credit.unit)
            } else {
                sums.append(credit)
            }
        }
        return sums
    }
}
