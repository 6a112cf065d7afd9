import Foundation
import Testing

@testable import SampleShop

@Suite("The command line of the samples", .timeLimit(.minutes(10)))
struct CommandLineTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("An option asks for help", arguments: Sample.all, ["--help", "-h"])
    func help(sample: Sample, option: String) async throws {
        let run = try await sample.run(in: nil, [option])
        #expect(run.output.hasPrefix("Usage: \(sample.name) [--data DIR]"))
        #expect(run.status == 0)
    }

    @Test(
        "Options that are not understood end with 64 and the usage",
        arguments: Sample.all,
        [
            ["--frobnicate"], ["--data"], ["--data", ""], ["--storage", "paper"], ["--locale", "12"], ["--locale", ""],
            ["--locale", "."], ["--help=yes"], ["--real-time=yes"], ["shop"], ["-"], ["--data", "a", "--data", "b"],
            ["--locale=de", "--storage", "memory", "--locale=de"],
        ]
    )
    func misuse(sample: Sample, arguments: [String]) async throws {
        let run = try await sample.run(in: nil, arguments)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("Usage: \(sample.name)"))
    }

    @Test("A catalog that cannot be read ends with its place in the file", arguments: Sample.all)
    func brokenCatalog(sample: Sample) async throws {
        let file = folder.url.appendingPathComponent("Broken.storekit")
        try Data("{\n  \"products\" : [,]\n}".utf8).write(to: file)
        let run = try await sample.run("status", in: folder.url, ["--catalog", file.path])
        #expect(run.status == 65)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("\(file.path):2:17: "))
    }

    @Test("A data folder that cannot be made is named", arguments: Sample.all)
    func dataFolder(sample: Sample) async throws {
        let file = folder.url.appendingPathComponent("file")
        try Data().write(to: file)
        let run = try await sample.run("status", in: file.appendingPathComponent("folder"))
        #expect(run.status == 73)
        #expect(run.errors.contains(file.path))
    }

    @Test(
        "A directory under the name of a file is reported as a directory",
        arguments: Sample.all,
        ["lock", "app-store.json", "purchases.jsonl"]
    )
    func directories(sample: Sample, name: String) async throws {
        let place = folder.url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let run = try await sample.run("status", in: folder.url)
        #expect([73, 74].contains(run.status) && run.output.isEmpty)
        #expect(run.errors.contains(place.path) && run.errors.contains("There is a directory under its name"))
        #expect(!run.errors.contains("Error Domain"))
    }

    @Test("A folder that another program uses is waited for, and the program is named")
    func takenFolder() async throws {
        let (holders, continuation) = AsyncStream.makeStream(of: String.self)
        var first: DataFolder? = try await DataFolder(url: folder.url) { continuation.yield("not “\($0)”") }
        let second = Task { [url = folder.url] in
            _ = try await DataFolder(url: url) { continuation.yield($0) }
        }
        let holder = await holders.first { _ in true }
        #expect(holder == "process \(ProcessInfo.processInfo.processIdentifier)")
        withExtendedLifetime(first) {}
        first = nil
        try await second.value
    }

    #if os(Linux)
    @Test(
        "Output that cannot be written ends the program, with the reason",
        arguments: Sample.all,
        [["--help"], []]
    )
    func fullOutput(sample: Sample, arguments: [String]) async throws {
        let input = folder.url.appendingPathComponent("input")
        try Data("status\nbuy nothing\n".utf8).write(to: input)
        let errors = Pipe()
        let process = try sample.process(["--data", folder.url.path] + arguments)
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
        process.standardError = errors
        try process.run()
        #expect(await process.exitStatus() == 74)
        let text = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        #expect(text == "\(sample.name): The output cannot be written: No space left on device.\n")
    }
    #endif

    @Test("A store that sells nothing says so", arguments: Sample.all)
    func emptyCatalog(sample: Sample) async throws {
        let file = folder.url.appendingPathComponent("Empty.storekit")
        try Data(#"{ "products" : [], "version" : { "major" : 3, "minor" : 0 } }"#.utf8).write(to: file)
        let run = try await sample.run("buy coins", in: folder.url, ["--catalog", file.path])
        #expect(run.lines == ["error: The store does not sell “coins”. It sells nothing now."])
    }

    @Test("A store that sells other things sells them", arguments: Sample.all)
    func otherCatalog(sample: Sample) async throws {
        let file = folder.url.appendingPathComponent("Other.storekit")
        let json = """
            {
              "products" : [ { "displayPrice" : "3", "productID" : "hat", "referenceName" : "Hat", "type" : "NonConsumable" } ],
              "version" : { "major" : 3, "minor" : 0 }
            }
            """
        try Data(json.utf8).write(to: file)
        let run = try await sample.run("products\nbuy hat\nbuy hat", in: folder.url, ["--catalog=\(file.path)"])
        #expect(run.lines.first?.contains("$3.00") == true)
        #expect(run.lines.contains { $0.hasPrefix("Not for sale here: ") })
        #expect(run.lines.suffix(2) == ["Bought: Hat, for $3.00.", "You have Hat already. Nothing was charged."])
        #expect(run.status == 0)
    }

    @Test("Scripts may have comments, empty lines, any line ends, and no end at all", arguments: Sample.all)
    func scripts(sample: Sample) async throws {
        let plain = try await sample.run("status\n", in: folder.url)
        let odd = try await sample.run("# first\n\n   \r\n\tSTATUS  # now\r", in: folder.url)
        #expect(odd.lines.first == plain.lines.first)
        #expect(odd.status == 0)
        #expect(try await sample.run("", in: folder.url).output.isEmpty)
    }

    @Test("A line that is not UTF-8 fails, and the next one is read", arguments: Sample.all)
    func notUTF8(sample: Sample) async throws {
        let run = try await sample.run(bytes: [0xFF, 0xFE, 0x0A] + Array("status\nquit\njuggle".utf8), in: folder.url)
        #expect(run.lines.first == "error: This is not UTF-8.")
        #expect(run.lines.contains { $0.contains("COINS: 0") || $0 == "PLAN: none" })
        #expect(run.errors == "\(sample.name): The command on line 1 failed.\n")
        #expect(run.status == 1)
    }

    @Test(
        "An unknown command lists those that there are, and control characters are not printed",
        arguments: Sample.all
    )
    func unknownCommand(sample: Sample) async throws {
        let run = try await sample.run("\u{1B}[2Jjuggle\nhelp", in: folder.url)
        #expect(!run.output.contains("\u{1B}"))
        #expect(run.lines.count { $0.contains("ask-to-buy on|off") } == 2)
        #expect(run.status == 1)
    }

    @Test("A script has plain output, whatever the terminal supports", arguments: Sample.all)
    func plainOutput(sample: Sample) async throws {
        let run = try await sample.run(
            "products\nstatus\nfail\n",
            in: folder.url,
            environment: ["TERM": "xterm-256color"]
        )
        #expect(!run.output.contains("\u{1B}"))
    }

    #if os(Linux)
    @Test("Without a data folder, the user's own is used", arguments: Sample.all)
    func standardFolder(sample: Sample) async throws {
        let run = try await sample.run("status", in: nil, environment: ["XDG_DATA_HOME": folder.url.path])
        #expect(run.status == 0)
        let store = folder.url.appendingPathComponent("\(sample.name)/app-store.json")
        #expect(FileManager.default.fileExists(atPath: store.path))
    }
    #endif
}
