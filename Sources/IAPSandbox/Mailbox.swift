import Foundation
import IAPCore

/// Updates on their way to the devices, and who reads them.
///
/// Posting happens under the store's lock, which fixes the order; delivering happens outside it.
struct Mailbox: Sendable {
    struct Letter: Sendable {
        let reader: AsyncStream<StoreUpdate>.Continuation
        /// `nil` ends the stream.
        let update: StoreUpdate?

        func deliver() {
            if let update { reader.yield(update) } else { reader.finish() }
        }
    }

    private struct Reader: Sendable {
        let number: Int
        let continuation: AsyncStream<StoreUpdate>.Continuation
    }

    private var readers: [String: Reader] = [:]
    private var lastNumber = 0
    private var letters: [Letter] = []
    private var isDelivering = false

    /// Makes `continuation` the device's reader in place of the one before, whose stream ends.
    mutating func open(
        _ device: String,
        _ continuation: AsyncStream<StoreUpdate>.Continuation,
        beginningWith updates: [StoreUpdate]
    ) -> Int {
        close(device, nil)
        lastNumber += 1
        readers[device] = Reader(number: lastNumber, continuation: continuation)
        updates.forEach { post($0, to: device) }
        return lastNumber
    }

    /// - Parameter number: The reader that is meant; any with `nil`.
    mutating func close(_ device: String, _ number: Int?) {
        guard let reader = readers[device], number == nil || reader.number == number else { return }
        readers[device] = nil
        letters.append(Letter(reader: reader.continuation, update: nil))
    }

    /// A device without a reader hears of its unfinished transactions when it has one.
    mutating func post(_ update: StoreUpdate, to device: String) {
        guard let reader = readers[device] else { return }
        letters.append(Letter(reader: reader.continuation, update: update))
    }

    /// Posts a checkpoint for a reader behind everything posted to it before. The stream of one that is no longer the
    /// device's reader ends without it.
    mutating func postCheckpoint(_ identifier: UUID, to device: String, number: Int) {
        if readers[device]?.number == number { post(.checkpoint(identifier), to: device) }
    }

    func hasReader(_ device: String) -> Bool { readers[device] != nil }

    mutating func beginDelivery() -> Bool {
        guard !isDelivering else { return false }
        isDelivering = true
        return true
    }

    /// What is to be delivered next; delivery ends when there is nothing.
    mutating func nextLetters() -> [Letter] {
        defer { letters = [] }
        isDelivering = !letters.isEmpty
        return letters
    }
}
