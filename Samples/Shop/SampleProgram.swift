import Foundation
import IAP
import IAPSandbox
import SampleTerminal

/// A sample from its first argument to its exit status.
@MainActor
public struct SampleProgram {
    private let type: any SampleApp.Type

    public init(_ type: any SampleApp.Type) {
        self.type = type
    }

    /// - Returns: The exit status: 0, 1 if a command of a script failed, or a number of `sysexits.h` when the program
    ///   could not start or go on.
    public func run(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) async -> Int32 {
        do {
            let options = try Options(arguments: arguments)
            let console = Console()
            var status: Int32 = 0
            if options.wantsHelp {
                console.write(Options.help(of: type.name) + "\n")
            } else {
                status = try await converse(options, console)
            }
            guard let failure = console.failure else { return status }
            return fail(74, "The output cannot be written: \(String(cString: strerror(failure.code.rawValue))).")
        } catch let error as Options.Misuse {
            return fail(64, "\(error.message)\n\(Options.usage(of: type.name))")
        } catch let error as DataFolder.Unusable {
            return fail(73, error.message)
        } catch let error as IAPError {
            let place = [error.place?.file, error.place?.line.map(String.init), error.place?.column.map(String.init)]
            let prefix = place.compactMap(\.self).map { "\($0):" }.joined()
            return fail(
                error.code == .storageFailed ? 74 : 65,
                prefix.isEmpty ? error.message : "\(prefix) \(error.message)"
            )
        } catch {
            return fail(65, "\(error)")
        }
    }

    private func fail(_ status: Int32, _ message: String) -> Int32 {
        StandardStreams.writeError("\(type.name): \(message)\n")
        return status
    }

    /// What the store sells. Errors in a catalog file are reported; what is sound in it is sold.
    private func configuration(_ url: URL?) throws -> StoreConfiguration {
        guard let url else {
            return try StoreKitFile(data: Data(type.catalog), name: "the built-in catalog").configuration
        }
        let file = try StoreKitFile(contentsOf: url)
        for diagnostic in file.diagnostics where diagnostic.severity == .error {
            StandardStreams.writeError("\(url.path):\(diagnostic)\n")
        }
        return file.configuration
    }

    private func converse(_ options: Options, _ console: Console) async throws -> Int32 {
        let configuration = try configuration(options.catalog)
        let url = options.data ?? DataFolder.standard(for: type.name)
        let name = type.name
        let folder = try await DataFolder(url: url) { holder in
            StandardStreams.writeError(
                "\(name): Waiting for \(holder), which uses \(url.path). Quit it, or choose another folder with "
                    + "--data DIR.\n"
            )
        }
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
        let conversation = Conversation(with: device)
        device.screen.display = { [weak conversation] in conversation?.update() }
        let passing = options.isRealTime ? Task { await appStore.run() } : nil
        defer { passing?.cancel() }
        return await conversation.run()
    }
}
