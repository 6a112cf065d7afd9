/// The CRC-32 of [RFC 1952](https://www.rfc-editor.org/rfc/rfc1952), section 8, as zlib and PNG use it.
///
/// It finds damage, not forgery. Sixteen bytes at a time: a table for each says what a byte does to the sum that so many
/// others follow.
package enum CRC32 {
    private static let stride = 16

    /// 16 tables of 256 sums; the one of a byte that `n` others follow begins at `256 * n`.
    private static let tables: [UInt32] = {
        var tables = (0..<256).map { (byte: UInt32) in
            (0..<8).reduce(byte) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
        }
        for place in 256..<(256 * stride) {
            let sum = tables[place - 256]
            tables.append(tables[Int(sum & 0xFF)] ^ (sum >> 8))
        }
        return tables
    }()

    private static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            var sum = ~UInt32(0)
            var place = 0
            // Loads stay within `place + 16 <= count`; the tables' places are at most 256 * 15 + 255.
            @inline(__always) func folded(_ word: UInt32, before count: Int) -> UInt32 {
                tables[256 * (count + 3) + Int(word & 0xFF)] ^ tables[256 * (count + 2) + Int(word >> 8 & 0xFF)]
                    ^ tables[256 * (count + 1) + Int(word >> 16 & 0xFF)] ^ tables[256 * count + Int(word >> 24)]
            }
            @inline(__always) func word(_ offset: Int) -> UInt32 {
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + offset, as: UInt32.self))
            }
            while place + stride <= bytes.count {
                sum =
                    folded(word(0) ^ sum, before: 12) ^ folded(word(4), before: 8) ^ folded(word(8), before: 4)
                    ^ folded(word(12), before: 0)
                place += stride
            }
            while place < bytes.count {
                sum = tables[Int((sum ^ UInt32(bytes[place])) & 0xFF)] ^ (sum >> 8)
                place += 1
            }
            return ~sum
        }
    }

    package static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBytes { checksum(of: $0) }
    }

    package static func checksum(of bytes: [UInt8]) -> UInt32 { checksum(of: bytes[...]) }
}
