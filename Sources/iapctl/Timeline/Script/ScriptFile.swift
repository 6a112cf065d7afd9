import Foundation
import IAPCore

/// Where a script comes from.
enum ScriptFile {
    /// More is no script.
    private static let limit = 1 << 20

    /// - Parameter path: `-` is the standard input.
    /// - Throws: ``IAPError`` with code `scriptInvalid` for what cannot be read, is too long or is no text.
    static func text(at path: String) throws -> String {
        if path != "-" { try check(path) }
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
                path == "-"
                    ? "The standard input cannot be read. Give it a script, or name a file."
                    : "The script cannot be read. Check the file's permissions.",
                underlying: error
            )
        }
        guard data.count <= limit else {
            throw IAPError(.scriptInvalid, "The script is longer than a megabyte. Take a shorter one.")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw invalid(data, path)
        }
        return text
    }

    private static func check(_ path: String) throws {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw IAPError(.scriptInvalid, "There is no such script. Check the path.")
        }
        if isDirectory.boolValue {
            throw IAPError(.scriptInvalid, "This is a folder, not a script. Name a file in it.")
        }
    }

    /// What is wrong with bytes that are no text, and where.
    private static func invalid(_ data: Data, _ path: String) -> IAPError {
        if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
            return IAPError(.scriptInvalid, "The script is in UTF-16 or UTF-32. Save it as UTF-8.")
        }
        var (line, lines) = (1, data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...])
        while let first = lines.popFirst(), String(validating: first, as: UTF8.self) != nil { line += 1 }
        return IAPError(
            .scriptInvalid,
            "These bytes are not UTF-8. Save the script as UTF-8.",
            place: IAPError.Place(file: path, line: line)
        )
    }
}
