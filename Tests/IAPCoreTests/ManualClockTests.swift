import Foundation
import IAPCore
import Testing

@Suite("Manual clock", .timeLimit(.minutes(10)))
struct ManualClockTests {
    @Test("It stands still until it is advanced")
    func standsStill() {
        let clock = ManualClock(now: Date(timeIntervalSince1970: 100))
        #expect(clock.now == clock.now)
        clock.advance(by: 5)
        #expect(clock.now == Date(timeIntervalSince1970: 105))
    }

    @Test("It stays between the distant past and the distant future")
    func bounds() {
        #expect(ManualClock(now: Date(timeIntervalSinceReferenceDate: 1e300)).now == .distantFuture)
        #expect(ManualClock(now: Date(timeIntervalSinceReferenceDate: -.infinity)).now == .distantPast)
        #expect(ManualClock(now: Date(timeIntervalSinceReferenceDate: .nan)).now == .distantPast)
    }

    @Test("A date that has come needs no sleep")
    func past() async throws {
        let clock = ManualClock()
        try await clock.sleep(until: clock.now)
    }

    @Test("A sleeper wakes once its date is reached, and not before")
    func wakes() async throws {
        let clock = ManualClock()
        let date = clock.now.addingTimeInterval(10)
        let sleeper = Task { try await clock.sleep(until: date) }
        while clock.sleeperCount < 1 { await Task.yield() }
        clock.advance(by: 9)
        #expect(clock.sleeperCount == 1)
        clock.advance(by: 1)
        try await sleeper.value
    }

    @Test("Who sleeps for a while wakes once the clock is later by as much")
    func duration() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
        while clock.sleeperCount < 1 { await Task.yield() }
        clock.advance(by: 9)
        #expect(clock.sleeperCount == 1)
        clock.advance(by: 1)
        try await sleeper.value
    }

    @Test("A cancelled sleeper throws")
    func cancelled() async {
        let clock = ManualClock()
        let date = clock.now.addingTimeInterval(10)
        let sleeper = Task { try await clock.sleep(until: date) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }
}
