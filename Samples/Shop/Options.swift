import Foundation
import IAP
import IAPSandbox

/// What may follow the program's name.
struct Options: Sendable {
    enum Storage: String, Sendable, CaseIterable {
        case json, memory
    }

    /// Why arguments were not understood.
    struct Misuse: Error {
        let message: String
    }

    var data: URL?
    var catalog: URL?
    var storage = Storage.json
    var locale: String?
    var timeRate: StoreConfiguration.TimeRate?
    /// Whether time passes by itself, and not by command alone.
    var isRealTime = false
    var wantsHelp = false

    /// How long a month takes in the store.
    private static let timeRates: KeyValuePairs<String, StoreConfiguration.TimeRate> = [
        "real-time": .realTime,
        "hour": .monthlyRenewalEveryHour,
        "thirty-minutes": .monthlyRenewalEveryThirtyMinutes,
        "fifteen-minutes": .monthlyRenewalEveryFifteenMinutes,
        "five-minutes": .monthlyRenewalEveryFiveMinutes,
        "thirty-seconds": .monthlyRenewalEveryThirtySeconds,
    ]

    init() {}

    /// - Throws: ``Misuse``.
    init(arguments: [String]) throws {
        var rest = arguments[...]
        var given: Set<String> = []
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            func value() throws -> String {
                guard given.insert(parts[0]).inserted else {
                    throw Misuse(message: "\(parts[0]) is given twice. Give it once.")
                }
                guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                    throw Misuse(message: "\(parts[0]) needs a value.")
                }
                return value
            }
            switch parts[0] {
            case "--data": data = URL(fileURLWithPath: try value(), isDirectory: true)
            case "--catalog": catalog = URL(fileURLWithPath: try value())
            case "--storage":
                let name = try value()
                guard let storage = Storage(rawValue: name) else {
                    throw Misuse(message: "“\(name)” is no storage. There are json and memory.")
                }
                self.storage = storage
            case "--locale":
                let name = try value()
                guard let locale = Self.locale(name) else {
                    throw Misuse(
                        message: "“\(name)” is no locale. Write a language and perhaps a region, such as en_US or ja."
                    )
                }
                self.locale = locale
            case "--time-rate":
                let name = try value()
                guard let rate = Self.timeRates.first(where: { $0.key == name })?.value else {
                    let names = Self.timeRates.map(\.key).joined(separator: ", ")
                    throw Misuse(message: "“\(name)” is no time rate. There are \(names).")
                }
                timeRate = rate
            case "--real-time", "--help", "-h":
                guard parts.count == 1 else { throw Misuse(message: "\(parts[0]) takes no value.") }
                if parts[0] == "--real-time" { isRealTime = true } else { wantsHelp = true }
            default:
                throw Misuse(
                    message: argument.hasPrefix("-")
                        ? "There is no option \(argument)." : "“\(argument)” is not understood here."
                )
            }
        }
    }

    /// The identifier as `.storekit` files write it; `nil` unless it looks like one.
    private static func locale(_ name: String) -> String? {
        // Without an encoding, as in the environment's ja_JP.UTF-8.
        let parts = name.prefix { $0 != "." }.split(whereSeparator: { "_-".contains($0) })
        guard let language = parts.first, (2...3).contains(language.count),
            parts.allSatisfy({ (2...8).contains($0.count) && $0.utf8.allSatisfy(\.isASCIILetterOrDigit) }),
            language.utf8.allSatisfy(\.isASCIILetter)
        else { return nil }
        return parts.joined(separator: "_")
    }

    static func usage(of name: String) -> String {
        """
        Usage: \(name) [--data DIR] [--catalog FILE.storekit] [--storage json|memory] [--locale ID]
               [--time-rate NAME] [--real-time]
        """
    }

    static func help(of name: String) -> String {
        """
        \(usage(of: name))

          --data DIR                where purchases are kept; without it in
                                    \(DataFolder.standard(for: name).path)
          --catalog FILE.storekit   what the simulated App Store sells (default: built in)
          --storage json|memory     where this device keeps its ledger (default: json)
          --locale ID               the language of the store, such as en_US or ja
          --time-rate NAME          how long a month takes:
                                    \(timeRates.map(\.key).joined(separator: ", "))
          --real-time               let time pass by itself, also while you wait;
                                    otherwise it stands still
          --help                    this text

        The App Store is simulated and charges nobody. With a terminal, \(name)
        shows a screen; otherwise it reads one command a line, such as “status”,
        “buy ID” or “help”. The exit status is 1 if any command failed.
        """
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool { (97...122).contains(self | 32) }
    fileprivate var isASCIILetterOrDigit: Bool { isASCIILetter || (48...57).contains(self) }
}
