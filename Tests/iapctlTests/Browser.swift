import Foundation

/// Chromium without a window.
struct Browser {
    private let path: String

    /// The one that is installed; `nil` where none is.
    static let installed: Browser? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = ["chromium", "chromium-browser", "google-chrome"].flatMap { name in folders.map { "\($0)/\(name)" }
        }
        return paths.first(where: FileManager.default.isExecutableFile).map(Browser.init)
    }()

    private init(path: String) {
        self.path = path
    }

    /// What the page has become once it is loaded and its scripts have run, as HTML.
    ///
    /// - Parameter folder: Where the browser may keep its profile.
    func document(of page: URL, width: Int, profile folder: URL) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [
            // A container has no sandbox to offer, often no graphics, and little shared memory.
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--user-data-dir=\(folder.path)", "--window-size=\(width),2000", "--timeout=30000", "--dump-dom",
            page.absoluteString,
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let document = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: document, as: UTF8.self)
    }
}
