import Foundation
import IAP
import IAPSandbox
import PurchaseAudit

/// All that a run has led to: the store's transactions and each device's ledger, byte for byte, but for the random
/// names that requests bear.
struct Transcript: Hashable {
    private let lines: [String]

    init(_ world: World) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var lines = world.appStore.allTransactions().map { "store: \($0)" }
        for installation in world.installations {
            let name = installation.devices[0]
            for entry in installation.disk.log {
                let text = String(decoding: try encoder.encode(entry), as: UTF8.self)
                lines.append("\(name): \(Self.withoutRequests(text))")
            }
        }
        self.lines = lines
    }

    /// - Throws: ``Violation`` that names the first line in which the runs differ.
    func check(_ other: Transcript) throws(Violation) {
        for (first, second) in zip(lines, other.lines) where first != second {
            throw Violation("Played again, it leads elsewhere:\n  \(first)\n  \(second)")
        }
        try require(
            lines.count == other.lines.count,
            "Played again, it leads to \(other.lines.count) instead of \(lines.count) transactions and entries."
        )
    }

    private static func withoutRequests(_ text: String) -> String {
        let parts = text.components(separatedBy: #""requestIdentifier":""#)
        // A UUID has 36 characters.
        return parts[0] + parts.dropFirst().map { $0.dropFirst(36) }.joined()
    }
}
