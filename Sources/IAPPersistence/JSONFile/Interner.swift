import Foundation

/// Values that were made of bytes, for the next time that the same bytes come: identifiers of products, units, groups.
///
/// It remembers a thousand that are not long; two that fall on one place displace each other.
struct Interner<Value: Sendable>: Sendable {
    private static var placeBits: Int { 10 }
    private static var longest: Int { 64 }

    /// By place, `longest` bytes for each.
    private var keys: [UInt8] = []
    private var keyLengths: [UInt8] = []
    private var values: [Value?] = []

    /// - Parameter make: Reads the value when it is new; `nil` is not remembered.
    mutating func value(of bytes: UnsafeBufferPointer<UInt8>, make: () -> Value?) -> Value? {
        guard let base = bytes.baseAddress, (1...Self.longest).contains(bytes.count) else { return make() }
        if values.isEmpty { makePlaces() }
        let place = Self.place(of: UnsafeRawBufferPointer(bytes))
        let isKnown = keys.withUnsafeBufferPointer { keys in
            Int(keyLengths[place]) == bytes.count
                && keys.baseAddress.map { memcmp($0 + place * Self.longest, base, bytes.count) == 0 } ?? false
        }
        if isKnown { return values[place] }
        guard let value = make() else { return nil }
        values[place] = value
        keyLengths[place] = UInt8(bytes.count)
        keys.replaceSubrange(place * Self.longest..<place * Self.longest + bytes.count, with: bytes)
        return value
    }

    private mutating func makePlaces() {
        let count = 1 << Self.placeBits
        keys = Array(repeating: 0, count: count * Self.longest)
        keyLengths = Array(repeating: 0, count: count)
        values = Array(repeating: nil, count: count)
    }

    /// - Parameter bytes: At least one.
    private static func place(of bytes: UnsafeRawBufferPointer) -> Int {
        var hash = UInt64(bytes.count)
        func mix(_ word: UInt64) {
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
        }
        var rest = bytes.count
        while rest >= 8 {
            rest -= 8
            mix(bytes.loadUnaligned(fromByteOffset: rest, as: UInt64.self))
        }
        for place in 0..<rest { mix(UInt64(bytes[place])) }
        return Int(hash >> (64 - placeBits))
    }
}
