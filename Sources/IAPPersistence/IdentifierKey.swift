import IAPCore

/// A transaction's identifier as a ledger keeps it: StoreKit's are numbers, which need no memory of their own and are
/// found and compared at once.
enum IdentifierKey: Hashable, Sendable {
    case number(UInt64)
    /// What is no number, or written otherwise than a number is.
    case text(String)

    init(_ identifier: TransactionIdentifier) {
        var text = identifier.rawValue
        let number = text.withUTF8(Self.readNumber)
        self = number.map { .number($0) } ?? .text(text)
    }

    /// - Parameter makeText: Makes the text of these bytes.
    init(_ bytes: UnsafeBufferPointer<UInt8>, makeText: () -> String) {
        self = Self.readNumber(bytes).map { .number($0) } ?? .text(makeText())
    }

    var identifier: TransactionIdentifier {
        switch self {
        case .number(let number): TransactionIdentifier(String(number))
        case .text(let text): TransactionIdentifier(text)
        }
    }

    /// A number that is written in one way only, and has a place in 64 bits.
    private static func readNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
        guard (1...19).contains(bytes.count), bytes[0] != UInt8(ascii: "0") else { return nil }
        var number: UInt64 = 0
        for byte in bytes {
            guard case let digit = byte &- UInt8(ascii: "0"), digit < 10 else { return nil }
            number = number * 10 + UInt64(digit)
        }
        return number
    }
}
