import Foundation
import Testing

@testable import iapctl

@Suite("The tool's output, and failures to write it")
struct OutputTests {
    /// Runs a command with a standard output of the test's own.
    private func run(_ arguments: [String], into handle: FileHandle) -> (status: Int32, complained: [String]) {
        final class Lines { var complained: [String] = [] }
        let lines = Lines()
        let status = Iapctl.run(arguments, StandardOutput(handle)) { lines.complained.append($0) }
        return (status.rawValue, lines.complained)
    }

    private static let commands = [["help"], ["catalog"], ["lint"], ["timeline", "--script"]]

    @Test("A standard output that takes nothing is an error of every command that prints", arguments: commands)
    func unwritable(command: [String]) throws {
        try withFile(TimelineShop.text.replacing("\"0.99\"", with: "\"¥1\"")) { path in
            let script = path + ".timeline"
            try Data("buy month".utf8).write(to: URL(fileURLWithPath: script))
            let arguments = command[0] == "help" ? command : [command[0], path] + command.dropFirst() + [script]
            let call = command[0] == "timeline" || command[0] == "help" ? arguments : Array(arguments.dropLast())
            // A file that was opened for reading cannot be written.
            let closed = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            let result = run(call, into: closed)
            #expect(result.status == 1)
            #expect(result.complained.last?.contains("Not everything could be written to the standard output") == true)
        }
    }

    @Test("A reader that has left is reported, and does not end the tool silently")
    func brokenPipe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let result = run(["help"], into: pipe.fileHandleForWriting)
        #expect(result.status == 1 && result.complained.last?.contains("its reader has stopped") == true)
    }

    @Test("Arguments and scripts are quoted in short, and cannot move the cursor")
    func echo() throws {
        let long = String(repeating: "x", count: 100_000) + "\u{1B}[31m"
        let escape = "\u{1B}[2J\u{9B}\u{202E}\n"
        try withFile(TimelineShop.text) { path in
            for word in [long, escape] {
                let calls = [
                    [word], ["help", word], ["lint", "--\(word)"], ["preview", path, "--html", "x", "--locale", word],
                    ["preview", path, "--html", "x", "--locale", "en", "--storefront", word],
                    ["timeline", path, "--script", path, "--width", word],
                ]
                for call in calls {
                    let result = iapctlTests.run(call)
                    let first = result.complained.first?.split(separator: "\nusage:").first ?? ""
                    #expect(result.status == 64 && (10..<300).contains(first.count), "\(first)")
                    #expect(first.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{9B}" && $0 != "\u{202E}" })
                }
            }
        }
        let word = "\u{1B}[2J" + String(repeating: "y", count: 100_000)
        let usages = [
            "\(word)", "buy \(word)", "buy month \(word)", "buy month offer \(word)", "cancel \(word)", "start \(word)",
            "advance \(word)", "advance 3 \(word)", "rate \(word)", "grace \(word)", "price month \(word)",
            "storefront \(word)", "family stop \(word)", "family \(word)", "grace on \(word)", "refund 1\(word)",
            "refund \(String(repeating: "1", count: 100_000))", "buy coins \(String(repeating: "1", count: 100_000))",
            "account \(word)\nrefund",
        ]
        for usage in usages {
            let line = try #require(try TestScenario.run(usage).complained.last)
            #expect(line.count < 700, "\(line.prefix(200))")
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        }
    }

    @Test("A script that cannot be read is reported in plain words, with what to do")
    func scripts() throws {
        try withFile(TimelineShop.text) { path in
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let latin = folder + "/latin.timeline"
            try Data([0x62, 0x0A, 0xE9, 0x0A]).write(to: URL(fileURLWithPath: latin))
            for (script, words) in [
                (folder, "\(folder): error: This is a folder, not a script. Name a file in it."),
                (folder + "/none", "\(folder)/none: error: There is no such script. Check the path."),
                (latin, "\(latin):2: error: These bytes are not UTF-8. Save the script as UTF-8."),
            ] {
                let result = iapctlTests.run(["timeline", path, "--script", script])
                #expect(result.status == 1 && result.complained == [words])
            }
        }
    }

    @Test("A picture that cannot be written is reported in plain words, with what to do")
    func pictures() throws {
        try withFile(TimelineShop.text) { path in
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let script = folder + "/a script.timeline"
            try Data("buy month".utf8).write(to: URL(fileURLWithPath: script))
            for (out, words) in [
                (folder, "\(folder): error: This is a folder. Name a file in it."),
                (folder + "/none/x.svg", "There is no folder “"), (path + "/x.svg", "is a file, not a folder."),
            ] {
                let result = iapctlTests.run(["timeline", path, "--script", script, "--svg", out])
                #expect(result.status == 1 && result.complained.last?.contains(words) == true, "\(result.complained)")
            }
        }
    }

    @Test("A picture never replaces a file that is read, by whatever name", arguments: ["link", "hard", "path"])
    func ownInput(way: String) throws {
        try withFile(TimelineShop.text) { path in
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            let script = folder.appendingPathComponent("x.timeline")
            try Data("buy month".utf8).write(to: script)
            let out = folder.appendingPathComponent("out.svg").path
            switch way {
            case "link": try FileManager.default.createSymbolicLink(atPath: out, withDestinationPath: script.path)
            case "hard": try FileManager.default.linkItem(atPath: script.path, toPath: out)
            default: break
            }
            let name = way == "path" ? folder.path + "/../\(folder.lastPathComponent)/./x.timeline" : out
            let result = iapctlTests.run(["timeline", path, "--script", script.path, "--svg", name])
            #expect(result.status == 64)
            #expect(try String(contentsOf: script, encoding: .utf8) == "buy month")
        }
        #expect(iapctlTests.run(["timeline", "x", "--script", "y", "--svg", "-"]).status == 64)
    }

    @Test("Help names every option and every status, and misspelt commands and options are recognized")
    func help() {
        for command in Iapctl.commands {
            let help = iapctlTests.run(["help", command.name]).printed.joined()
            #expect(command.options.allSatisfy { !$0.meaning.isEmpty && help.contains($0.meaning) })
            for status in ["0:", "1:", "64:"] { #expect(help.contains(status)) }
        }
        #expect(iapctlTests.run(["timelin"]).complained[0].contains("Did you mean “timeline”?"))
        #expect(iapctlTests.run(["help", "timelin"]).status == 64)
        #expect(iapctlTests.run(["timeline", "x", "--scirpt", "y"]).complained[0].contains("Did you mean “--script”?"))
        #expect(
            iapctlTests.run(["timeline", "x", "--width", "-5", "--script", "y"]).complained[0].contains("60 to 400")
        )
    }
}
