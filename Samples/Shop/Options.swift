import Foundation
import IAP
import IAPSandbox

/// The options of a sample's command line.
struct Options: Sendable {
    enum Storage: String, Sendable {
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

    /// The length of a month in the store.
    private static let timeRates: KeyValuePairs<String, StoreConfiguration.TimeRate> = [
        "real-time": .realTime,
        "hour": .monthlyRenewalEveryHour,
        "thirty-minutes": .monthlyRenewalEveryThirtyMinutes,
        "fifteen-minutes": .monthlyRenewalEveryFifteenMinutes,
        "five-minutes": .monthlyRenewalEveryFiveMinutes,
        "thirty-seconds": .monthlyRenewalEveryThirtySeconds,
    ]

    /// - Throws: ``Misuse``.
    init(arguments: [String]) throws {
        var rest = arguments[...]
        var given: Set<String> = []
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let option = parts[0]
            switch option {
            case "--real-time", "--help", "-h":
                guard parts.count == 1 else { throw Misuse(message: "\(option) takes no value.") }
                if option == "--real-time" { isRealTime = true } else { wantsHelp = true }
            case "--data", "--catalog", "--storage", "--locale", "--time-rate":
                guard given.insert(option).inserted else {
                    throw Misuse(message: "\(option) is given twice. Give it once.")
                }
                guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                    throw Misuse(message: "\(option) needs a value.")
                }
                try set(option, to: value)
            default:
                throw Misuse(
                    message: argument.hasPrefix("-")
                        ? "There is no option \(argument)." : "“\(argument)” is not understood here."
                )
            }
        }
    }

    private mutating func set(_ option: String, to value: String) throws {
        switch option {
        case "--data": data = URL(fileURLWithPath: value, isDirectory: true)
        case "--catalog": catalog = URL(fileURLWithPath: value)
        case "--storage":
            guard let storage = Storage(rawValue: value) else {
                throw Misuse(message: "“\(value)” is no storage. There are json and memory.")
            }
            self.storage = storage
        case "--locale":
            // The environment's ja_JP.UTF-8 has an encoding, which `.storekit` files do not write.
            let name = value.prefix { $0 != "." }.replacing("-", with: "_")
            guard name.wholeMatch(of: /[A-Za-z]{2,3}(_[A-Za-z0-9]{2,8})*/) != nil else {
                throw Misuse(
                    message: "“\(value)” is no locale. Write a language and perhaps a region, such as en_US or ja."
                )
            }
            locale = String(name)
        default:
            guard let rate = Self.timeRates.first(where: { $0.key == value })?.value else {
                let names = Self.timeRates.map(\.key).joined(separator: ", ")
                throw Misuse(message: "“\(value)” is no time rate. There are \(names).")
            }
            timeRate = rate
        }
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

        The App Store is simulated and charges nothing. With a terminal, \(name)
        shows a screen; otherwise it reads one command a line, such as “status”,
        “buy ID” or “help”. The exit status is 1 if any command failed.
        """
    }
}
