#if canImport(Glibc) || canImport(Musl) || canImport(Android)
import Dispatch
package import IAPCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension POSIXFileSystem {
    package func watch(_ path: String, _ changed: @escaping @Sendable () -> Void) -> Subscription? {
        guard let watch = FileWatch(path: path, changed) else { return nil }
        return Subscription { watch.end() }
    }
}

/// Watches the directory in which a file is or will be; before that exists, the nearest one above it.
private final class FileWatch: @unchecked Sendable {  // `watched` is touched on `queue` alone
    private struct Watched: Equatable {
        var number: Int32
        /// Whether it is the file's own directory.
        var isOwnDirectory: Bool
    }

    private static let pause = DispatchTimeInterval.milliseconds(10)

    private let name: [UInt8]
    /// From the file's own upwards.
    private let directories: [String]
    private let changed: @Sendable () -> Void
    private let inotify: Int32
    private let queue = DispatchQueue(label: "swift-iap.FileWatch")
    private let source: any DispatchSourceRead
    private var watched: Watched?

    init?(path: String, _ changed: @escaping @Sendable () -> Void) {
        let names = path.split(separator: "/")
        guard path.hasPrefix("/"), let name = names.last else { return nil }
        self.name = Array(name.utf8)
        directories = names.indices.reversed().map { "/" + names[..<$0].joined(separator: "/") }
        self.changed = changed
        inotify = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        guard inotify >= 0 else { return nil }
        source = DispatchSource.makeReadSource(fileDescriptor: inotify, queue: queue)
        source.setEventHandler { [weak self] in self?.handleEvents() }
        source.setCancelHandler { [inotify] in _ = close(inotify) }
        queue.sync { settle() }
        source.resume()
    }

    func end() {
        source.cancel()
    }

    /// Watches the nearest directory that exists; once more, if another one appeared meanwhile.
    private func settle() {
        let namesChange = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
        var former: Watched?
        repeat {
            former = watched
            watched = nil
            for (index, directory) in directories.enumerated() {
                let events = namesChange | IN_ONLYDIR | (index == 0 ? IN_MODIFY : 0)
                let number = inotify_add_watch(inotify, directory, UInt32(events))
                guard number >= 0 else { continue }
                watched = Watched(number: number, isOwnDirectory: index == 0)
                break
            }
            if let former, former.number != watched?.number { _ = inotify_rm_watch(inotify, former.number) }
        } while watched != former
    }

    private func handleEvents() {
        let (hasChanged, mustSettle) = readEvents()
        if mustSettle { settle() }
        if hasChanged { changed() }
        // Writes that follow one another closely, perhaps by this process itself, are reported together.
        source.suspend()
        queue.asyncAfter(deadline: .now() + Self.pause) { self.source.resume() }
    }

    private func readEvents() -> (hasChanged: Bool, mustSettle: Bool) {
        var (hasChanged, mustSettle) = (false, false)
        let headLength = MemoryLayout<inotify_event>.size
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(inotify, $0.baseAddress, $0.count) }
            guard count > 0 else { return (hasChanged, mustSettle) }
            var start = 0
            while start + headLength <= count {
                let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self) }
                let nameStart = start + headLength
                start = nameStart + Int(event.len)
                let isOfFile = buffer[nameStart..<min(start, count)].prefix { $0 != 0 }.elementsEqual(name)
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { (hasChanged, mustSettle) = (true, true) }
                guard event.wd == watched?.number else { continue }
                let isGone = event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0
                if isGone || watched?.isOwnDirectory == false { mustSettle = true }
                if isGone || isOfFile || watched?.isOwnDirectory == false { hasChanged = true }
            }
        }
    }
}
#endif
