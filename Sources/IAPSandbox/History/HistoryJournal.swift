import Foundation
import IAPCore

/// Keeps a history in a file: what has changed as a line at its end and, once those lines are as long as all of it, all
/// of it anew. So a change costs what it changes, however long the history is.
struct HistoryJournal: Sendable {
    private static let leastLength = 65_536

    private let file: HistoryFile
    /// Where the next line goes; `nil` when all of it has to be written anew.
    private var length: Int?
    /// How much of the file is the history as it last was written anew.
    private var baseLength = 0
    /// What is said of a last line that was left out.
    private(set) var loss: IAPError?

    init(url: URL) {
        file = HistoryFile(url: url)
    }

    /// What was kept, with its changes followed from here on; `nil` when there is no file, or an empty one.
    ///
    /// - Throws: As ``HistoryFile/read()``.
    mutating func load() throws(IAPError) -> ServerHistory? {
        guard let contents = try file.read() else { return nil }
        (length, baseLength, loss) = (contents.length, contents.baseLength, contents.loss)
        var history = contents.history
        history.markKept()
        return history
    }

    /// Keeps what has changed. When this returns, a crash loses nothing; when it throws, nothing of it is kept.
    ///
    /// - Throws: ``IAPError`` with code `storageFailed`.
    mutating func save(_ history: inout ServerHistory) throws(IAPError) {
        if let end = length, end - baseLength < max(baseLength, Self.leastLength) {
            length = nil
            length = try file.append(history.change, at: end)
        } else {
            length = nil
        }
        if length == nil {
            baseLength = try file.save(history)
            length = baseLength
        }
        history.markKept()
    }
}
