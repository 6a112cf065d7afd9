import IAPCore

/// The open streams of updates, at most one a device.
///
/// What is sent goes out under the store's lock, which fixes the order. So nothing that a stream calls back may take that
/// lock: the cancellation of a reader and a send to it would wait for each other. A stream whose reader is gone is
/// noticed when something is sent to it.
struct UpdateStreams: Sendable {
    private struct Stream: Sendable {
        let number: Int
        let continuation: AsyncStream<StoreUpdate>.Continuation
    }

    private var streams: [String: Stream] = [:]
    private var lastNumber = 0

    /// Opens a device's stream in place of the one before.
    ///
    /// - Returns: The stream's number, and the earlier one to finish.
    mutating func open(
        _ device: String,
        _ continuation: AsyncStream<StoreUpdate>.Continuation
    ) -> (number: Int, earlier: AsyncStream<StoreUpdate>.Continuation?) {
        let earlier = close(device)
        lastNumber += 1
        streams[device] = Stream(number: lastNumber, continuation: continuation)
        return (lastNumber, earlier)
    }

    /// - Parameter number: The stream that is meant; any with `nil`.
    /// - Returns: The stream to finish.
    mutating func close(_ device: String, number: Int? = nil) -> AsyncStream<StoreUpdate>.Continuation? {
        guard let stream = streams[device], number == nil || stream.number == number else { return nil }
        streams[device] = nil
        return stream.continuation
    }

    /// Sends an update to a device.
    ///
    /// - Returns: Whether it has a stream. A device without one receives its unfinished transactions when it opens one.
    @discardableResult
    mutating func send(_ update: StoreUpdate, to device: String) -> Bool {
        guard let stream = streams[device] else { return false }
        if case .terminated = stream.continuation.yield(update) {
            streams[device] = nil
            return false
        }
        return true
    }
}
