/// The MACs of a ledger's lines or rows, followed from one to the next.
///
/// Each covers its content and the MAC before it; where nothing before has a MAC, all the text that is before.
package struct AuthenticationChain {
    private let authentication: LedgerAuthentication
    /// What the next MAC covers besides its content.
    private var previous: [UInt8]
    private var hasMAC: Bool

    /// - Parameters:
    ///   - mac: The last one before the first content; `nil` if there is none.
    ///   - text: All that is before, if there is none.
    package init(
        _ authentication: LedgerAuthentication,
        after mac: [UInt8]?,
        text: @autoclosure () throws -> [UInt8]
    ) rethrows {
        self.authentication = authentication
        previous = try mac ?? text()
        hasMAC = mac != nil
    }

    /// Whether what was passed may count: its last MAC proves all that is before it.
    package var isProven: Bool { hasMAC || authentication.acceptsUnauthenticated }

    /// Checks the next content, and passes it. Only content before the first MAC may have none.
    ///
    /// - Parameter text: What the first MAC covers of it if it has none.
    /// - Throws: What the authenticator throws.
    package mutating func check(_ content: some Sequence<UInt8>, mac: [UInt8]?, text: [UInt8]) throws -> Bool {
        if let mac {
            guard try authentication.isValid(mac, of: content, after: previous) else { return false }
        } else if hasMAC {
            return false
        }
        skip(mac: mac, text: text)
        return true
    }

    /// Passes content that does not count and need not be proven. Its MAC is part of what the next MAC proves.
    package mutating func skip(mac: [UInt8]?, text: [UInt8]) {
        if let mac {
            (previous, hasMAC) = (mac, true)
        } else if !hasMAC {
            previous += text
        }
    }

    /// Passes new content, and returns its MAC in hexadecimal digits.
    package mutating func add(_ content: some Sequence<UInt8>) throws -> [UInt8] {
        let mac = try authentication.mac(of: content, after: previous)
        (previous, hasMAC) = (mac, true)
        return mac
    }
}
