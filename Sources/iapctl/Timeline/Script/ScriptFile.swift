import Foundation
import IAPCore

/// Where a script comes from.
enum ScriptFile {
    /// More is no script.
    private static let limit = 1 << 20

    /// - Parameter path: `-` is the standard input.
    /// - Throws: ``IAPError`` with code `scriptInvalid` for what cannot be read, is too long or is no text.
    static func text(at path: String) throws -> String {
        let data: Data
        do {
            let handle =
                path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            var read = Data()
            while read.count <= limit, let more = try handle.read(upToCount: limit + 1 - read.count), !more.isEmpty {
                read += more
            }
            data = read
        } catch {
            throw IAPError(
                .scriptInvalid,
                "The script cannot be read: \(error.localizedDescription)",
                underlying: error
            )
        }
        guard data.count <= limit else {
            throw IAPError(.scriptInvalid, "The script is longer than a megabyte. Take a shorter one.")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw IAPError(.scriptInvalid, "The script is not in UTF-8. Save it as UTF-8.")
        }
        return text
    }
}
