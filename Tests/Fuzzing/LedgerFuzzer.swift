import Foundation
import IAPCore

@testable import IAPPersistence

/// Reads any bytes as a ledger's file: as they are, and with every line's checksum and number set right, so that what
/// is in the lines is read too.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    wait {
        await checkFile(bytes)
        let resealed = reseal(bytes)
        if resealed != bytes { await checkFile(resealed) }
    }
    return 0
}

private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swift-iap-fuzz-\(getpid())")

private func checkFile(_ bytes: [UInt8]) async {
    let file = folder.appendingPathComponent("ledger")
    succeed("a file is written") {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }
    var entries: [LedgerEntry] = []
    do {
        let recovery = try await JSONFileStorage(url: file).recover()
        require(content(of: file) == bytes, "recovering changes nothing")
        for error in recovery.errors { check(error, in: bytes) }
        entries = recovery.entries
    } catch let error as IAPError {
        require(error.code == .ledgerVersionUnsupported, "what can be recovered is recovered: \(error)")
        require(content(of: file) == bytes, "recovering changes nothing")
    } catch {
        fail("errors are the SDK's, not \(error)")
    }
    do {
        let batch = try await JSONFileStorage(url: file).load(after: .start)
        require(batch.entries.starts(with: entries), "loading finds what recovering does")
        entries = batch.entries
        let again = await succeed("a ledger that was read is read again") {
            try await JSONFileStorage(url: file).load(after: .start)
        }
        require(again.entries == entries && again.end == batch.end, "a ledger read twice is the same")
        require(again.recoveryReport.isEmpty, "what was mended needs no mending")
    } catch let error as IAPError {
        require([.ledgerDamaged, .ledgerVersionUnsupported].contains(error.code), "damage is damage, not \(error)")
        require(content(of: file) == bytes, "a damaged ledger is not changed")
        check(error, in: bytes)
    } catch {
        fail("errors are the SDK's, not \(error)")
    }
    await checkRewriting(entries)
}

/// What was read writes back to the same, and a ledger opens on it.
private func checkRewriting(_ entries: [LedgerEntry]) async {
    let file = folder.appendingPathComponent("copy")
    try? FileManager.default.removeItem(at: file)
    let copy = await succeed("entries that were read can be written") {
        _ = try await JSONFileStorage(url: file).append(entries, after: .start)
        return try await JSONFileStorage(url: file).load(after: .start).entries
    }
    require(copy == entries, "entries are read as they were written: \(entries) is not \(copy)")
    await succeed("a ledger opens on whatever entries there are") {
        let ledger = try await Ledger(storage: JSONFileStorage(url: file), clock: ManualClock())
        _ = (ledger.isPurchased("com.example.premium"), ledger.balance(of: "coins"))
        try await ledger.importPurchases([], credits: [Credit(1, of: "coins")], from: "fuzzer")
        try? await ledger.spend(1, of: "coins")
    }
}

private func check(_ error: IAPError, in bytes: [UInt8]) {
    guard let line = error.place?.line else { fail("damage has a line: \(error)") }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    require(lines.indices.contains(line - 1), "damage is in the file: \(error)")
    require(
        (1...max(lines[line - 1].count, 19) + 1).contains(error.place?.column ?? 1),
        "damage is in its line: \(error)"
    )
}

private func content(of file: URL) -> [UInt8] {
    succeed("a file is read") { Array(try Data(contentsOf: file)) }
}

// MARK: Lines set right

private func reseal(_ bytes: [UInt8]) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    var result: [UInt8] = []
    var number = 0
    for line in bytes.split(separator: newline, omittingEmptySubsequences: false) {
        number += 1
        if number > 1 { result.append(newline) }
        guard number > 1, let entries = line.firstRange(of: Array(#""entries":"#.utf8))?.lowerBound else {
            result += line
            continue
        }
        let summed = Array(#""line":\#(number),"#.utf8) + line[entries...]
        let sum = String(CRC32.checksum(of: summed), radix: 16)
        result += Array(#"{"sum":"\#(String(repeating: "0", count: 8 - sum.count))\#(sum)","#.utf8) + summed
    }
    return result
}

// MARK: Waiting

/// The fuzzer calls from a thread of its own, which has nothing else to do.
private func wait(_ body: @escaping @Sendable () async -> Void) {
    let end = DispatchSemaphore(value: 0)
    Task {
        await body()
        end.signal()
    }
    end.wait()
}
