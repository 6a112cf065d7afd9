import Dispatch
import IAPCore

/// A storage's file, which one call at a time works on.
package protocol ChangingFile: SendableMetatype {
    /// Whether others may have changed the file since this last read or wrote it.
    mutating func hasChanged() -> Bool
}

/// The serial queue on which a storage works on its file. Disks and locks block, and no thread of Swift's concurrency
/// may wait for them.
package final class FileQueue<File: ChangingFile>: @unchecked Sendable {  // all state is touched on `queue` alone
    private let queue = DispatchQueue(label: "swift-iap.FileQueue")
    private var file: File
    private var streamCount = 0

    package init(_ file: sending File) {
        self.file = file
    }

    /// Runs `body` behind the calls that came before.
    package func run<Result: Sendable>(
        _ body: @escaping @Sendable (inout File) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in continuation.resume(with: Swift.Result { try body(&file) }) }
        }
    }

    /// A new stream of changes that others make to the file: soon after each, or after several.
    ///
    /// - Parameter path: What is watched, which is written to at every change.
    package func changes(of path: String, in fileSystem: any FileSystem) -> AsyncStream<Void> {
        // A reader that has not dealt with the last change learns of all later ones at once.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = fileSystem.watch(path) { [weak self] in self?.check(continuation) }
        guard let subscription else {
            continuation.finish()
            return stream
        }
        queue.async { [self] in streamCount += 1 }
        continuation.onTermination = { [weak self] _ in
            withExtendedLifetime(subscription) {}
            guard let self else { return }
            queue.async { self.streamCount -= 1 }
        }
        return stream
    }

    /// Behind the call under way, whose own writing is no change to its caller.
    private func check(_ continuation: AsyncStream<Void>.Continuation) {
        queue.async { [weak self] in
            guard let self else { return }
            // Where several read this file, what one of them writes is a change to the others.
            if file.hasChanged() || streamCount > 1 { continuation.yield() }
        }
    }
}
