import IAPCore
import Testing

@testable import IAPPersistence

@Suite("Identifiers as a ledger keeps them")
struct IdentifierKeyTests {
    private static let texts = [
        "2000000123456789", "1", "0", "007", "", "9999999999999999999", "18446744073709551615", "18446744073709551616",
        "-1", "+1", "1e3", "1 ", "abc", "１２",
    ]

    @Test("An identifier comes out as it went in, a number or not", arguments: texts)
    func kept(text: String) {
        #expect(IdentifierKey(TransactionIdentifier(text)).identifier.rawValue == text)
        let bytes = Array(text.utf8)
        let read = bytes.withUnsafeBufferPointer { IdentifierKey($0) { text } }
        #expect(read == IdentifierKey(TransactionIdentifier(text)))
    }

    @Test("Two are the same only if they are written the same")
    func different() {
        #expect(Set(Self.texts.map { IdentifierKey(TransactionIdentifier($0)) }).count == Self.texts.count)
    }
}
