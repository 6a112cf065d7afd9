import Foundation
import IAPStoreKitFile
import IAPCore

extension Command {
    static let timeline = Command(
        name: "timeline",
        parameters: "FILE",
        summary:
            "Runs a scenario against a simulated App Store and draws what becomes of each subscription. The language of"
            + "\nscenarios is described in Documentation/Timelines.md.",
        arity: 1...1,
        options: [
            Option(
                name: "--script",
                value: "SCRIPT",
                isRequired: true,
                meaning: "the scenario, a file of UTF-8 text; “-” is the standard input"
            ),
            Option(name: "--svg", value: "OUT", meaning: "draws the picture into a file as well"),
            Option(
                name: "--width",
                value: "COLUMNS",
                meaning: "60 to 400; without it the terminal's width, or 100"
            ),
            Option(name: "--ascii", meaning: "no character outside ASCII"),
        ]
    ) { (arguments, console) throws(Misuse) in
        let path = arguments.parameters[0]
        let scriptPath = arguments["--script"] ?? "-"
        let scriptName = scriptPath == "-" ? "<stdin>" : scriptPath
        let terminal = try terminal(arguments, console)
        let out = try arguments["--svg"].map { (name) throws(Misuse) in
            try OutputFile(name, besides: [path, scriptPath])
        }
        var file = path
        do {
            let (configuration, status) = try StoreConfiguration.read(path, console)
            file = scriptName
            let text = try ScriptFile.text(at: scriptPath)
            let script = try Script(text, file: scriptName, names: ProductNames(products: configuration.products))
            let title = URL(fileURLWithPath: scriptPath == "-" ? path : scriptPath)
            let timeline = Timeline(
                try Scenario.run(script, configuration),
                title: title.deletingPathExtension().lastPathComponent
            )
            for line in TerminalChart(timeline: timeline, terminal: terminal).lines { console.print(line) }
            guard let failure = out?.write(TimelinePicture(timeline).svg) else { return status }
            console.complain(failure)
        } catch {
            console.complain(errorLine(error, in: file))
        }
        return .failure
    }

    /// The console's terminal with the width and the characters that the arguments ask for.
    private static func terminal(_ arguments: Arguments, _ console: Console) throws(Misuse) -> Terminal {
        var terminal = console.terminal ?? Terminal()
        terminal.columns = min(max(terminal.columns, 60), 400)
        if let text = arguments["--width"] {
            guard let number = Int(text), (60...400).contains(number) else {
                throw Misuse(text: "A width of \(text.quoted) is impossible. Write a number from 60 to 400.")
            }
            terminal.columns = number
        }
        if arguments["--ascii"] != nil { terminal.hasUnicode = false }
        return terminal
    }
}
