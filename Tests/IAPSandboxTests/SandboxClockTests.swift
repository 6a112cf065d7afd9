import Foundation
import IAPCore
import IAPSandbox
import Testing

/// A clock whose date can be set, while time passes at its own pace.
private struct WallClock: StoreClock {
    let date: ManualClock
    let stopwatch = ManualClock()

    init(_ seconds: TimeInterval) {
        date = ManualClock(now: Date(timeIntervalSince1970: seconds))
    }

    var now: Date { date.now }

    var sleeperCount: Int { stopwatch.sleeperCount }

    func sleep(until date: Date) async throws { try await self.date.sleep(until: date) }
    func sleep(for duration: Duration) async throws { try await stopwatch.sleep(for: duration) }

    /// Lets time pass.
    func pass(_ interval: TimeInterval) {
        date.advance(by: interval)
        stopwatch.advance(by: interval)
    }
}

@Suite("A store's clock", .timeLimit(.minutes(10)))
struct SandboxClockTests {
    private let wall = WallClock(100)

    private func clock() throws -> SandboxClock {
        try SandboxAppStore(configuration: Shop.configuration(), clock: wall).clock
    }

    private func seconds(_ count: TimeInterval) -> Date { Date(timeIntervalSince1970: count) }

    @Test("It goes as the other one does, and can be advanced besides, but not back")
    func following() throws {
        let clock = try clock()
        wall.pass(5)
        #expect(clock.now == seconds(105))
        clock.advance(by: 10)
        wall.pass(5)
        #expect(clock.now == seconds(120))
        clock.advance(to: seconds(50))
        clock.advance(by: .nan)
        #expect(clock.now == seconds(120))
        clock.advance(to: Date(timeIntervalSinceReferenceDate: 1e300))
        #expect(clock.now == .distantFuture)
    }

    @Test("A manual clock is moved itself, back as well")
    func manual() throws {
        let manual = ManualClock(now: seconds(100))
        let clock = try SandboxAppStore(configuration: Shop.configuration(), clock: manual).clock
        clock.advance(by: 10)
        #expect(manual.now == seconds(110))
        clock.advance(to: seconds(50))
        #expect(manual.now == seconds(50) && clock.now == seconds(50))
    }

    @Test("When the other clock is set back, it goes on from where it is")
    func setBack() throws {
        let clock = try clock()
        wall.date.advance(by: -90)
        #expect(clock.now == seconds(100))
        wall.pass(7)
        #expect(clock.now == seconds(107))
    }

    @Test("A sleeper wakes when either is moved, at whatever odd a distance they are")
    func sleeping() async throws {
        let clock = try clock()
        clock.advance(by: 0.1)
        let date = clock.now.addingTimeInterval(10.7)
        let sleeper = Task { try await clock.sleep(until: date) }
        while wall.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: 5.3)
        wall.pass(5.5)
        try await sleeper.value
        #expect(clock.now >= date)
        let next = Task { try await clock.sleep(until: date.addingTimeInterval(1)) }
        while wall.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: 1)
        try await next.value
        #expect(wall.sleeperCount == 0)
    }

    @Test(
        "A sleeper sleeps no longer for a clock that was set back, whether or not the clock is looked at",
        arguments: [true, false]
    )
    func setBackAsleep(isLookedAt: Bool) async throws {
        let clock = try clock()
        let sleeper = Task { try await clock.sleep(until: seconds(110)) }
        while wall.sleeperCount == 0 { await Task.yield() }
        wall.date.advance(by: -90)
        if isLookedAt { #expect(clock.now == seconds(100)) }
        while wall.sleeperCount == 0 { await Task.yield() }
        wall.pass(10)
        try await sleeper.value
        #expect(clock.now == seconds(110))
        wall.pass(5)
        #expect(clock.now == seconds(115))
        #expect(wall.sleeperCount == 0)
    }

    @Test("A cancelled sleeper throws, and leaves no task asleep")
    func cancelled() async throws {
        let clock = try clock()
        let sleeper = Task { try await clock.sleep(until: clock.now.addingTimeInterval(10)) }
        while wall.sleeperCount == 0 { await Task.yield() }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(wall.sleeperCount == 0)
    }
}
