#if canImport(Darwin)
import Darwin
import Dispatch
package import IAPCore

extension POSIXFileSystem {
    package func watch(_ path: String, _ changed: @escaping @Sendable () -> Void) -> Subscription? {
        guard let watch = FileWatch(path: path, changed) else { return nil }
        return Subscription { watch.end() }
    }
}

/// Watches a file, and the directory in which it is or will be; before that exists, the nearest one above it.
///
/// A descriptor follows its file under whatever name, so both are opened anew when a name may lead elsewhere.
private final class FileWatch: @unchecked Sendable {  // `sources` and `isOver` are touched on `queue` alone
    private let path: String
    /// From the file's own upwards.
    private let directories: [String]
    private let changed: @Sendable () -> Void
    private let queue = DispatchQueue(label: "swift-iap.FileWatch")
    private var sources: [any DispatchSourceFileSystemObject] = []
    private var isOver = false

    init?(path: String, _ changed: @escaping @Sendable () -> Void) {
        let names = path.split(separator: "/")
        guard path.hasPrefix("/"), !names.isEmpty else { return nil }
        self.path = path
        directories = names.indices.reversed().map { "/" + names[..<$0].joined(separator: "/") }
        self.changed = changed
        queue.sync { settle() }
    }

    func end() {
        queue.async { [self] in
            isOver = true
            sources.forEach { $0.cancel() }
            sources = []
        }
    }

    private func settle() {
        sources.forEach { $0.cancel() }
        sources = []
        guard !isOver else { return }
        // The directory first: a file that is made after it was opened is an event of the directory.
        for directory in directories {
            guard let source = source(directory, [.write, .delete, .rename, .revoke]) else { continue }
            sources.append(source)
            break
        }
        if let source = source(path, [.write, .extend, .delete, .rename, .revoke]) { sources.append(source) }
    }

    private func source(
        _ path: String,
        _ events: DispatchSource.FileSystemEvent
    ) -> (any DispatchSourceFileSystemObject)? {
        let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeFileSystemObjectSource(
            fileDescriptor: descriptor,
            eventMask: events,
            queue: queue
        )
        let isOfFile = events.contains(.extend)
        source.setEventHandler { [weak self, weak source] in
            guard let self, let source else { return }
            // A file that was only written to keeps its name; a directory is written to when names change.
            let mustSettle = !isOfFile || !source.data.isDisjoint(with: [.delete, .rename, .revoke])
            if mustSettle { settle() }
            changed()
        }
        source.setCancelHandler { _ = close(descriptor) }
        source.activate()
        return source
    }
}
#endif
