import Foundation
import Testing

@Suite("A sample that is killed", .timeLimit(.minutes(10)))
struct KillingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Starts the shop, gives it a line, and kills it once its output has a text, or at once.
    private func kill(after line: String, showing text: String?) async throws {
        let input = Pipe()
        let output = Pipe()
        let process = try Sample.coinShop.process(["--data", folder.url.path])
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let texts = texts(from: output.fileHandleForReading)
        input.fileHandleForWriting.write(Data("\(line)\n".utf8))
        if let text {
            var shown = ""
            for await more in texts {
                shown += more
                if shown.contains(text) { break }
            }
            #expect(shown.contains(text))
        }
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
        #expect(await process.exitStatus() == 128 + SIGKILL)
    }

    private func status() async throws -> [String: String] {
        let run = try await Sample.coinShop.run("status", in: folder.url)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let pairs = run.lines.compactMap { line -> (String, String)? in
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }

    @Test("between commands has lost nothing that it showed")
    func betweenCommands() async throws {
        for _ in 0..<3 { try await kill(after: "buy com.iaptutorial.coins 2", showing: "20 coins more.\n") }
        try await kill(after: "buy com.iaptutorial.premium", showing: "Bought: Premium")
        let status = try await status()
        #expect(status["COINS"] == "60" && status["CHARGED"] == "6" && status["PREMIUM"] == "PURCHASED")
    }

    @Test("at any time has, after the next launch, exactly what was charged")
    func atAnyTime() async throws {
        for _ in 0..<6 {
            try await kill(after: "buy com.iaptutorial.coins", showing: nil)
            let status = try await status()
            let coins = try #require(status["COINS"].flatMap { Int($0) })
            let charged = try #require(status["CHARGED"].flatMap { Int($0) })
            #expect(coins == 10 * charged)
        }
    }

    @Test("A hundred purchases in a row are a hundred charges")
    func inARow() async throws {
        let script = Array(repeating: "buy coins", count: 100).joined(separator: "\n")
        #expect(try await Sample.coinShop.run(script, in: folder.url).status == 0)
        let status = try await status()
        #expect(status["COINS"] == "1000" && status["CHARGED"] == "100")
    }

    @Test("Two programs on one folder run one after the other")
    func sharingAFolder() async throws {
        async let first = Sample.coinShop.run("buy coins\nbuy coins\nbuy coins", in: folder.url)
        async let second = Sample.coinShop.run("buy coins\nbuy coins\nbuy coins", in: folder.url)
        #expect(try await [first.status, second.status] == [0, 0])
        let status = try await status()
        #expect(status["COINS"] == "60" && status["CHARGED"] == "6")
    }
}
