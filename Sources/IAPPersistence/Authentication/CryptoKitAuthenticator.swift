// The one place where authentication differs between Darwin and Linux. On Linux, see OpenSSLAuthenticator of IAPOpenSSL.
#if canImport(CryptoKit)
import CryptoKit
import Foundation

/// HMAC-SHA-256 of Apple's CryptoKit.
///
/// https://developer.apple.com/documentation/cryptokit/hmac
public struct CryptoKitAuthenticator: LedgerAuthenticator {
    private let key: [UInt8]

    /// - Parameter key: 32 random bytes or more. Made once, and kept in the keychain.
    /// - Throws: ``IAPError`` with code `invalidKey` when there are fewer.
    public init(key: some Collection<UInt8>) throws {
        try LedgerAuthentication.check(key: key)
        self.key = Array(key)
    }

    public func authenticationCode(of bytes: [UInt8]) throws -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
    }
}
#endif
