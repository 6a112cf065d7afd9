import Foundation
import IAPCore
import IAPPaymentQueue
import Testing

@Suite("Timeouts", .timeLimit(.minutes(10)))
struct TimeoutTests {
    /// A clock whose date can be set, while time passes at its own pace.
    private struct WallClock: StoreClock {
        let date = ManualClock()
        let stopwatch = ManualClock()

        var now: Date { date.now }

        /// How many tasks wait, for whatever.
        var sleeperCount: Int { date.sleeperCount + stopwatch.sleeperCount }

        func sleep(until date: Date) async throws { try await self.date.sleep(until: date) }
        func sleep(for duration: Duration) async throws { try await stopwatch.sleep(for: duration) }
    }

    private let clock = WallClock()

    private func purchase(in shop: Shop) async throws -> (payment: Payment, result: Task<PurchaseResult, any Error>) {
        var payments = shop.connection.payments().makeAsyncIterator()
        let wish = try Payment(productIdentifier: coins)
        let result = Task { try await shop.queue.purchase(wish, timeout: .seconds(60)) }
        guard let payment = await payments.next() else { throw Missing() }
        while clock.sleeperCount == 0 { await Task.yield() }
        return (payment, result)
    }

    @Test("A clock that is set forward ends no wait early")
    func setForward() async throws {
        let shop = try await Shop(connection: ScriptedConnection(clock: clock))
        let (payment, result) = try await purchase(in: shop)
        clock.date.advance(by: 3600)
        let waiting = shop.queue.runningPayments
        clock.stopwatch.advance(by: 59)
        shop.connection.send(.make("1", .purchased, payment))
        guard case .purchased = try await result.value else { throw Missing() }
        #expect(waiting == [payment])
    }

    @Test("A clock that is set back lets every wait end")
    func setBack() async throws {
        let shop = try await Shop(connection: ScriptedConnection(clock: clock))
        let (_, result) = try await purchase(in: shop)
        clock.date.advance(by: -3600)
        clock.stopwatch.advance(by: 61)
        let error = await #expect(throws: IAPError.self) { try await result.value }
        #expect(error?.code == .timedOut)
    }
}
