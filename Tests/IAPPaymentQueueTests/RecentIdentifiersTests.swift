import Foundation
@testable import IAPPaymentQueue
import Testing

@Suite("Requests that have ended")
struct RecentIdentifiersTests {
    @Test("The latest are remembered, and their number has a limit")
    func limit() {
        let limit = RecentIdentifiers.capacity
        let identifiers = (0..<(5 * limit)).map { _ in UUID() }
        var recent = RecentIdentifiers()
        for identifier in identifiers { recent.insert(identifier) }
        let latest = identifiers.suffix(limit)
        #expect(latest.allSatisfy(recent.contains))
        #expect(recent.count <= 2 * limit)
        #expect(!recent.contains(identifiers[0]))
    }
}
