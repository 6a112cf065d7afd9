import Foundation
import Testing

@testable import iapctl

@Suite("The guide to timelines")
struct TimelineGuideTests {
    /// The package's folder.
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..").standardizedFileURL
    private static let guide =
        (try? String(contentsOf: package.appendingPathComponent("Documentation/Timelines.md"), encoding: .utf8)) ?? ""

    /// The code blocks of a language.
    private static func fences(_ language: String) -> [String] {
        guide.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            .filter { $0.hasPrefix("\(language)\n") }.map { String($0.dropFirst(language.count + 1)) }
    }

    private static var file: String { package.appendingPathComponent("Samples/StreamingPlans/Plans.storekit").path }

    @Test("It lists every form of every command")
    func forms() {
        for command in ScriptCommand.all where !["downgrade", "crossgrade", "change"].contains(command.words[0]) {
            #expect(Self.guide.contains("| `\(command.usage.replacing("|", with: "\\|"))"), "\(command.usage)")
        }
    }

    @Test("Its scripts run with the sample's products", arguments: fences("timeline"))
    func scripts(script: String) throws {
        try withFile(script) { path in
            let result = run(["timeline", Self.file, "--script", path, "--svg", path + ".svg"])
            #expect(result.status == 0 && result.complained.isEmpty, "\(result.complained)")
        }
    }

    @Test("Its scripts show every command")
    func commands() {
        let lines = Self.fences("timeline").flatMap { $0.split(separator: "\n") }
        for command in ScriptCommand.all {
            #expect(lines.contains { $0.hasPrefix(command.words.joined(separator: " ")) }, "\(command.usage)")
        }
    }

    @Test("Its command line makes its chart")
    func chart() throws {
        let command = try #require(Self.fences("sh").first).replacing("\\\n", with: "")
        var arguments = command.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(arguments.starts(with: ["swift", "run", "iapctl"]))
        try withFile("") { path in
            arguments = arguments.dropFirst(3).map { argument in
                if argument.hasSuffix(".svg") { return path + ".svg" }
                return argument.contains("/") ? Self.package.appendingPathComponent(argument).path : argument
            }
            let result = run(arguments)
            #expect(result.status == 0)
            let printed = result.printed.joined(separator: "\n")
            let chart = try #require(Self.fences("").first)
            #expect(printed.contains(chart), "\(printed)")
        }
    }
}
