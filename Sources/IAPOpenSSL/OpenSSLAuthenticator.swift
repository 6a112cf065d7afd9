#if OpenSSL
import COpenSSL
import IAPCore
public import IAPPersistence

/// HMAC-SHA-256 of OpenSSL's libcrypto, 1.1 or later. Needs the package trait `OpenSSL`.
///
/// https://docs.openssl.org/3.0/man3/HMAC/
public struct OpenSSLAuthenticator: LedgerAuthenticator {
    private let key: [UInt8]

    /// - Parameter key: 32 random bytes or more. Made once, and kept where the app alone can read them.
    /// - Throws: ``IAPError`` with code `invalidKey` when there are fewer.
    public init(key: some Collection<UInt8>) throws {
        try LedgerAuthentication.check(key: key)
        self.key = Array(key)
    }

    public func authenticationCode(of bytes: [UInt8]) throws -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, &count) != nil else {
            throw IAPError(
                .systemError,
                "OpenSSL computed no HMAC-SHA-256. Look whether its configuration leaves SHA-256 out."
            )
        }
        return Array(code.prefix(Int(count)))
    }
}
#endif
