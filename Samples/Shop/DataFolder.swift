import Foundation
import SampleTerminal

/// The folder that stands for a device and for the App Store's memory.
struct DataFolder: Sendable {
    /// Why a folder cannot be used, and what to do.
    struct Unusable: Error {
        let message: String
    }

    let url: URL
    /// What the SDK keeps on the device. It is deleted with the app.
    var ledger: URL { url.appendingPathComponent("purchases.jsonl") }
    /// The state of the simulated App Store, which no app could reach.
    var appStore: URL { url.appendingPathComponent("app-store.json") }
    /// Its lock is released when the file is closed, also by a crash.
    private let lockFile: FileHandle

    /// A folder of the app's own in the user's data directory: `$XDG_DATA_HOME` or `~/.local/share`, on Apple platforms
    /// Application Support.
    static func standard(for name: String) -> URL {
        let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        return (folders.first ?? FileManager.default.homeDirectoryForCurrentUser)
            .appendingPathComponent(name, isDirectory: true)
    }

    /// Makes the folder, and locks it: the App Store's file has one writer at a time.
    ///
    /// - Parameter waiting: Called with the name of the process that holds the lock, before waiting for it.
    /// - Throws: ``Unusable``.
    init(url: URL, waiting: @Sendable (String) -> Void) async throws {
        self.url = url
        let path = url.appendingPathComponent("lock").path
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw Self.unusable(url.path, error)
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.unusable(path, Self.lastError) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        lockFile = file
        // Where the file system has no locks, nothing is waited for.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            let holder = (try? file.readToEnd()).flatMap { Int32(String(decoding: $0, as: UTF8.self)) }
            waiting(holder.map { "process \($0)" } ?? "another program")
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    while flock(file.fileDescriptor, LOCK_EX) != 0, errno == EINTR {}
                    continuation.resume()
                }
            }
        }
        // For the next one that waits.
        try? file.truncate(atOffset: 0)
        try? file.write(contentsOf: Data("\(ProcessInfo.processInfo.processIdentifier)".utf8))
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    private static func unusable(_ path: String, _ error: any Error) -> Unusable {
        Unusable(message: "\(path) cannot be used. \(remedy(for: error)) With --data DIR you choose another folder.")
    }

    private static func remedy(for error: any Error) -> String {
        switch (error as? POSIXError)?.code {
        case .EISDIR: "There is a directory under its name. Move that away."
        case .ENOSPC: "There is no space left. Make room."
        case .EROFS: "Its volume cannot be written to."
        default: "Make it a folder that you may write to."
        }
    }

    /// - Throws: ``CommandFailure`` when the ledger cannot be deleted.
    func deleteLedger() throws {
        guard unlink(ledger.path) != 0, errno != ENOENT else { return }
        let remedy = Self.remedy(for: Self.lastError)
        throw CommandFailure("The app cannot be deleted: \(ledger.path) stays. \(remedy) Nothing was changed.")
    }
}
