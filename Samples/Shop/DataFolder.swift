import Foundation
import SampleTerminal

/// The folder that stands for a device and for the App Store's memory.
struct DataFolder: Sendable {
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
    /// - Parameter waiting: Called when another process has the folder, before waiting for it.
    init(url: URL, waiting: () -> Void) throws {
        self.url = url
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        lock = try Descriptor.lockFile(at: url.appendingPathComponent("lock").path)
        if !lock.lock(isPatient: false) {
            waiting()
            _ = lock.lock(isPatient: true)
        }
    }

    /// Deletes what the device knows.
    func deleteLedger() throws {
        do {
            try FileManager.default.removeItem(at: ledger)
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            return
        }
    }
}
