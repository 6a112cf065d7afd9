import Foundation
import IAPCore

extension StoreKitFile {
    static func data(of url: URL) throws -> Data {
        let name = url.isFileURL ? url.path : url.absoluteString
        guard url.isFileURL else {
            throw unreadable("This is not the URL of a file. Download it first.", name)
        }
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
            throw unreadable("There is no such file. Check the path.", name)
        }
        if isDirectory.boolValue {
            throw unreadable("This is a directory. Name the .storekit file in it.", name)
        }
        var data = Data()
        do {
            // Data(contentsOf:) takes the size of a pipe for that of its content.
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            while data.count <= largestSize, let part = try handle.read(upToCount: 1_048_576), !part.isEmpty {
                data += part
            }
        } catch {
            throw unreadable("The file cannot be read. Check its permissions.", name, underlying: error)
        }
        guard data.count <= largestSize else {
            let limit = largestSize / 1_048_576
            throw unreadable("There are more than \(limit) MiB of it. Is it a StoreKit configuration file?", name)
        }
        return data
    }

    /// A thousand times as large as any that was seen.
    private static let largestSize = 64 * 1_048_576

    static func root(of data: Data, name: String) throws -> JSONNode {
        if let problem = foreignFormat(of: data) { throw unreadable(problem, name) }
        do {
            let node = try JSONNode(data)
            guard case .object = node.value else {
                throw unreadable(
                    "This is JSON, but not an object. A StoreKit configuration file begins with {.",
                    name,
                    at: node.position
                )
            }
            return node
        } catch let failure as JSONNode.Failure {
            throw unreadable(
                "This is not JSON. \(failure.problem) Correct it here, or take the file from version control or Xcode "
                    + "again.",
                name,
                at: failure.position
            )
        }
    }

    private static func unreadable(
        _ message: String,
        _ name: String,
        at position: JSONNode.Position? = nil,
        underlying: (any Error)? = nil
    ) -> IAPError {
        IAPError(
            .catalogUnreadable,
            message,
            place: IAPError.Place(file: name, line: position?.line, column: position?.column),
            underlying: underlying
        )
    }

    /// Describes a file that is named like a StoreKit configuration file but is none.
    private static func foreignFormat(of data: Data) -> String? {
        let start = data.prefix(512)
        let text = String(decoding: start, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if data.isEmpty || (text.isEmpty && data.count < 512) {
            return "The file is empty. Create the configuration again in Xcode, or take it from version control."
        }
        let utf16 = "This is text in UTF-16 or UTF-32. Save it as UTF-8."
        let formats: [(beginning: [UInt8], problem: String)] = [
            (Array("book\0\0\0\0mark".utf8), "This is a macOS alias (bookmark). Copy the file that it points to."),
            (
                Array("bplist".utf8),
                "This is a binary property list, not JSON. Make a StoreKit configuration file in Xcode."
            ),
            ([0xFF, 0xFE], utf16), ([0xFE, 0xFF], utf16),
            (Array("PK\u{3}\u{4}".utf8), "This is a ZIP archive. Unpack it first."),
            (
                Array("version https://git-lfs".utf8),
                "This is a pointer to a file in Git LFS. Fetch the file with `git lfs pull`."
            ),
        ]
        if let format = formats.first(where: { start.starts(with: $0.beginning) }) { return format.problem }
        if text.hasPrefix("<") {
            return text.contains("<plist") || text.contains("DOCTYPE plist")
                ? "This is an XML property list, not JSON. Make a StoreKit configuration file in Xcode."
                : "This is XML or HTML, not JSON. Make a StoreKit configuration file in Xcode."
        }
        return nil
    }
}
