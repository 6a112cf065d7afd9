import Foundation
import IAPPersistence

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A ledger's file of many entries, written by `Documentation/LedgerFormat.md`: writing it through a ledger, which
/// brings each purchase to the disk, would take minutes.
///
/// Of five entries two are purchases of coins, two their deliveries, and one is spending.
struct LargeLedger: Sendable {
    let url: URL
    let entryCount: Int

    static let product = "com.example.coins7"

    /// Makes the file, unless it is there already: a process whose memory is measured must not.
    init(entryCount: Int) throws {
        self.entryCount = entryCount
        // A directory of its own, as a ledger has: to watch one costs what the number of its files costs.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swift-iap-benchmark-1")
        url = folder.appendingPathComponent("\(entryCount).jsonl")
        guard !FileManager.default.fileExists(atPath: url.path) else { return }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let unfinished = url.appendingPathExtension("unfinished")
        let header = #"{"format":"swift-iap ledger","version":1,"id":"\#(entryCount)"}"#
        try Data("\(header)\n".utf8).write(to: unfinished)
        let file = try FileHandle(forWritingTo: unfinished)
        try file.seekToEnd()
        var text: [UInt8] = []
        for number in 0..<(entryCount / 5) {
            let entries = [
                "\(Self.purchase(2 * number)),\(Self.delivery(2 * number))",
                "\(Self.purchase(2 * number + 1)),\(Self.delivery(2 * number + 1))",
                Self.spending(number),
            ]
            for (place, entries) in entries.enumerated() {
                let summed = Array("\"line\":\(3 * number + place + 2),\"entries\":[\(entries)]}".utf8)
                text += Array("{\"sum\":\"\(Self.digits(of: summed))\",".utf8) + summed + [UInt8(ascii: "\n")]
            }
            if text.count > 1_000_000 || number == entryCount / 5 - 1 {
                try file.write(contentsOf: text)
                text = []
            }
        }
        try file.close()
        try FileManager.default.moveItem(at: unfinished, to: url)
    }

    /// The entries alone, as one array of JSON.
    func entries() throws -> Data {
        let lines = try read().split(separator: UInt8(ascii: "\n")).dropFirst()
        let start = Data(#""entries":["#.utf8)
        var array = Data("[".utf8)
        for line in lines {
            if array.count > 1 { array.append(UInt8(ascii: ",")) }
            guard let range = Data(line.prefix(80)).firstRange(of: start) else { continue }
            array += line.dropFirst(range.upperBound).dropLast(2)
        }
        return array + Data("]".utf8)
    }

    func read() throws -> [UInt8] {
        let file = open(url.path, O_RDONLY)
        guard file >= 0 else { throw POSIXError(.EIO) }
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = pread(file, buffer.baseAddress, size, 0)
            guard count == size else { throw POSIXError(.EIO) }
        }
    }

    // MARK: Writing

    private static func time(_ number: Int) -> String {
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "20\(digits(20 + number / 86_400 / 336))-\(digits(1 + number / 86_400 / 28 % 12))"
        return "\(day)-\(digits(1 + number / 86_400 % 28))T\(digits(number / 3_600 % 24)):"
            + "\(digits(number / 60 % 60)):\(digits(number % 60)).000Z"
    }

    private static func purchase(_ number: Int) -> String {
        let (date, identifier) = (time(number * 10), 2_000_000_000_000_000 + number)
        return #"{"credits":[{"amount":\#(number % 100 * 10 + 10),"unit":"coins"}],"date":"\#(date)","#
            + #""environment":"Production","kind":"recorded","transaction":{"currencyCode":"USD","#
            + #""environment":"Production","ownershipType":"purchased","payment":{"#
            + #""productIdentifier":"com.example.coins\#(number % 100)","quantity":1},"price":"0.99","#
            + #""productType":"consumable","reason":"purchase","signedDate":"\#(date)","storefront":"USA","#
            + #""transactionDate":"\#(date)","transactionIdentifier":"\#(identifier)","transactionState":"purchased"}}"#
    }

    private static func delivery(_ number: Int) -> String {
        #"{"date":"\#(time(number * 10))","environment":"Production","kind":"delivered","#
            + #""transactionIdentifier":"\#(2_000_000_000_000_000 + number)"}"#
    }

    private static func spending(_ number: Int) -> String {
        #"{"credits":[{"amount":5,"unit":"coins"}],"date":"\#(time(number * 20))","#
            + #""environment":"Production","kind":"spent","note":"a sword"}"#
    }

    private static func digits(of bytes: [UInt8]) -> String {
        let sum = ~bytes.reduce(~UInt32(0)) { sum, byte in sums[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
        return String(format: "%08x", sum)
    }

    private static let sums = (0..<256).map { (byte: UInt32) in
        (0..<8).reduce(byte) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
    }
}
