#if OpenSSL
import Foundation
import IAPCore
import IAPOpenSSL
import IAPPersistence
import Testing

@Suite("Authentication by OpenSSL")
struct OpenSSLAuthenticatorTests {
    /// Test cases 6 and 7 of RFC 4231, whose keys are long enough: https://www.rfc-editor.org/rfc/rfc4231#section-4.7
    @Test(
        "Codes are those of RFC 4231",
        arguments: [
            (
                "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            (
                "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
                    + "hashed before being used by the HMAC algorithm.",
                "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
            ),
        ]
    )
    func vectors(text: String, code: String) throws {
        let authenticator = try OpenSSLAuthenticator(key: [UInt8](repeating: 0xAA, count: 131))
        #expect(try authenticator.authenticationCode(of: Array(text.utf8)).map(hexadecimal).joined() == code)
    }

    @Test("Nothing has a code, too, and another key gives another one")
    func empty() throws {
        let codes = try [1, 2].map { key in
            try OpenSSLAuthenticator(key: [UInt8](repeating: key, count: 32)).authenticationCode(of: [])
        }
        #expect(codes.map(\.count) == [32, 32])
        #expect(codes[0] != codes[1])
    }

    @Test("A key that can be guessed is refused", arguments: [0, 16, 31])
    func shortKey(length: Int) {
        let error = #expect(throws: IAPError.self) {
            try OpenSSLAuthenticator(key: [UInt8](repeating: 1, count: length))
        }
        #expect(error?.code == .invalidKey)
    }

    @Test("A file that it authenticated is read with its key alone")
    func file() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("swift-iap-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        func open(_ key: UInt8) throws -> JSONFileStorage {
            JSONFileStorage(url: url, authenticator: try OpenSSLAuthenticator(key: [UInt8](repeating: key, count: 32)))
        }
        let entry = LedgerEntry(.delivered("1"), date: Date(timeIntervalSince1970: 0))
        #expect(try await open(1).append([entry], after: .start) != nil)
        #expect(try await open(1).load(after: .start).entries == [entry])
        let error = await #expect(throws: IAPError.self) { try await open(2).load(after: .start) }
        #expect(error?.code == .ledgerForged)
    }

    private func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
#endif
