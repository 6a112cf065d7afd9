import Foundation
import IAPCore
@testable import IAPPaymentQueue
import Testing

@Suite("Lanes", .timeLimit(.minutes(10)))
struct LanesTests {
    private let lanes = Lanes()
    private let log = Locked<[Int]>([])
    private let gate = Promise<Void>()

    private func note(_ number: Int) { log.withLock { $0.append(number) } }

    @Test("Work in a lane is done in order, whether it waits for something or not")
    func order() async {
        lanes.add(to: [.transaction("a")]) {
            _ = try? await gate.value()
            note(1)
        }
        lanes.addPrompt(to: [.transaction("a")]) { note(2) }
        lanes.add(to: [.transaction("a"), .transaction("b")]) { note(3) }
        lanes.addPrompt(to: [.transaction("b")]) { note(4) }
        lanes.addPrompt(to: [.transaction("c")]) { note(0) }
        gate.fulfill(.success(()))
        await lanes.drained()
        #expect(log.withLock { $0 } == [0, 1, 2, 3, 4])
    }

    @Test("What waits for nothing is done at once in a free lane")
    func prompt() {
        lanes.addPrompt(to: [.transaction("a")]) { note(1) }
        #expect(log.withLock { $0 } == [1])
    }

    @Test("However much has piled up in a lane is done")
    func pile() async {
        lanes.add(to: [.transaction("a")]) { _ = try? await gate.value() }
        for number in 0..<100_000 {
            lanes.addPrompt(to: [.transaction("a")]) { if number % 10_000 == 0 { note(number) } }
        }
        gate.fulfill(.success(()))
        await lanes.drained()
        #expect(log.withLock { $0 } == (0..<10).map { $0 * 10_000 })
    }
}
