import Foundation

/// A file that a command writes, which takes the place of none that it reads.
struct OutputFile {
    let path: String

    init(_ path: String, besides inputs: [String]) throws(Misuse) {
        let own = Self.identity(of: path)
        guard !inputs.contains(where: { Self.identity(of: $0) == own }) else {
            throw Misuse(text: "“\(path)” is what is read. Name another file to write.")
        }
        self.path = path
    }

    /// - Returns: The error line; `nil` when all is written.
    func write(_ text: String) -> String? {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return nil
        } catch {
            return
                "\(path): error: This file cannot be written. Name one in a folder that exists and that you may write in. "
                + "(\(error.localizedDescription))"
        }
    }

    private static func identity(of path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
}
