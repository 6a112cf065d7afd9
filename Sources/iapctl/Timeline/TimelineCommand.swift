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
        let style = try TerminalStyle(arguments, console.terminal)
        let out: OutputFile?
        if let name = arguments["--svg"] { out = try OutputFile(name, besides: [path, scriptPath]) } else { out = nil }
        let configuration: StoreConfiguration
        let status: ExitStatus
        do {
            (configuration, status) = try StoreConfiguration.read(path, console)
        } catch {
            console.complain(errorLine(error, in: path))
            return .failure
        }
        let timeline: Timeline
        do {
            let text = try ScriptFile.text(at: scriptPath)
            let script = try Script(text, file: scriptName, names: ProductNames(products: configuration.products))
            let title = scriptPath == "-" ? path : scriptPath
            timeline = Timeline(
                try Scenario.run(script, configuration),
                title: URL(fileURLWithPath: title).deletingPathExtension().lastPathComponent
            )
        } catch {
            console.complain(errorLine(error, in: scriptName))
            return .failure
        }
        for line in TerminalChart(timeline: timeline, style: style).lines { console.print(line) }
        guard let failure = out?.write(TimelinePicture(timeline).svg) else { return status }
        console.complain(failure)
        return .failure
    }
}

extension TerminalStyle {
    fileprivate init(_ arguments: Arguments, _ terminal: Terminal?) throws(Misuse) {
        var width = min(max(terminal?.columns ?? 100, 60), 400)
        if let text = arguments["--width"] {
            guard let number = Int(text), (60...400).contains(number) else {
                throw Misuse(text: "A width of \(text.quoted) cannot be. Write a number from 60 to 400.")
            }
            width = number
        }
        self.init(
            width: width,
            hasColour: terminal?.hasColour ?? false,
            hasUnicode: arguments["--ascii"] == nil && terminal?.hasUnicode ?? true
        )
    }
}
