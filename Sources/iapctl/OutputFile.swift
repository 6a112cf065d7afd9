import Foundation

/// A file that a command writes, and that is none of the files that it reads.
struct OutputFile {
    let path: String

    init(_ path: String, besides inputs: [String]) throws(Misuse) {
        guard path != "-" else {
            throw Misuse(text: "“-” is no file to write. Name one, or write “./-”.")
        }
        let own = Identity(path)
        guard !inputs.contains(where: { $0 != "-" && Identity($0) == own }) else {
            throw Misuse(text: "\(path.quoted) is what is read. Name another file to write.")
        }
        self.path = path
    }

    /// - Returns: The error line; `nil` when everything was written.
    func write(_ text: String) -> String? {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return nil
        } catch {
            let cause = error.systemErrorCode.map { ": " + String(cString: strerror($0)).lowercased() } ?? ""
            let problem = problem ?? "This file cannot be written\(cause). Make room, or name a file in another place."
            return "\(path.printable): error: \(problem)"
        }
    }

    /// What is wrong with the path.
    private var problem: String? {
        let files = FileManager.default
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        var isDirectory: ObjCBool = false
        if files.fileExists(atPath: path, isDirectory: &isDirectory) {
            if isDirectory.boolValue { return "This is a folder. Name a file in it." }
            return files.isWritableFile(atPath: path)
                ? nil : "You may not write this file. Change its permissions, or name another file."
        }
        guard files.fileExists(atPath: folder, isDirectory: &isDirectory) else {
            return "There is no folder \(folder.quoted). Make it, or name a file in another one."
        }
        if !isDirectory.boolValue { return "\(folder.quoted) is a file, not a folder. Name a file in a folder." }
        return files.isWritableFile(atPath: folder)
            ? nil : "You may not write in the folder \(folder.quoted). Change its permissions, or name another one."
    }

    /// Equal for the same file, by whatever path it is reached.
    private struct Identity: Equatable {
        let path: String
        let number: [Int]

        init(_ path: String) {
            let url = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL
            self.path = url.path
            let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
            number = [.systemNumber, .systemFileNumber].compactMap { (attributes?[$0] as? NSNumber)?.intValue }
        }

        static func == (left: Self, right: Self) -> Bool {
            left.path == right.path || left.number.count == 2 && left.number == right.number
        }
    }
}
