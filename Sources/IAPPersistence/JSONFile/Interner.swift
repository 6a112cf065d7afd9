import Foundation

/// Values that were made of bytes, for the next time that the same bytes come: identifiers of products, units, groups.
///
/// It remembers a few hundred; two that fall on one place displace each other.
struct Interner<Value: Sendable>: Sendable {
    private var places: [(bytes: [UInt8], value: Value)?] = Array(repeating: nil, count: 512)

    /// - Parameter make: Reads the value when it is new; `nil` is not remembered.
    mutating func value(of bytes: UnsafeBufferPointer<UInt8>, make: () -> Value?) -> Value? {
        guard let base = bytes.baseAddress, let last = bytes.last else { return make() }
        // Identifiers differ at their ends most often.
        let place = (bytes.count &* 31 &+ Int(last) &* 7 &+ Int(bytes[max(bytes.count - 2, 0)]) &* 101) & 511
        if let (known, value) = places[place], known.count == bytes.count, memcmp(known, base, bytes.count) == 0 {
            return value
        }
        let value = make()
        if let value { places[place] = (Array(bytes), value) }
        return value
    }
}
