import Foundation
import IAPCore
@testable import IAPPaymentQueue
import Testing

@Suite("Work in order for each key", .timeLimit(.minutes(10)))
struct KeyedSerialQueueTests {
    private let queue = KeyedSerialQueue()
    private let log = Locked<[Int]>([])
    private let gate = Promise<Void>()

    private func note(_ number: Int) { log.withLock { $0.append(number) } }

    @Test("Work with a key in common is done in the order in which it was added, other work meanwhile")
    func order() async {
        queue.add(for: [.transaction("a")]) {
            _ = try? await gate.value()
            note(1)
        }
        queue.add(for: [.transaction("a")]) { note(2) }
        queue.add(for: [.transaction("a"), .transaction("b")]) { note(3) }
        let last = queue.add(for: [.transaction("b")]) { note(4) }
        await queue.add(for: [.transaction("c")]) { note(0) }.value
        gate.fulfill(.success(()))
        await last.value
        #expect(log.withLock { $0 } == [0, 1, 2, 3, 4])
    }

    @Test("However much has piled up for a key is done")
    func pile() async {
        queue.add(for: [.transaction("a")]) { _ = try? await gate.value() }
        for number in 0..<100_000 {
            queue.add(for: [.transaction("a")]) { if number % 10_000 == 0 { note(number) } }
        }
        gate.fulfill(.success(()))
        await queue.waitUntilEmpty()
        #expect(log.withLock { $0 } == (0..<10).map { $0 * 10_000 })
    }

    @Test("An empty queue is empty at once")
    func empty() async {
        await queue.waitUntilEmpty()
    }
}
