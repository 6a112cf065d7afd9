import Foundation
import Testing

@Suite("The samples at a terminal", .timeLimit(.minutes(10)))
struct TerminalTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(
        _ sample: Sample,
        _ arguments: [String] = [],
        columns: UInt16 = 80,
        rows: UInt16 = 24,
        environment: [String: String] = [:]
    ) throws -> (process: Process, terminal: PseudoTerminal) {
        let defaults = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "NO_COLOR": ""]
        let process = try sample.process(
            ["--data", folder.url.path] + arguments,
            environment: defaults.merging(environment) { $1 }
        )
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        process.standardInput = terminal.appSide
        process.standardOutput = terminal.appSide
        return (process, terminal)
    }

    @Test(
        "show a screen with the state, the products and a menu, and leave at the end of the input",
        arguments: Sample.all
    )
    func screen(sample: Sample) async throws {
        let (process, terminal) = try start(sample)
        try process.run()
        let screen = await terminal.text(until: "› ")
        #expect(screen.contains("\u{1B}[2J") && screen.contains("\u{1B}[1;7m"))
        #expect(screen.contains("buy ID [QUANTITY]") && screen.contains("$"))
        // Ctrl-D at the beginning of a line.
        terminal.type("\u{4}")
        #expect(await process.exitStatus() == 0)
    }

    @Test("list their commands on a screen of 24 rows by 80 columns", arguments: Sample.all)
    func help(sample: Sample) async throws {
        let (process, terminal) = try start(sample, environment: ["NO_COLOR": "1"])
        try process.run()
        _ = await terminal.text(until: "› ")
        terminal.type("help\n")
        let screen = await terminal.text(until: "› ")
        let frame = try #require(screen.split(separator: "\u{1B}[3J").last).split(
            separator: "\r\n",
            omittingEmptySubsequences: false
        )
        #expect(frame.count <= 24 && frame.allSatisfy { $0.count <= 80 })
        #expect(frame.first?.contains(sample.name) == true)
        for word in ["buy", "restore", "decline", "quit"] { #expect(frame.contains { $0.contains(word) }) }
        terminal.type("quit\n")
        #expect(await process.exitStatus() == 0)
    }

    @Test("show a spinner while the store is asked, and the result")
    func spinner() async throws {
        let (process, terminal) = try start(.coinShop)
        try process.run()
        _ = await terminal.text(until: "› ")
        terminal.type("buy coins\n")
        let text = await terminal.text(until: "10 coins more")
        #expect(text.contains("Buying Bag of Coins") && text.contains("\u{1B}[?25l") && text.contains("\u{1B}[?25h"))
        terminal.type("juggle\nquit\n")
        // A person has seen the failure.
        #expect(await process.exitStatus() == 0)
    }

    @Test("have no colour where NO_COLOR is set, and no screen on a dumb terminal")
    func plainTerminals() async throws {
        for (environment, hasScreen) in [(["NO_COLOR": "1"], true), (["TERM": "dumb"], false)] {
            let (process, terminal) = try start(.coinShop, environment: environment)
            try process.run()
            let screen = await terminal.text(until: "› ")
            #expect(!screen.contains("\u{1B}[1") && screen.contains("\u{1B}[2J") == hasScreen)
            terminal.type("quit\n")
            #expect(await process.exitStatus() == 0)
        }
    }

    @Test("keep within narrow windows", arguments: Sample.all)
    func narrowWindow(sample: Sample) async throws {
        let (process, terminal) = try start(sample, columns: 40, rows: 20, environment: ["NO_COLOR": "1"])
        try process.run()
        let screen = await terminal.text(until: "› ")
        let frame = try #require(screen.split(separator: "\u{1B}[3J").last)
        let widths = frame.split(separator: "\r\n").map(\.count)
        #expect(widths.count > 8 && widths.allSatisfy { $0 <= 40 })
        terminal.type("quit\n")
        #expect(await process.exitStatus() == 0)
    }

    @Test("draw around a command that is being typed")
    func drawingWhileTyping() async throws {
        let rate = ["--time-rate", "five-minutes"]
        // Some seconds before the end of a month of five minutes.
        let script = "buy svod_one_month_subscription_test\nadvance PT294S"
        #expect(try await Sample.streamingPlans.run(script, in: folder.url, rate).status == 0)
        let (process, terminal) = try start(.streamingPlans, rate + ["--real-time"])
        try process.run()
        _ = await terminal.text(until: "› ")
        terminal.type("qu")
        let text = await terminal.text(until: "Renewed: One Month")
        // The cursor is kept, and the screen is not cleared.
        #expect(text.contains("\u{1B}7") && !text.contains("\u{1B}[2J"))
        terminal.type("it\n")
        #expect(await process.exitStatus() == 0)
    }

    @Test("show the cursor again when they are interrupted")
    func interruption() async throws {
        let (process, terminal) = try start(.coinShop)
        try process.run()
        _ = await terminal.text(until: "› ")
        terminal.type("restore\n")
        _ = await terminal.text(until: "Asking the App Store")
        _ = kill(process.processIdentifier, SIGINT)
        #expect(await process.exitStatus() == 130)
        #expect(await terminal.text(until: "\u{1B}[?25h").contains("\u{1B}[?25h"))
    }
}
