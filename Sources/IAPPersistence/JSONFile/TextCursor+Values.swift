import Foundation
import IAPCore

extension TextCursor {
    /// What follows a key that may be left out: `.some(nil)` if it is, `nil` if it is there and cannot be read.
    @inline(__always)
    mutating func optional<Value>(_ key: StaticString, read: (inout TextCursor) -> Value?) -> Value?? {
        guard skip(key) else { return .some(nil) }
        guard let value = read(&self) else { return nil }
        return .some(value)
    }

    mutating func currencyCode() -> Slice? { string(count: 3, of: 65...90) }

    mutating func string(count: Int, of bytes: ClosedRange<UInt8>) -> Slice? {
        string().flatMap { $0.count == count && all($0, satisfy: bytes.contains) ? $0 : nil }
    }

    /// Digits with at most one point between them, few enough for every `Decimal`.
    mutating func decimal() -> Slice? {
        guard let slice = string(), (1...30).contains(slice.count) else { return nil }
        var digits = 0
        var points = 0
        for byte in bytes[slice.start..<slice.end] {
            if byte &- 48 < 10 {
                digits += 1
            } else if byte == UInt8(ascii: "."), digits > 0 {
                points += 1
            } else {
                return nil
            }
        }
        let endsInDigit = bytes[slice.end - 1] != UInt8(ascii: ".")
        return points <= 1 && endsInDigit ? slice : nil
    }

    mutating func uuid() -> Slice? {
        guard let slice = string(), slice.count == 36 else { return nil }
        for (place, byte) in bytes[slice.start..<slice.end].enumerated() {
            let isRight =
                switch place {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: byte &- 48 < 10 || (65...70).contains(byte) || (97...102).contains(byte)
                }
            guard isRight else { return nil }
        }
        return slice
    }

    mutating func environment() -> PaymentTransaction.Environment? {
        if skip(#"Production""#) { return .production }
        if skip(#"Sandbox""#) { return .sandbox }
        return string().map { PaymentTransaction.Environment(rawValue: text($0)) }
    }

    /// The most frequent ones at once.
    mutating func kind() -> LedgerEntry.Kind? {
        if skip(#"recorded""#) { return .recorded }
        if skip(#"delivered""#) { return .delivered }
        if skip(#"spent""#) { return .spent }
        return string().map { LedgerEntry.Kind(rawValue: text($0)) }
    }

    mutating func productType() -> ProductType? {
        if skip(#"consumable""#) { return .consumable }
        if skip(#"nonConsumable""#) { return .nonConsumable }
        if skip(#"autoRenewable""#) { return .autoRenewable }
        return skip(#"nonRenewable""#) ? .nonRenewable : nil
    }

    mutating func transactionState() -> PaymentTransactionState? {
        if skip(#"purchased""#) { return .purchased }
        return skip(#"restored""#) ? .restored : nil
    }
}
