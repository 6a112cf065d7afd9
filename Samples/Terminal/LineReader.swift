import Dispatch
import Foundation

/// Reads lines away from the main thread, since the main queue has to stay free for callbacks.
public final class LineReader: Sendable {
    public enum Line: Sendable, Equatable {
        case text(String)
        /// The line is not UTF-8.
        case unreadable
    }

    private let descriptor: Descriptor
    private let queue = DispatchQueue(label: "swift-iap.samples.input")
    private let buffer = Buffer()

    public init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    /// The next line, without its end; `nil` when there is none. The last one needs no end.
    public func next() async -> Line? {
        await withCheckedContinuation { continuation in
            queue.async { [descriptor, buffer] in
                continuation.resume(returning: buffer.nextLine { descriptor.read() })
            }
        }
    }

    /// `@unchecked Sendable`: touched on the reader's serial queue alone.
    private final class Buffer: @unchecked Sendable {
        private var bytes: [UInt8] = []
        private var isAtEnd = false

        func nextLine(_ read: () -> [UInt8]) -> Line? {
            while !isAtEnd, !bytes.contains(UInt8(ascii: "\n")) {
                let more = read()
                isAtEnd = more.isEmpty
                bytes += more
            }
            guard !bytes.isEmpty else { return nil }
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
            bytes.removeFirst(min(line.count + 1, bytes.count))
            return String(bytes: line, encoding: .utf8).map(Line.text) ?? .unreadable
        }
    }
}
