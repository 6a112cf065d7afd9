import Foundation
import IAPCore

/// The file in which the App Store's side outlives the process: one line of JSON, written as a whole in place of the
/// one before whenever the history has changed.
struct HistoryFile: Sendable {
    private struct Header: Decodable {
        let format: String
        let version: Int
    }

    private struct Document: Codable {
        var format = HistoryFile.format
        var version = HistoryFile.version
        let history: StoreHistory
    }

    private static let format = "swift-iap sandbox history"
    /// Goes up when another version of the SDK would read the file wrongly.
    private static let version = 2

    private let url: URL
    /// What the file has, or what is not worth a file.
    private(set) var kept: StoreHistory

    /// Reads what was written. A file that is missing or empty is a history that has not begun.
    ///
    /// - Parameter now: When a history begins, where there is none.
    /// - Throws: ``IAPError`` with code `historyDamaged`, `historyVersionUnsupported` or `storageFailed`.
    init(_ url: URL, now: Date) throws(IAPError) {
        self.url = url
        kept = StoreHistory(now: now)
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return
        } catch {
            throw unusable("The history cannot be read.", error)
        }
        guard !data.isEmpty else { return }
        // Version 1 had further lines.
        try checkHeader(decode(Header.self, data.prefix { $0 != UInt8(ascii: "\n") }))
        kept = try decode(Document.self, data).history
        guard kept.isSound else { throw damage("The history contradicts itself.") }
    }

    /// Replaces the file if the history has changed. When this throws, the file is as before.
    ///
    /// - Parameter keepsDate: Whether a later date alone is a change. Otherwise each call of a store whose time passes
    ///   by itself would wait for the disk.
    /// - Throws: ``IAPError`` with code `storageFailed`.
    mutating func keep(_ history: StoreHistory, keepsDate: Bool) throws(IAPError) {
        var compared = history
        if !keepsDate { compared.now = kept.now }
        guard compared != kept else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            try (encoder.encode(Document(history: history)) + "\n".utf8).write(to: url, options: .atomic)
        } catch {
            throw unusable("The history cannot be written.", error)
        }
        // For its owner alone, where the file system knows owners.
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        kept = history
    }

    private func checkHeader(_ header: Header) throws(IAPError) {
        guard header.format == Self.format else {
            throw failure(.historyDamaged, "This is no history of a simulated store. Name another file.")
        }
        guard header.version != Self.version else { return }
        let isNewer = header.version > Self.version
        throw failure(
            .historyVersionUnsupported,
            isNewer
                ? "The history has version \(header.version); this SDK reads \(Self.version). Update the SDK."
                : "An earlier version of the SDK wrote this history, in version \(header.version). \(Self.howToBeginAnew)"
        )
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ data: Data) throws(IAPError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw damage("The history cannot be read. Something other than the SDK changed the file.", error)
        }
    }

    // MARK: Errors

    private static let howToBeginAnew = """
        Delete the file to begin anew, and with it the ledger of each app that bought here: a new history gives out the \
        same identifiers again, and the ledger would take new purchases for old ones.
        """

    private func damage(_ what: String, _ cause: (any Error)? = nil) -> IAPError {
        failure(.historyDamaged, "\(what) Put a copy of it back. Or begin anew: \(Self.howToBeginAnew)", cause)
    }

    private func unusable(_ event: String, _ error: any Error) -> IAPError {
        let remedy =
            DiskFailureReason(error)?.remedy ?? "Check the disk, and the permissions of the file and its folder."
        return failure(.storageFailed, "\(event) \(remedy)", error)
    }

    private func failure(_ code: IAPError.Code, _ message: String, _ cause: (any Error)? = nil) -> IAPError {
        let place = IAPError.Place(file: url.path, path: (cause as? DecodingError)?.path)
        return IAPError(code, message, place: place, underlying: cause)
    }
}

extension DecodingError {
    /// Where in the file it is, such as `$.history.accounts[0]`.
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
