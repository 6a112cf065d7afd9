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

    private struct Ending: Error {
        let status: Int32
        let message: String
    }

    /// - Returns: The exit status: 0, 1 if a command of a script failed, or what kept the program from starting.
    package static func run(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) async -> Int32 {
        do {
            let options = try Options(arguments: arguments)
            if options.wantsHelp {
                Descriptor.output.write(Options.help(of: Shop.name) + "\n")
                return 0
            }
            return try await converse(in: open(options))
        } catch let error as Options.Misuse {
            Descriptor.error.write("\(Shop.name): \(error.message)\n\(Options.usage(of: Shop.name))\n")
            return misuse
        } catch let ending as Ending {
            Descriptor.error.write("\(Shop.name): \(ending.message)\n")
            return ending.status
        } catch {
            Descriptor.error.write("\(Shop.name): \(error)\n")
            return badData
        }
    }

    private static func open(_ options: Options) throws -> Session<Shop> {
        let configuration = try configuration(options.catalog)
        let url = options.data ?? DataFolder.standard(for: Shop.name)
        let folder: DataFolder
        do {
            folder = try DataFolder(url: url) {
                Descriptor.error.write("\(Shop.name): Waiting for another program that uses \(url.path).\n")
            }
        } catch {
            let message = """
                Nothing can be kept in \(url.path). Make it a folder that you may write to, or choose another with --data DIR.
                """
            throw Ending(status: cannotCreate, message: message)
        }
        let appStore = try SandboxAppStore(configuration: configuration, history: folder.appStore)
        if let rate = options.timeRate { appStore.timeRate = rate }
        if let locale = options.locale { appStore.locale = Locale(identifier: locale) }
        return Session(
            appStore: appStore,
            selling: configuration,
            folder: folder,
            storage: options.storage,
            console: Console()
        )
    }

    /// What the store sells. What a catalog file says wrongly is told and not sold.
    private static func configuration(_ url: URL?) throws -> StoreConfiguration {
        guard let url else {
            return try StoreKitFile(data: Data(Shop.shippedCatalog), name: "the built-in catalog").configuration
        }
        let file = try StoreKitFile(contentsOf: url)
        for diagnostic in file.diagnostics where diagnostic.severity == .error {
            Descriptor.error.write("\(url.path):\(diagnostic)\n")
        }
        return file.configuration
    }

    private static func converse(in session: Session<Shop>) async throws -> Int32 {
        let console = session.console
        let shared = SharedCommands(session: session)
        try await console.waiting(for: "Opening the shop") { try await session.launch() }.forEach { session.say($0) }
        if console.isInteractive { console.say("Welcome! Try “buy \(Shop.shortName)”, or “help”.") }
        if let error = session.appStore.historyError { console.say(session.sentence(for: error), .bad) }
        let conversation = Conversation(
            name: Shop.name,
            console: console,
            commands: CommandTable(shared.beforeOwn + Shop.commands(in: session) + shared.afterOwn),
            state: { session.screen() },
            describe: { session.sentence(for: $0) }
        )
        return await conversation.run(reading: LineReader(.input))
    }
}
