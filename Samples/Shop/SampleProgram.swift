import Foundation
import IAP
import IAPSandbox
import SampleTerminal

/// A sample from its first argument to its exit status.
@MainActor
package enum SampleProgram<Shop: SampleShop> {
    // The numbers are those of sysexits.h.
    private static var misuse: Int32 { 64 }
    private static var badData: Int32 { 65 }
    private static var cannotCreate: Int32 { 73 }
    private static var inputOutput: Int32 { 74 }
    private static var tryLater: Int32 { 75 }

    private struct Ending: Error {
        let status: Int32
        let message: String
    }

    /// - Returns: The exit status: 0, 1 if a command of a script failed, or what kept the program from starting or from
    ///   going on.
    package static func run(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) async -> Int32 {
        do {
            let options = try Options(arguments: arguments)
            let console = Console()
            if options.wantsHelp {
                console.write(Options.help(of: Shop.name) + "\n")
            } else if let status = try await converse(in: open(options, console)) {
                return status
            }
            guard let failure = console.failure else { return 0 }
            throw Ending(
                status: inputOutput,
                message: "The output cannot be written: \(String(cString: strerror(failure.code.rawValue)))."
            )
        } catch let error as Options.Misuse {
            tell("\(error.message)\n\(Options.usage(of: Shop.name))")
            return misuse
        } catch let ending as Ending {
            tell(ending.message)
            return ending.status
        } catch let error as DataFolder.Unusable {
            tell(error.message)
            return error.isTaken ? tryLater : cannotCreate
        } catch let error as IAPError {
            tell(text(of: error))
            return error.code == .storageFailed ? inputOutput : badData
        } catch {
            tell("\(error)")
            return badData
        }
    }

    private static func tell(_ message: String) {
        try? Descriptor.error.write("\(Shop.name): \(message)\n")
    }

    /// Where it is, and what to do. Causes are for debuggers.
    private static func text(of error: IAPError) -> String {
        let place = [error.place?.file, error.place?.line.map(String.init), error.place?.column.map(String.init)]
        return (place.compactMap { $0 } + [" " + error.message]).joined(separator: ":")
            .trimmingCharacters(in: .whitespaces)
    }

    private static func open(_ options: Options, _ console: Console) async throws -> Session<Shop> {
        let configuration = try configuration(options.catalog)
        let url = options.data ?? DataFolder.standard(for: Shop.name)
        let folder = try await DataFolder(url: url) { tell("Waiting for \($0), which uses \(url.path).") }
        let appStore =
            options.isRealTime
            ? try SandboxAppStore(configuration: configuration, clock: .system, history: folder.appStore)
            : try SandboxAppStore(configuration: configuration, history: folder.appStore)
        if let rate = options.timeRate { appStore.timeRate = rate }
        if let locale = options.locale { appStore.locale = Locale(identifier: locale) }
        return Session(
            appStore: appStore,
            selling: configuration,
            folder: folder,
            storage: options.storage,
            isRealTime: options.isRealTime,
            console: console
        )
    }

    /// What the store sells. What a catalog file says wrongly is told and not sold.
    private static func configuration(_ url: URL?) throws -> StoreConfiguration {
        guard let url else {
            return try StoreKitFile(data: Data(Shop.shippedCatalog), name: "the built-in catalog").configuration
        }
        let file = try StoreKitFile(contentsOf: url)
        for diagnostic in file.diagnostics where diagnostic.severity == .error {
            try? Descriptor.error.write("\(url.path):\(diagnostic)\n")
        }
        return file.configuration
    }

    private static func converse(in session: Session<Shop>) async throws -> Int32? {
        let console = session.console
        let shared = SharedCommands(session: session)
        session.say(try await console.waiting(for: "Opening the shop") { try await session.launch() })
        if console.isInteractive { console.say("Welcome! Try “buy \(Shop.shortName)”, or “help”.") }
        if let error = session.appStore.historyError { console.say(session.sentence(for: error), .bad) }
        let conversation = Conversation(
            name: Shop.name,
            console: console,
            commands: CommandTable([shared.shop] + Shop.topics(in: session) + [shared.purchases]),
            state: { await session.screen() },
            describe: { session.sentence(for: $0) },
            news: { session.sayNews() }
        )
        session.feed.arrived = { [weak conversation] in conversation?.interrupt() }
        let passing = session.isRealTime ? Task { await session.appStore.run() } : nil
        defer { passing?.cancel() }
        return await conversation.run(reading: LineReader(.input))
    }
}
