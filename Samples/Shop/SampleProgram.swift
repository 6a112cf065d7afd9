import Foundation
import IAP
import IAPSandbox
import SampleTerminal

/// A sample from its first argument to its exit status.
@MainActor
public struct SampleProgram {
    // The numbers are those of sysexits.h.
    private static let misuse: Int32 = 64
    private static let badData: Int32 = 65
    private static let cannotCreate: Int32 = 73
    private static let inputOutput: Int32 = 74
    private static let tryLater: Int32 = 75

    private let type: any SampleApp.Type

    public init(_ type: any SampleApp.Type) {
        self.type = type
    }

    /// - Returns: The exit status: 0, 1 if a command of a script failed, or what kept the program from starting or from
    ///   going on.
    public func run(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) async -> Int32 {
        do {
            let options = try Options(arguments: arguments)
            let console = Console()
            var status: Int32? = 0
            if options.wantsHelp {
                console.write(Options.help(of: type.name) + "\n")
            } else {
                status = try await converse(options, console)
            }
            if let failure = console.failure {
                report("The output cannot be written: \(String(cString: strerror(failure.code.rawValue))).")
                return Self.inputOutput
            }
            return status ?? 0
        } catch let error as Options.Misuse {
            report("\(error.message)\n\(Options.usage(of: type.name))")
            return Self.misuse
        } catch let error as DataFolder.Unusable {
            report(error.message)
            return error.isTaken ? Self.tryLater : Self.cannotCreate
        } catch let error as IAPError {
            report(Self.text(of: error))
            return error.code == .storageFailed ? Self.inputOutput : Self.badData
        } catch {
            report("\(error)")
            return Self.badData
        }
    }

    private func report(_ message: String) {
        try? Descriptor.error.write("\(type.name): \(message)\n")
    }

    /// Where it is, and what to do. Causes are for debuggers.
    private static func text(of error: IAPError) -> String {
        let place = [error.place?.file, error.place?.line.map(String.init), error.place?.column.map(String.init)]
        return (place.compactMap { $0 } + [" " + error.message]).joined(separator: ":")
            .trimmingCharacters(in: .whitespaces)
    }

    /// What the store sells. Errors in a catalog file are reported; what they concern is not sold.
    private func configuration(_ url: URL?) throws -> StoreConfiguration {
        guard let url else {
            return try StoreKitFile(data: Data(type.catalog), name: "the built-in catalog").configuration
        }
        let file = try StoreKitFile(contentsOf: url)
        for diagnostic in file.diagnostics where diagnostic.severity == .error {
            try? Descriptor.error.write("\(url.path):\(diagnostic)\n")
        }
        return file.configuration
    }

    private func converse(_ options: Options, _ console: Console) async throws -> Int32? {
        let configuration = try configuration(options.catalog)
        let url = options.data ?? DataFolder.standard(for: type.name)
        let folder = try await DataFolder(url: url) { report("Waiting for \($0), which uses \(url.path).") }
        let clock: any StoreClock = options.isRealTime ? .system : ManualClock()
        let appStore = try SandboxAppStore(configuration: configuration, clock: clock, history: folder.appStore)
        if let rate = options.timeRate { appStore.timeRate = rate }
        if let locale = options.locale { appStore.locale = Locale(identifier: locale) }
        let device = try await console.waiting(for: "Opening the shop") {
            try await Device(
                type,
                appStore: appStore,
                selling: configuration,
                folder: folder,
                options: options,
                console: console
            )
        }
        if console.isInteractive { console.say("Welcome! Try “buy \(type.shortName)”, or “help”.") }
        if let error = appStore.historyError { console.say(device.sentence(for: error), .bad) }
        let conversation = Conversation(
            name: type.name,
            console: console,
            commands: { CommandTable(device.topics) },
            state: { await device.blocks() },
            describe: { device.sentence(for: $0) },
            news: { device.sayAlerts() }
        )
        device.screen.display = { [weak conversation] in conversation?.interrupt() }
        let passing = options.isRealTime ? Task { await appStore.run() } : nil
        defer { passing?.cancel() }
        return await conversation.run(reading: LineReader(.input))
    }
}

extension Device {
    fileprivate var topics: [CommandTopic] {
        [ShopCommands(device: self).topic] + app.topics(on: self) + [SimulatorControls(self).purchases]
    }
}
