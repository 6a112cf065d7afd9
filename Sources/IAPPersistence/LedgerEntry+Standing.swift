public import IAPCore

extension LedgerEntry {
    /// How a record stood, besides its transaction and what it granted.
    public struct Standing: Hashable, Sendable {
        public let isDelivered: Bool
        public let isRevoked: Bool
        public let isWithdrawn: Bool
        /// What was taken from the balances when the store last took the transaction back.
        public let takenBack: [Credit]
        /// How often it had been granted, 0 or more.
        public let grantNumber: Int
        /// The other transaction's identifier by which the record is found as well.
        public let repeated: TransactionIdentifier?

        package init(
            isDelivered: Bool = false,
            isRevoked: Bool = false,
            isWithdrawn: Bool = false,
            takenBack: [Credit] = [],
            grantNumber: Int = 1,
            repeated: TransactionIdentifier? = nil
        ) {
            self.isDelivered = isDelivered
            self.isRevoked = isRevoked
            self.isWithdrawn = isWithdrawn
            self.takenBack = takenBack
            self.grantNumber = grantNumber
            self.repeated = repeated
        }
    }
}

/// What is false, empty or `nil` is left out, and a `grantNumber` of 1.
extension LedgerEntry.Standing: Codable {
    private enum CodingKeys: String, CodingKey {
        case isDelivered, isRevoked, isWithdrawn, takenBack, grantNumber, repeated
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            isDelivered: try container.decodeIfPresent(Bool.self, forKey: .isDelivered) ?? false,
            isRevoked: try container.decodeIfPresent(Bool.self, forKey: .isRevoked) ?? false,
            isWithdrawn: try container.decodeIfPresent(Bool.self, forKey: .isWithdrawn) ?? false,
            takenBack: try container.decodeIfPresent([Credit].self, forKey: .takenBack) ?? [],
            grantNumber: try container.decodeIfPresent(Int.self, forKey: .grantNumber) ?? 1,
            repeated: try container.decodeIfPresent(TransactionIdentifier.self, forKey: .repeated)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if isDelivered { try container.encode(true, forKey: .isDelivered) }
        if isRevoked { try container.encode(true, forKey: .isRevoked) }
        if isWithdrawn { try container.encode(true, forKey: .isWithdrawn) }
        if !takenBack.isEmpty { try container.encode(takenBack, forKey: .takenBack) }
        if grantNumber != 1 { try container.encode(grantNumber, forKey: .grantNumber) }
        try container.encodeIfPresent(repeated, forKey: .repeated)
    }
}
