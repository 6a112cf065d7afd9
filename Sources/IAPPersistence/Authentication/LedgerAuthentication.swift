package import IAPCore

/// The chain of MACs in a storage, each over a content and the MAC before it.
package struct LedgerAuthentication: Sendable {
    private let authenticator: any LedgerAuthenticator
    /// Whether a ledger without MACs is accepted as it is.
    package let acceptsUnauthenticated: Bool

    package init(_ authenticator: any LedgerAuthenticator, acceptsUnauthenticated: Bool = false) {
        self.authenticator = authenticator
        self.acceptsUnauthenticated = acceptsUnauthenticated
    }

    /// The MAC of `bytes`, in hexadecimal digits.
    ///
    /// - Parameter previous: The MAC before; where nothing before has one, all that is before.
    package func mac(of bytes: some Sequence<UInt8>, after previous: some Sequence<UInt8>) throws -> [UInt8] {
        let code: [UInt8]
        do {
            code = try authenticator.authenticationCode(of: Array(previous) + Array(bytes))
        } catch {
            throw IAPError(
                .storageFailed,
                "The ledger's authenticator failed, so that nothing can be written or checked. The cause says why.",
                underlying: error
            )
        }
        guard (16...64).contains(code.count) else {
            throw IAPError(
                .storageFailed,
                "The ledger's authenticator gave a code of \(code.count) bytes. Give 16 to 64."
            )
        }
        let digits = Array("0123456789abcdef".utf8)
        return code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    package func isValid(
        _ mac: some Collection<UInt8>,
        of bytes: some Sequence<UInt8>,
        after previous: some Sequence<UInt8>
    ) throws -> Bool {
        let expected = try self.mac(of: bytes, after: previous)
        guard expected.count == mac.count else { return false }
        // In constant time: how long a comparison takes must not give the right code away.
        return zip(expected, mac).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    // MARK: Errors

    package static func forged(_ place: IAPError.Place) -> IAPError {
        IAPError(
            .ledgerForged,
            "The authentication code does not fit: the ledger was edited without the key here or before, or the "
                + "key is another one. Nothing was changed. Open it with the key that it was written with; otherwise "
                + "move it away and let the customer restore purchases.",
            place: place
        )
    }

    package static func unauthenticated(_ file: String) -> IAPError {
        IAPError(
            .ledgerForged,
            "The ledger has no authentication codes, so that it may have been written without the key. Nothing was changed. Open it "
                + "once with acceptsUnauthenticated if it is from a time before there was an authenticator; otherwise "
                + "move it away and let the customer restore purchases.",
            place: IAPError.Place(file: file)
        )
    }

    package static func missingAuthenticator(_ file: String) -> IAPError {
        IAPError(
            .storageFailed,
            "The ledger has authentication codes, and this storage has no authenticator to add to it. Nothing was "
                + "written. Open it with the authenticator that its other entries were written with.",
            place: IAPError.Place(file: file)
        )
    }

    /// - Throws: ``IAPError`` with code `invalidKey` when a key could be guessed.
    package static func check(key: some Collection<UInt8>) throws {
        guard key.count >= 32 else {
            throw IAPError(
                .invalidKey,
                "An authenticator's key of \(key.count) bytes is too short. Make 32 random bytes, once, and keep them "
                    + "in the keychain."
            )
        }
    }
}
