/// The CRC-32 of [RFC 1952](https://www.rfc-editor.org/rfc/rfc1952), section 8, as zlib and PNG use it.
///
/// It finds damage, not forgery.
package enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { (byte: UInt32) in
        (0..<8).reduce(byte) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
    }

    package static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
    }
}
