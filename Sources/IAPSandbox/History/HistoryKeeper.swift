import Foundation
import IAPCore

/// Writes a history whenever it has changed.
struct HistoryKeeper: Sendable {
    private let file: HistoryFile
    /// What the file has, or what is not worth a file.
    private(set) var kept: StoreHistory

    /// - Parameter now: When a history begins, where there is none.
    /// - Throws: As ``HistoryFile/read()``.
    init(_ url: URL, now: Date) throws(IAPError) {
        file = HistoryFile(url: url)
        kept = try file.read() ?? StoreHistory(now: now)
    }

    /// - Parameter keepsDate: Whether a later date alone is a change. Otherwise each call of a store whose time passes
    ///   by itself would wait for the disk.
    /// - Throws: As ``HistoryFile/write(_:)``.
    mutating func keep(_ history: StoreHistory, keepsDate: Bool) throws(IAPError) {
        var compared = history
        if !keepsDate { compared.now = kept.now }
        guard compared != kept else { return }
        try file.write(history)
        kept = history
    }
}
