import Foundation
import IAPCore

/// Reads a script from a file or the standard input.
enum ScriptFile {
    private static let largestSize = 1 << 20

    /// - Parameter path: `-` is the standard input.
    /// - Throws: ``IAPError`` with code `scriptInvalid` for what cannot be read, is too long or is no text.
    static func text(at path: String) throws -> String {
        let data = try data(at: path)
        guard data.count <= largestSize else {
            throw IAPError(.scriptInvalid, "The script is longer than a megabyte. Take a shorter one.")
        }
        if let text = String(validating: data, as: UTF8.self) { return text }
        if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
            throw IAPError(.scriptInvalid, "The script is in UTF-16 or UTF-32. Save it as UTF-8.")
        }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        throw IAPError(
            .scriptInvalid,
            "These bytes are not UTF-8. Save the script as UTF-8.",
            place: IAPError.Place(file: path, line: line + 1)
        )
    }

    /// The content, of which no more is read than it takes to see that it is too long.
    private static func data(at path: String) throws -> Data {
        let isInput = path == "-"
        var isDirectory: ObjCBool = false
        guard isInput || FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw IAPError(.scriptInvalid, "There is no such script. Check the path.")
        }
        if isDirectory.boolValue {
            throw IAPError(.scriptInvalid, "This is a folder, not a script. Name a file in it.")
        }
        do {
            let handle = isInput ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            var data = Data()
            while data.count <= largestSize, let part = try handle.read(upToCount: largestSize), !part.isEmpty {
                data += part
            }
            return data
        } catch {
            throw IAPError(
                .scriptInvalid,
                isInput
                    ? "The standard input cannot be read. Give it a script, or name a file."
                    : "The script cannot be read. Check the file's permissions.",
                underlying: error
            )
        }
    }
}
