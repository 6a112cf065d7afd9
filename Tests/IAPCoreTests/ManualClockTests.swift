import Foundation
import IAPCore
import Testing

/// A clock whose date can be set, while time passes at its own pace.
private struct WallClock: StoreClock {
    let date = ManualClock()
    let stopwatch = ManualClock()

    var now: Date { date.now }

    func sleep(until date: Date) async throws { try await self.date.sleep(until: date) }
    func sleep(for duration: Duration) async throws { try await stopwatch.sleep(for: duration) }
}

@Suite("Manual clock", .timeLimit(.minutes(10)))
struct ManualClockTests {
    @Test("It stands still until it is advanced")
    func standsStill() {
        let clock = ManualClock(now: Date(timeIntervalSince1970: 100))
        #expect(clock.now == clock.now)
        clock.advance(by: 5)
        #expect(clock.now == Date(timeIntervalSince1970: 105))
    }

    @Test("It stands between the distant past and the distant future")
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

    @Test("One that follows another goes as that one does, and can be moved besides")
    func following() {
        let other = ManualClock(now: Date(timeIntervalSince1970: 100))
        let clock = ManualClock(following: other)
        other.advance(by: 5)
        #expect(clock.now == Date(timeIntervalSince1970: 105))
        clock.advance(by: 10)
        other.advance(by: 5)
        #expect(clock.now == Date(timeIntervalSince1970: 120))
        clock.advance(to: Date(timeIntervalSince1970: 50))
        other.advance(by: 5)
        #expect(clock.now == Date(timeIntervalSince1970: 55))
    }

    @Test("When the clock that it follows is set back, it goes on from where it is")
    func followingBack() {
        let other = ManualClock(now: Date(timeIntervalSince1970: 100))
        let clock = ManualClock(following: other)
        other.advance(by: -90)
        #expect(clock.now == Date(timeIntervalSince1970: 100))
        other.advance(by: 7)
        #expect(clock.now == Date(timeIntervalSince1970: 107))
    }

    @Test("Who sleeps by one that follows wakes when either is moved, at whatever odd a distance they are")
    func followingSleepers() async throws {
        let other = ManualClock(now: Date(timeIntervalSince1970: 100))
        let clock = ManualClock(following: other)
        clock.advance(by: 0.1)
        let date = clock.now.addingTimeInterval(10.7)
        let sleeper = Task { try await clock.sleep(until: date) }
        while clock.sleeperCount + other.sleeperCount < 2 { await Task.yield() }
        clock.advance(by: 5.3)
        other.advance(by: 5.4)
        try await sleeper.value
        #expect(clock.now >= date)
        let next = Task { try await clock.sleep(until: date.addingTimeInterval(1)) }
        while clock.sleeperCount + other.sleeperCount < 2 { await Task.yield() }
        clock.advance(by: 1)
        try await next.value
        #expect(clock.sleeperCount + other.sleeperCount == 0)
    }

    @Test("Who sleeps while the followed clock is set back sleeps no longer for that, once the clock is looked at")
    func followingBackAsleep() async throws {
        let other = ManualClock(now: Date(timeIntervalSince1970: 100))
        let clock = ManualClock(following: other)
        let sleeper = Task { try await clock.sleep(until: Date(timeIntervalSince1970: 110)) }
        while clock.sleeperCount + other.sleeperCount < 2 { await Task.yield() }
        other.advance(by: -90)
        #expect(clock.now == Date(timeIntervalSince1970: 100))
        other.advance(by: 10)
        try await sleeper.value
    }

    @Test(
        "Who sleeps while the followed clock is set back wakes once the time has passed, though nobody looks at the clock"
    )
    func followingBackUnseen() async throws {
        let wall = WallClock()
        let clock = ManualClock(following: wall)
        let start = clock.now
        let sleeper = Task { try await clock.sleep(until: start.addingTimeInterval(10)) }
        while clock.sleeperCount + wall.date.sleeperCount + wall.stopwatch.sleeperCount < 3 { await Task.yield() }
        wall.date.advance(by: -90)
        wall.stopwatch.advance(by: 10)
        try await sleeper.value
        #expect(clock.now == start.addingTimeInterval(10))
        wall.date.advance(by: 5)
        #expect(clock.now == start.addingTimeInterval(15))
        #expect(clock.sleeperCount + wall.date.sleeperCount + wall.stopwatch.sleeperCount == 0)
    }

    @Test("A cancelled sleeper of one that follows throws, and leaves nobody asleep")
    func followingCancelled() async {
        let other = ManualClock()
        let clock = ManualClock(following: other)
        let sleeper = Task { try await clock.sleep(until: clock.now.addingTimeInterval(10)) }
        while clock.sleeperCount + other.sleeperCount < 2 { await Task.yield() }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount + other.sleeperCount == 0)
    }
}
