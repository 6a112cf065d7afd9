import Foundation
import PurchaseAudit

/// The command line.
struct Options {
    var steps = 100_000
    var seed: UInt64 = 1
    var length = 1_000
    var jobs = ProcessInfo.processInfo.activeProcessorCount
    var file: String?
    var isSelfTest = false
    /// Given by the process that starts the others.
    var isWorker = false
    var firstRun = 0
    var stride = 1

    init(_ arguments: some Sequence<String>) throws(Violation) {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            switch name {
            case "--self-test": isSelfTest = true
            case "--worker": isWorker = true
            case "--file": file = try Self.text(name, &rest)
            case "--steps": steps = try Self.number(name, &rest)
            case "--seed": seed = UInt64(try Self.number(name, &rest))
            case "--length": length = try Self.number(name, &rest)
            case "--jobs": jobs = try Self.number(name, &rest)
            case "--first-run": firstRun = try Self.number(name, &rest)
            case "--stride": stride = max(1, try Self.number(name, &rest))
            default: throw Violation("There is no option \(name).")
            }
        }
    }

    private static func text(_ name: String, _ rest: inout ArraySlice<String>) throws(Violation) -> String {
        guard let value = rest.popFirst() else { throw Violation("\(name) needs a value.") }
        return value
    }

    private static func number(_ name: String, _ rest: inout ArraySlice<String>) throws(Violation) -> Int {
        guard let number = Int(try text(name, &rest)), number >= 0 else {
            throw Violation("\(name) needs a whole number.")
        }
        return number
    }
}
