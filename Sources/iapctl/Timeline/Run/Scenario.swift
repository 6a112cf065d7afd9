import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox

/// A script that runs against a simulated App Store, watched at every step.
struct Scenario {
    let store: SandboxAppStore
    let configuration: StoreConfiguration
    let start: Date
    var watcher: StoreWatcher
    var accounts = ScenarioAccounts()
    /// What is sold, where the script has said so.
    var isForSale: [ProductIdentifier: Bool] = [:]
    private var signatureCount = 0

    /// Whose turn it is.
    var account: String { accounts.current }

    /// - Throws: What opening the store throws.
    private init(_ configuration: StoreConfiguration, start: Date) throws {
        self.configuration = configuration
        self.start = start
        store = try SandboxAppStore(configuration: configuration, clock: ManualClock(now: start))
        watcher = StoreWatcher(catalog: configuration.products)
        watcher.look(at: store)
    }

    /// Runs a script to its end.
    ///
    /// - Throws: ``IAPError`` of the store's or the script's, with the place of the command that it stopped at.
    static func run(_ script: Script, _ configuration: StoreConfiguration) throws -> Scenario {
        var scenario = try Scenario(configuration, start: script.start)
        for statement in script.statements {
            do {
                try scenario.run(statement.command)
                try scenario.checkLength()
            } catch let error as IAPError {
                throw error.place == nil ? error.moved(to: statement.place) : error
            }
        }
        return scenario
    }

    /// Lets time pass, and looks at the store whenever something falls due.
    mutating func advance(to date: Date) throws {
        guard date > store.clock.now else {
            throw IAPError(
                .scriptInvalid,
                "It is \(DateWriting.text(store.clock.now, hasTime: true)) already, and time never goes back. "
                    + "Write a later date."
            )
        }
        guard date <= ScriptTime.latest, date.timeIntervalSince(start) <= ScriptTime.longest else {
            throw IAPError(
                .scriptInvalid,
                "A timeline is 100 years long at most, and ends before the year 3000. "
                    + "Write an earlier date or a shorter period."
            )
        }
        while let due = store.nextDueDate(upTo: date) {
            store.advance(to: due)
            watcher.look(at: store)
            try checkLength()
        }
        store.advance(to: date)
        watcher.look(at: store)
    }

    private func checkLength() throws {
        guard watcher.happenings.count <= 10_000 else {
            throw IAPError(
                .scriptInvalid,
                "More than 10,000 things would happen, too many for a picture. "
                    + "Let less time pass, take a slower rate, or make it two scripts."
            )
        }
    }

    /// A signature that the sandbox takes: it knows no cryptography, and wants each one once.
    mutating func signature() -> Payment.Offer.Signature {
        signatureCount += 1
        let number = UInt8(truncatingIfNeeded: signatureCount)
        let more = UInt8(truncatingIfNeeded: signatureCount >> 8)
        return Payment.Offer.Signature(
            keyIdentifier: configuration.settings.offerKeyIdentifier ?? "timeline",
            nonce: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, more, number)),
            timestamp: max(1, Int(store.clock.now.timeIntervalSince1970 * 1000)),
            signature: Data([number])
        )
    }
}

extension Script {
    /// When it begins: as its first line says, or on 1 January 2026.
    fileprivate var start: Date {
        if case .start(let date) = statements.first?.command { return date }
        return Date(timeIntervalSince1970: 1_767_225_600)
    }
}

extension IAPError {
    fileprivate func moved(to place: Place) -> IAPError {
        IAPError(
            code,
            message,
            productIdentifier: productIdentifier,
            transactionIdentifier: transactionIdentifier,
            place: place,
            underlying: underlying
        )
    }
}
