import Foundation

@testable import iapctl

/// Runs the tool in this process.
func run(_ arguments: [String]) -> (status: Int32, printed: [String], complained: [String]) {
    final class Lines {
        var printed: [String] = []
        var complained: [String] = []
    }
    let lines = Lines()
    let console = Console(print: { lines.printed.append($0) }, complain: { lines.complained.append($0) })
    return (Iapctl.run(arguments, console).rawValue, lines.printed, lines.complained)
}

/// Runs the body with the path of a file that holds the text, and of a folder of the test's own.
func withFile<T>(_ text: String, _ body: (String) throws -> T) throws -> T {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("Shop.storekit")
    try Data(text.utf8).write(to: url)
    return try body(url.path)
}
