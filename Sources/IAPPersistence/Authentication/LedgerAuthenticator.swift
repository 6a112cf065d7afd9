/// Computes message authentication codes (MACs) with a secret key, so that a storage notices edits of its ledger.
///
/// Each line of a ledger's file, or row of its database, carries the MAC of its content and of the MAC before it. An
/// entry that was made up, changed or taken out of the middle without the key is an ``IAPError`` with code
/// `ledgerForged`. Not noticed is that the whole ledger, or its end, was put back to an earlier state: to notice that,
/// keep the number of entries elsewhere, such as on your server. A reader of the key can forge entries: keep the key in
/// the keychain, not in the app.
///
/// `CryptoKitAuthenticator` conforms on Apple's systems; `OpenSSLAuthenticator` of `IAPOpenSSL`, behind the package
/// trait `OpenSSL`, on all.
public protocol LedgerAuthenticator: Sendable {
    /// The MAC of bytes, such as their HMAC-SHA-256.
    ///
    /// The same bytes have the same code each time, codes have one length of 16 to 64 bytes, and without the key no code
    /// can be found. Storages call it on any thread, several at once, and while the ledger's file is locked: it must not
    /// call the ledger or its storage, nor wait for a caller of theirs.
    ///
    /// - Throws: What keeps the code from being computed. Nothing is written or accepted then.
    func authenticationCode(of bytes: [UInt8]) throws -> [UInt8]
}
