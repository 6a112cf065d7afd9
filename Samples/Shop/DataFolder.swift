import Foundation
import SampleTerminal

/// The folder that stands for a device and for the App Store's memory.
struct DataFolder: Sendable {
    /// Why a folder cannot be used, and what to do.
    struct Unusable: Error {
        /// Whether another program has it.
        let isTaken: Bool
        let message: String
    }

    let url: URL
    /// The device's state: what the SDK keeps. Deleting the app deletes it.
    var ledger: URL { url.appendingPathComponent("purchases.jsonl") }
    /// The simulated App Store's state, which no app could reach.
    var appStore: URL { url.appendingPathComponent("app-store.json") }
    private let lock: Descriptor

    /// A folder of the app's own in the user's data directory: `$XDG_DATA_HOME` or `~/.local/share`, on Apple platforms
    /// Application Support.
    static func standard(for name: String) -> URL {
        let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        return (folders.first ?? FileManager.default.homeDirectoryForCurrentUser)
            .appendingPathComponent(name, isDirectory: true)
    }

    /// Makes the folder, and keeps other processes away from it: the App Store's file has one writer at a time.
    ///
    /// - Parameters:
    ///   - patience: How long to wait for another process that has the folder.
    ///   - waiting: Called with the name of that process, before waiting.
    /// - Throws: ``Unusable``.
    @MainActor
    init(url: URL, patience: Duration = .seconds(10), waiting: (String) -> Void) async throws {
        self.url = url
        let lockFile = url.appendingPathComponent("lock")
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            lock = try Descriptor.lockFile(at: lockFile.path)
        } catch {
            let path = error is POSIXError ? lockFile.path : url.path
            let remedy = Self.remedy(for: error)
            throw Unusable(
                isTaken: false,
                message: "\(path) cannot be used. \(remedy) With --data DIR you choose another folder."
            )
        }
        if !lock.lock() {
            let holder = lock.text().flatMap { Int32($0) }.map { "process \($0)" } ?? "another program"
            waiting(holder)
            let start = ContinuousClock.now
            while !lock.lock() {
                guard ContinuousClock.now - start < patience else { throw Self.taken(url, by: holder) }
                // No file system reports when a lock is free.
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        lock.replaceText(with: "\(ProcessInfo.processInfo.processIdentifier)")
    }

    private static func taken(_ url: URL, by holder: String) -> Unusable {
        let message = """
            \(url.path) is in use by \(holder). Quit that first (if it was stopped with Ctrl-Z, “fg” brings it back), or choose \
            another folder with --data DIR.
            """
        return Unusable(isTaken: true, message: message)
    }

    private static func remedy(for error: any Error) -> String {
        switch (error as? POSIXError)?.code {
        case .EISDIR: "There is a directory under its name. Move that away."
        case .ENOSPC: "There is no space left. Make room."
        case .EROFS: "Its volume cannot be written to."
        default: "Make it a folder that you may write to."
        }
    }

    /// Deletes what the device knows.
    ///
    /// - Throws: ``CommandFailure`` when it stays.
    func deleteLedger() throws {
        do {
            try Descriptor.removeFile(at: ledger.path)
        } catch {
            let remedy = Self.remedy(for: error)
            throw CommandFailure("The app cannot be deleted: \(ledger.path) stays. \(remedy) Nothing was changed.")
        }
    }
}
