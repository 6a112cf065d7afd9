import Foundation
import IAPCore

/// Reads the file of a history line by line, so that an error can say which one is damaged.
struct HistoryReader {
    private struct Header: Decodable {
        let format: String
        let version: Int
    }

    /// No store comes so far, and none that begins there comes to the end of `Int`.
    private static let largestIdentifier = 1 << 53

    let url: URL
    private let decoder = JSONDecoder()

    init(url: URL) {
        self.url = url
    }

    /// - Returns: `nil` when there is nothing in it: a file that was made and never written.
    /// - Throws: ``IAPError`` with code `historyDamaged` or `historyVersionUnsupported`.
    func contents(of data: Data) throws(IAPError) -> HistoryFile.Contents? {
        guard !data.isEmpty else { return nil }
        // Without an end, a first line is of a version that added none: the file came into its place as a whole.
        let base = data.prefix(upTo: data.firstIndex(of: HistoryFile.newline) ?? data.endIndex)
        var line = Line(number: 1, bytes: base, hasEnd: base.endIndex < data.endIndex)
        try checkHeader(line)
        var history = try decode(HistoryDocument.self, line).history
        var changes = data[base.endIndex...].split(separator: HistoryFile.newline, omittingEmptySubsequences: false)
            .dropFirst()
        // What follows the last end of a line; nothing, unless a crash cut it short.
        let tail = changes.popLast()
        for bytes in changes {
            line = Line(number: line.number + 1, bytes: bytes)
            guard history.apply(try decode(HistoryChange.self, line)) else {
                throw damage(line, "does not fit what the lines before say")
            }
        }
        try check(history, line)
        let isTorn = tail?.isEmpty == false
        return HistoryFile.Contents(
            history: history,
            baseLength: base.count + 1,
            length: tail?.isEmpty == true ? data.count : nil,
            loss: isTorn ? loss(ofLine: line.number + 1) : nil
        )
    }

    private struct Line {
        let number: Int
        /// With their places in the file.
        let bytes: Data.SubSequence
        var hasEnd = true
    }

    private func checkHeader(_ line: Line) throws(IAPError) {
        let header = try decode(Header.self, line)
        guard header.format == HistoryDocument.format else {
            throw failure(.historyDamaged, "This is no history of a simulated store. Name another file.", line)
        }
        guard header.version == HistoryDocument.version else {
            throw failure(
                .historyVersionUnsupported,
                "The history has version \(header.version); this SDK reads \(HistoryDocument.version). Update the SDK.",
                line
            )
        }
    }

    private func check(_ history: ServerHistory, _ line: Line) throws(IAPError) {
        guard (0...Self.largestIdentifier).contains(history.lastIdentifier) else {
            throw damage(line, "leads to \(history.lastIdentifier) as the last identifier, which cannot be")
        }
        guard history.isWhole else { throw damage(line, "names an account that the history does not have") }
        guard history.now >= .distantPast, history.now <= .distantFuture else {
            throw damage(line, "leads to \(history.now) as the store's date, which cannot be")
        }
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ line: Line) throws(IAPError) -> Value {
        do {
            return try decoder.decode(type, from: line.bytes)
        } catch {
            throw damage(line, line.hasEnd ? "cannot be read" : "breaks off", error)
        }
    }

    // MARK: Errors

    private func damage(_ line: Line, _ what: String, _ cause: (any Error)? = nil) -> IAPError {
        failure(
            .historyDamaged,
            """
            Line \(line.number), which begins at byte \(line.bytes.startIndex + 1), \(what). No crash does that; something \
            else changed the file. Put a copy of it back. Or delete it to begin anew, and with it the ledger of each app \
            that bought here: a new history gives out the same identifiers again, and the ledger would take new purchases \
            for old ones.
            """,
            line,
            cause
        )
    }

    /// What is said of a last line that was left out.
    private func loss(ofLine number: Int) -> IAPError {
        IAPError(
            .historyDamaged,
            """
            Line \(number) has no end. A crash cut it short before anybody was told what it says, so it is left out, and \
            nothing is lost. If it was not a crash that cut the file, put a copy of it back.
            """,
            place: IAPError.Place(file: url.path, line: number)
        )
    }

    private func failure(
        _ code: IAPError.Code,
        _ message: String,
        _ line: Line,
        _ cause: (any Error)? = nil
    ) -> IAPError {
        let path = (cause as? DecodingError)?.path
        return IAPError(
            code,
            message,
            place: IAPError.Place(file: url.path, path: path, line: line.number),
            underlying: cause
        )
    }
}

extension DecodingError {
    /// Where in the line it is, such as `$.history.accounts[0]`.
    fileprivate var path: String? {
        let context: Context
        switch self {
        case .typeMismatch(_, let described), .valueNotFound(_, let described), .keyNotFound(_, let described),
            .dataCorrupted(let described):
            context = described
        @unknown default: return nil
        }
        guard !context.codingPath.isEmpty else { return nil }
        return context.codingPath.reduce("$") { path, key in
            key.intValue.map { "\(path)[\($0)]" } ?? "\(path).\(key.stringValue)"
        }
    }
}
