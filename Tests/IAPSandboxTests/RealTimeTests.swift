import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox
import Testing

/// A clock that goes by itself, as far as a store can see: only the test moves it.
private struct WallClock: StoreClock {
    let hands: ManualClock

    init(_ day: String) {
        hands = ManualClock(now: date(day))
    }

    var now: Date { hands.now }

    func sleep(until date: Date) async throws { try await hands.sleep(until: date) }
}

/// One whose hands are set apart from the time that passes.
private struct SetClock: StoreClock {
    let hands = ManualClock(now: date("2025-01-31"))
    let stopwatch = ManualClock()

    var now: Date { hands.now }

    func sleep(until date: Date) async throws { try await hands.sleep(until: date) }
    func sleep(for duration: Duration) async throws { try await stopwatch.sleep(for: duration) }
}

@Suite("Time that passes by itself", .timeLimit(.minutes(10)))
struct RealTimeTests {
    private let wall = WallClock("2025-01-31")

    private func store(history: URL? = nil) throws -> SandboxAppStore {
        let appStore = try SandboxAppStore(configuration: Shop.configuration(), clock: wall, history: history)
        appStore.timeRate = .monthlyRenewalEveryThirtySeconds
        return appStore
    }

    private func subscribe(_ connection: SandboxConnection) async throws {
        try await connection.submit(Payment(productIdentifier: basic))
    }

    private func seconds(_ count: Double) -> Date { date("2025-01-31").addingTimeInterval(count) }

    private func renewal(in updates: inout AsyncStream<StoreUpdate>.Iterator) async -> PaymentTransaction? {
        while let update = await updates.next() {
            guard case .transaction(let transaction) = update, transaction.reason == .renewal else { continue }
            return transaction
        }
        return nil
    }

    @Test("The machine's clock is a store's clock")
    func machine() throws {
        let appStore = try SandboxAppStore(configuration: Shop.configuration(), clock: .system)
        let now = appStore.clock.now
        // Within a day, since the machine's clock may be set while the test runs.
        #expect(abs(now.timeIntervalSince(SystemClock().now)) < 86_400)
        appStore.advance(by: 86_400)
        #expect(appStore.clock.now >= now.addingTimeInterval(86_400))
    }

    @Test("What fell due meanwhile happens at the next call, in order, each at its own date")
    func catchingUp() async throws {
        let appStore = try store()
        try await subscribe(appStore.connection())
        wall.hands.advance(by: 75)
        #expect(appStore.allTransactions().map(\.purchaseDate) == [seconds(0), seconds(30), seconds(60)])
    }

    @Test("While the store runs, renewals come without a call, also of what is bought while it waits")
    func renewing() async throws {
        let appStore = try store()
        let connection = appStore.connection()
        var updates = connection.updates().makeAsyncIterator()
        let running = Task { await appStore.run() }
        // There is nothing to wait for yet.
        while wall.hands.sleeperCount == 0 { await Task.yield() }
        try await subscribe(connection)
        for count in 1...3 {
            wall.hands.advance(by: 30)
            #expect(await renewal(in: &updates)?.transactionDate == seconds(Double(30 * count)))
        }
        running.cancel()
        await running.value
        #expect(wall.hands.sleeperCount == 0)
    }

    @Test("A clock that is advanced directly wakes the store that runs")
    func manualClock() async throws {
        let clock = ManualClock(now: date("2025-01-31"))
        let appStore = try SandboxAppStore(configuration: Shop.configuration(), clock: clock)
        let connection = appStore.connection()
        var updates = connection.updates().makeAsyncIterator()
        let running = Task { await appStore.run() }
        defer { running.cancel() }
        try await subscribe(connection)
        clock.advance(to: date("2025-02-28"))
        #expect(await renewal(in: &updates)?.transactionDate == date("2025-02-28"))
    }

    @Test("Time that passes by itself can be advanced, and goes on from there")
    func advancing() async throws {
        let appStore = try store()
        let connection = appStore.connection()
        var updates = connection.updates().makeAsyncIterator()
        let running = Task { await appStore.run() }
        defer { running.cancel() }
        try await subscribe(connection)
        appStore.advance(by: 20)
        wall.hands.advance(by: 10)
        #expect(await renewal(in: &updates)?.transactionDate == seconds(30))
        #expect(appStore.clock.now == seconds(30))
    }

    @Test("A clock that is set back neither stops the store nor turns its dates back")
    func setBack() async throws {
        let appStore = try store()
        let connection = appStore.connection()
        var updates = connection.updates().makeAsyncIterator()
        let running = Task { await appStore.run() }
        defer { running.cancel() }
        try await subscribe(connection)
        wall.hands.advance(by: 20)
        #expect(appStore.clock.now == seconds(20))
        wall.hands.advance(to: date("2024-06-01"))
        #expect(appStore.clock.now == seconds(20))
        wall.hands.advance(by: 10)
        #expect(await renewal(in: &updates)?.transactionDate == seconds(30))
        let dates = appStore.allTransactions().map(\.purchaseDate)
        #expect(dates == dates.sorted() && dates.count == 2)
    }

    @Test("A clock that is set back makes no renewal late while the store runs, though nothing asks for the time")
    func setBackUnseen() async throws {
        let wall = SetClock()
        let appStore = try SandboxAppStore(configuration: Shop.configuration(), clock: wall)
        appStore.timeRate = .monthlyRenewalEveryThirtySeconds
        let connection = appStore.connection()
        var updates = connection.updates().makeAsyncIterator()
        try await subscribe(connection)
        let running = Task { await appStore.run() }
        defer { running.cancel() }
        while wall.stopwatch.sleeperCount == 0 { await Task.yield() }
        wall.hands.advance(to: date("2024-06-01"))
        wall.stopwatch.advance(by: 30)
        #expect(await renewal(in: &updates)?.transactionDate == seconds(30))
    }

    @Test("A history from the future is where time goes on")
    func futureHistory() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            let shop = try Shop(now: "2031-05-01", history: file)
            shop.appStore.timeRate = .monthlyRenewalEveryThirtySeconds
            try await shop.buyAndFinish(basic)
        }
        let appStore = try store(history: file)
        #expect(appStore.clock.now == date("2031-05-01"))
        wall.hands.advance(by: 30)
        #expect(appStore.allTransactions().map(\.purchaseDate).last == date("2031-05-01").addingTimeInterval(30))
    }

    @Test("The mere passing of time is not written; what falls due, and a date that the store is advanced to, are")
    func writing() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let appStore = try store(history: file)
        try await subscribe(appStore.connection())
        let before = try Data(contentsOf: file)
        wall.hands.advance(by: 10)
        #expect(appStore.allTransactions().count == 1)
        #expect(try Data(contentsOf: file) == before)
        wall.hands.advance(by: 20)
        #expect(appStore.allTransactions().count == 2)
        #expect(try Data(contentsOf: file) != before)
        appStore.advance(by: 5)
        #expect(try store(history: file).clock.now == seconds(35))
    }
}
