import Foundation
import IAP
import PurchaseAudit

/// The app's own record of what it has given, spent and received as bought: a line each, whole once written, since a
/// killed process loses nothing that it has handed to the system.
final class Diary: Sendable {
    private let descriptor: Int32

    init(in directory: URL) throws(Violation) {
        descriptor = open(Self.url(in: directory).path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        try require(descriptor >= 0, "The diary cannot be opened.")
    }

    deinit {
        close(descriptor)
    }

    func write(_ line: String) throws(Violation) {
        let bytes = Array("\(line)\n".utf8)
        let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        try require(count == bytes.count, "The diary cannot be written.")
    }

    /// What it says, in the order written.
    static func read(in directory: URL) throws -> Contents {
        var contents = Contents()
        let text = try String(contentsOf: url(in: directory), encoding: .utf8)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            let number = words.count > 2 ? Int(words[2]) ?? 0 : 0
            guard words.count > 1 else { throw Violation("The diary has a torn line: \(line)") }
            switch words[0] {
            case "grant": contents.goods.apply(.grant, TransactionIdentifier(rawValue: words[1]), grantNumber: number)
            case "withdrawal":
                contents.goods.apply(.revocation, TransactionIdentifier(rawValue: words[1]), grantNumber: number)
            case "spend": contents.spends.begin(words[1], amount: number)
            case "spent": contents.spends.acknowledge(words[1])
            case "unspent": contents.spends.refuse(words[1])
            case "compacted": contents.compactions += 1
            case "bought": contents.bought.insert(TransactionIdentifier(rawValue: words[1]))
            default: throw Violation("The diary has an odd line: \(line)")
            }
        }
        return contents
    }

    struct Contents {
        var goods = Goods()
        var spends = SpendLog()
        /// What purchases were answered with.
        var bought: Set<TransactionIdentifier> = []
        var compactions = 0
    }

    private static func url(in directory: URL) -> URL { directory.appendingPathComponent("diary.txt") }
}
