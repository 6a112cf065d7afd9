package import IAPCore

/// How a storage seals: each seal is the authentication code of what is before and of a content of its own, in
/// hexadecimal digits.
package struct LedgerSeal: Sendable {
    private let sealer: any LedgerSealer
    /// Whether a ledger without seals is taken as it is.
    package let adoptsUnsealed: Bool

    package init(_ sealer: any LedgerSealer, adoptsUnsealed: Bool = false) {
        self.sealer = sealer
        self.adoptsUnsealed = adoptsUnsealed
    }

    /// The seal of `bytes`, when `previous` is the seal before, or all that is before when nothing of it is sealed.
    package func seal(of bytes: some Sequence<UInt8>, after previous: some Sequence<UInt8>) throws -> String {
        String(decoding: try digits(of: bytes, after: previous), as: UTF8.self)
    }

    package func isValid(
        _ seal: some Collection<UInt8>,
        of bytes: some Sequence<UInt8>,
        after previous: some Sequence<UInt8>
    ) throws -> Bool {
        Self.areEqual(try digits(of: bytes, after: previous), seal)
    }

    private func digits(of bytes: some Sequence<UInt8>, after previous: some Sequence<UInt8>) throws -> [UInt8] {
        let code: [UInt8]
        do {
            code = try sealer.authenticationCode(of: Array(previous) + Array(bytes))
        } catch {
            throw IAPError(
                .storageFailed,
                "The ledger's sealer failed, so that nothing can be sealed or checked. The cause says why.",
                underlying: error
            )
        }
        guard (16...64).contains(code.count) else {
            throw IAPError(.storageFailed, "The ledger's sealer gave a code of \(code.count) bytes. Give 16 to 64.")
        }
        let digits = Array("0123456789abcdef".utf8)
        return code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    /// Takes as long for seals that differ in their first byte as for those that differ in their last, so that time
    /// tells nothing about the right one.
    static func areEqual(_ seal: [UInt8], _ other: some Collection<UInt8>) -> Bool {
        guard seal.count == other.count else { return false }
        return zip(seal, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    // MARK: Refusals

    package static func forged(_ place: IAPError.Place) -> IAPError {
        IAPError(
            .ledgerForged,
            "The seal does not fit what it seals, so that somebody without the key has edited the ledger here or before, or "
                + "the key is another one. Nothing was changed. Open it with the key that sealed it; otherwise move it "
                + "away and let the customer restore purchases.",
            place: place
        )
    }

    package static func unsealed(_ file: String) -> IAPError {
        IAPError(
            .ledgerForged,
            "The ledger is not sealed, so that anybody may have written it. Nothing was changed. Open it once with "
                + "adoptsUnsealed if it is from a time before there was a sealer; otherwise move it away and let the "
                + "customer restore purchases.",
            place: IAPError.Place(file: file)
        )
    }

    package static func missingSealer(_ file: String) -> IAPError {
        IAPError(
            .storageFailed,
            "The ledger is sealed, and this storage has no sealer to add to it. Nothing was written. Open it with the "
                + "sealer that its other entries were written with.",
            place: IAPError.Place(file: file)
        )
    }

    /// - Throws: ``IAPError`` with code `invalidKey` when a key could be guessed.
    package static func check(key: some Collection<UInt8>) throws {
        guard key.count >= 32 else {
            throw IAPError(
                .invalidKey,
                "A sealer's key of \(key.count) bytes is too short. Make 32 random bytes, once, and keep them in the keychain."
            )
        }
    }
}
