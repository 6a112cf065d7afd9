/// Computes authentication codes with a secret key, by which a storage seals what it keeps.
///
/// Each line of a ledger's file (each row of its database) carries the code of its content and of the code before it.
/// Who has no key cannot make an entry up, change one, or take one out of the middle without its being noticed
/// (``IAPError`` with code `ledgerForged`). Not noticed is what needs no code: that the whole ledger, or its end, was
/// put back to how it once was. To notice that, keep the number of entries elsewhere, such as on your server. And
/// whoever can read the key can seal: keep it in the keychain, not in the app.
///
/// `CryptoKitSealer` is one on Apple's systems; `OpenSSLSealer` of `IAPOpenSSL`, behind the package trait `OpenSSL`, is
/// one anywhere.
public protocol LedgerSealer: Sendable {
    /// The authentication code of bytes, such as their HMAC-SHA-256: the same one each time, of the same length, and
    /// not to be found without the key. 16 to 64 bytes. It may be called on any thread, by several at once.
    ///
    /// It is called while the ledger's file is locked, and so must not call back into the ledger or its storage, nor
    /// wait for anybody who might.
    ///
    /// - Throws: Whatever keeps the code from being computed. Nothing is written or accepted then.
    func authenticationCode(of bytes: [UInt8]) throws -> [UInt8]
}
