import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("Files that a crash or a fault has damaged")
struct DamageTests {
    private let folder: TemporaryFolder
    /// A ledger of three purchases: a header and three lines of two entries.
    private let whole: [UInt8]
    private let entries: [LedgerEntry]

    init() async throws {
        folder = try TemporaryFolder()
        let ledger = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger))
        for identifier: TransactionIdentifier in ["1", "2", "3"] { try await ledger.buyCoins(identifier) }
        entries = ledger.history
        whole = Array(try folder.content())
    }

    private func write(_ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: folder.ledger)
    }

    private func file() throws -> [UInt8] {
        Array(try folder.content())
    }

    private func load() async throws -> LedgerBatch {
        try await JSONFileStorage(url: folder.ledger).load(after: .start)
    }

    /// Where the lines begin.
    private var lineStarts: [Int] {
        [0] + whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }.dropLast()
    }

    @Test("A line torn at any byte is cut off and reported, and what came before it stays")
    func tornAnywhere() async throws {
        let start = lineStarts[3]
        for size in (start + 1)..<(whole.count - 1) {
            try write(whole[..<size])
            let batch = try await load()
            #expect(batch.entries == Array(entries.prefix(4)))
            #expect(batch.recoveryReport.count == 1)
            #expect(batch.recoveryReport.first?.place?.line == 4)
            #expect(try file() == Array(whole[..<start]))
        }
        #expect(try await load().recoveryReport.isEmpty)
    }

    @Test("A byte order mark in front of the header is named, and nothing is changed")
    func byteOrderMark() async throws {
        let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + whole
        try write(marked)
        let error = try await #require(throws: IAPError.self) { try await load() }
        #expect(error.code == .ledgerDamaged && error.place?.line == 1)
        #expect(error.message.contains("byte order mark") && error.message.contains("first 3 bytes"))
        #expect(try file() == marked)
        #expect(try await JSONFileStorage(url: folder.ledger).recover().entries == entries)
    }

    @Test("A header in another encoding, or behind anything, is none")
    func headerEncoding() async throws {
        let header = Array(whole[..<(lineStarts[1] - 1)])
        let wide: [UInt8] = header.flatMap { [$0, 0] }
        for bytes: [UInt8] in [wide, [0xFF, 0xFE] + wide, Array(" ".utf8) + header] {
            try write(bytes + whole[(lineStarts[1] - 1)...])
            let error = try await #require(throws: IAPError.self) { try await load() }
            #expect(error.code == .ledgerDamaged && error.place?.line == 1)
        }
    }

    @Test("A line that lacks its newline alone is kept, and ended")
    func unended() async throws {
        try write(whole.dropLast())
        let batch = try await load()
        #expect(batch.entries == entries)
        #expect(batch.recoveryReport.count == 1)
        #expect(try file() == whole)
        #expect(try await load().end == batch.end)
    }

    @Test("A last line of which sectors never reached the disk is cut off")
    func nulBytes() async throws {
        let start = lineStarts[3]
        let sector = (start / 512 + 1) * 512
        try #require(sector < whole.count - 1)
        for range in [start..<sector, sector..<whole.count] {
            var bytes = whole
            for place in range { bytes[place] = 0 }
            for padding in [0, 100] {
                try write(bytes + Array(repeating: 0, count: padding))
                let batch = try await load()
                #expect(batch.entries == Array(entries.prefix(4)))
                #expect(batch.recoveryReport.count == 1)
                #expect(try file() == Array(whole[..<start]))
            }
        }
    }

    @Test("The padding at the file's end is nothing, however much there is of it")
    func padding() async throws {
        for count in [1, 511, 512, 16_384, 100_000] {
            try write(whole + Array(repeating: 0, count: count))
            let batch = try await load()
            #expect(batch.entries == entries)
            #expect(batch.recoveryReport.isEmpty)
        }
    }

    @Test("However much padding there is, it is read piece by piece", arguments: [true, false])
    func largeRoom(holdsLines: Bool) async throws {
        let file = try FileHandle(forWritingTo: folder.ledger)
        if !holdsLines { try file.truncate(atOffset: 0) }
        try file.truncate(atOffset: 1 << 20)
        try file.close()
        let files = FaultyFileSystem()
        let storage = JSONFileStorage(url: folder.ledger, fileSystem: files)
        let batch = try await storage.load(after: .start)
        #expect(batch.entries == (holdsLines ? entries : []))
        #expect(try await storage.append([LedgerEntry(.delivered("4"), date: newYear)], after: batch.end) != nil)
        #expect(files.largestRead <= 1 << 17)
    }

    @Test(
        "What is in the padding other than a line is cut off and reported, and never written around",
        arguments: [0, 1, 700]
    )
    func spoiledRoom(distance: Int) async throws {
        let ledger = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger))
        try write(whole + Array(repeating: 0, count: distance) + [1] + Array(repeating: 0, count: 1_000))
        try await ledger.buyCoins("4")
        #expect(ledger.recoveryReport.count == 1)
        #expect(try file().starts(with: whole))
        #expect(try await load().entries == ledger.history)
    }

    @Test("Most appends leave the file's size as it is")
    func growth() async throws {
        let ledger = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger))
        var sizes: Set<Int> = []
        for number in 4...63 {
            try await ledger.buyCoins(TransactionIdentifier("\(number)"))
            sizes.insert(try Data(contentsOf: folder.ledger).count)
        }
        #expect(sizes.count < 20)
        #expect(try file().filter { $0 == 0 }.isEmpty)
    }

    @Test("A byte of the last line that became NUL is damage, and nothing is cut off")
    func singleNUL() async throws {
        for place in stride(from: lineStarts[3] + 1, to: whole.count - 1, by: 7)
        where place % 512 != 0 && place % 512 != 511 {
            var bytes = whole
            bytes[place] = 0
            try write(bytes)
            let error = await #expect(throws: IAPError.self) { try await load() }
            #expect(error?.code == .ledgerDamaged)
            #expect(try file() == bytes)
        }
    }

    @Test("A file torn at any byte of its first write is a new ledger")
    func tornStart() async throws {
        let first = Array(whole[..<lineStarts[2]])
        for size in Array(1...lineStarts[1]) + Array(stride(from: lineStarts[1] + 1, to: first.count - 1, by: 41)) {
            for bytes in [Array(first[..<size]), first[..<size] + Array(repeating: 0, count: first.count - size)] {
                try write(bytes)
                let batch = try await load()
                #expect(batch.entries.isEmpty)
                #expect(batch.recoveryReport.count == (size == lineStarts[1] ? 0 : 1))
                let ledger = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger))
                try await ledger.buyCoins("1")
                #expect(try await load().entries.count == 2)
            }
        }
        try write(Array(repeating: 0, count: 512) + first[512...])
        #expect(try await load().entries.isEmpty)
    }

    @Test(
        "A damaged line is an error that names it and changes nothing; the other lines stay readable",
        arguments: 1...3
    )
    func damagedLine(number: Int) async throws {
        let start = lineStarts[number]
        let end = number == 3 ? whole.count : lineStarts[number + 1]
        for place in stride(from: start, to: end - 1, by: 7) {
            var bytes = whole
            bytes[place] ^= 1
            if bytes[place] == UInt8(ascii: "\n") { continue }
            try write(bytes)
            let error = await #expect(throws: IAPError.self) { _ = try await load() }
            #expect(error?.code == .ledgerDamaged)
            #expect(error?.place?.file == folder.ledger.path)
            #expect(error?.place?.line == number + 1)
            #expect(error?.place?.column != nil)
            #expect(try file() == bytes)
        }
        let recovery = try await JSONFileStorage(url: folder.ledger).recover()
        var others = entries
        others.removeSubrange((number * 2 - 2)..<(number * 2))
        #expect(recovery.entries == others)
        #expect(recovery.errors.map(\.place?.line) == [number + 1])
    }

    @Test(
        "A line that was removed, doubled or moved is damage",
        arguments: [[0, 2, 3], [0, 1, 1, 2, 3], [0, 2, 1, 3]]
    )
    func lines(order: [Int]) async throws {
        let lines = String(decoding: whole, as: UTF8.self).split(separator: "\n")
        try write(Data(order.map { lines[$0] + "\n" }.joined().utf8))
        let error = await #expect(throws: IAPError.self) { _ = try await load() }
        #expect(error?.code == .ledgerDamaged)
        #expect(error?.message.contains("removed, added or moved") == true)
    }

    @Test(
        "A file that is no ledger is an error, and is left alone",
        arguments: ["hello", "hello\n", "{}", "{\"format\":\"other\",\"version\":1}\n", "\n", "\u{FEFF}{}\n", "null\n"]
    )
    func noLedger(text: String) async throws {
        try write(Data(text.utf8))
        #expect(try await code { _ = try await load() } == .ledgerDamaged)
        let storage = JSONFileStorage(url: folder.ledger)
        let entry = LedgerEntry(.delivered("1"), date: newYear)
        #expect(try await code { _ = try await storage.append([entry], after: .start) } == .ledgerDamaged)
        #expect(try file() == Array(text.utf8))
    }

    @Test("A file of a later version is an error that says to update, and is left alone")
    func laterVersion() async throws {
        let text = "{\"format\":\"swift-iap ledger\",\"version\":2,\"anything\":[]}\nwhatever"
        try write(Data(text.utf8))
        let error = await #expect(throws: IAPError.self) { _ = try await load() }
        #expect(error?.code == .ledgerVersionUnsupported)
        #expect(error?.message.contains("Update") == true)
        #expect(try file() == Array(text.utf8))
    }

    @Test("A ledger logs what was recovered and reports it")
    func recoveryReport() async throws {
        try write(whole.dropLast(9))
        let log = Locked<[IAPLogEvent]>([])
        let ledger = try await Ledger(storage: JSONFileStorage(url: folder.ledger), clock: ManualClock()) { event in
            log.withLock { $0.append(event) }
        }
        #expect(ledger.recoveryReport.count == 1)
        #expect(log.withLock { $0.map(\.level) } == [.warning])
        #expect(ledger.balance(of: "coins") == 20)
        try await ledger.buyCoins("3")
        #expect(try await load().entries == entries)
    }

    @Test("A tail that another process left torn is cut off by the next writer")
    func tornByAnother() async throws {
        let ledger = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger))
        let handle = try FileHandle(forWritingTo: folder.ledger)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(#"{"sum":"01"#.utf8))
        try handle.close()
        try await ledger.buyCoins("4")
        #expect(ledger.recoveryReport.count == 1)
        #expect(try await load().entries == ledger.history)
    }

    @Test("What is cut off is kept beside the file, the last time's alone")
    func remnant() async throws {
        for size in [whole.count - 9, whole.count - 20] {
            try write(whole[..<size])
            let message = try #require(try await load().recoveryReport.first?.message)
            #expect(message.contains(folder.ledger.path + ".torn"))
            let remnant = try Data(contentsOf: URL(fileURLWithPath: folder.ledger.path + ".torn"))
            #expect(Array(remnant) == Array(whole[lineStarts[3]..<size]))
        }
    }

    @Test("A file that was put back to an earlier state, and has grown since, is read anew")
    func putBack() async throws {
        let storage = JSONFileStorage(url: folder.ledger)
        let end = try await storage.load(after: .start).end
        // The same file, with a last line of the same length and other content.
        try write(whole[..<lineStarts[3]])
        try await Ledger.inMemory(JSONFileStorage(url: folder.ledger)).buyCoins("4")
        #expect(try file().count == whole.count)
        let batch = try await storage.load(after: end)
        #expect(batch.startsOver)
        #expect(batch.entries.last?.transactionIdentifier == "4")
        #expect(try await storage.append([LedgerEntry(.delivered("4"), date: newYear)], after: end) == nil)
    }
}
