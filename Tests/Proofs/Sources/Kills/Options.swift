import Foundation
import PurchaseAudit

/// The command line.
struct Options {
    var rounds = 100
    var seed: UInt64 = 1
    var jobs = 2
    /// Whether the apps compact their ledger every few steps, instead of seldom.
    var compactsOften = false
    /// Given to the processes that are to be killed.
    var child: URL?
    var role = Role.app

    init(_ arguments: some Sequence<String>) throws(Violation) {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            if name == "--compact" {
                compactsOften = true
                continue
            }
            guard let value = rest.popFirst() else { throw Violation("\(name) needs a value.") }
            let number = Int(value).flatMap { $0 > 0 ? $0 : nil }
            switch name {
            case "--rounds": rounds = try Self.required(number, name)
            case "--seed": seed = UInt64(try Self.required(number, name))
            case "--jobs": jobs = try Self.required(number, name)
            case "--child": child = URL(fileURLWithPath: value)
            case "--role": role = try Self.required(Role(rawValue: value), name)
            default: throw Violation("There is no option \(name).")
            }
        }
    }

    private static func required<Value>(_ value: Value?, _ name: String) throws(Violation) -> Value {
        guard let value else { throw Violation("\(name) needs another value: a whole number from 1 on.") }
        return value
    }
}
