import Foundation
import IAPCatalog
import IAPCore
import Testing

@Suite("A store that does not answer", .timeLimit(.minutes(10))) struct ProductCatalogRetryTests {
    let clock = ManualClock()

    private func catalog(_ connection: ScriptedConnection, _ options: ProductRequestOptions = .init()) -> ProductCatalog
    {
        ProductCatalog(connection: connection, options: options, clock: clock)
    }

    /// The timeout's sleeper and the pause's.
    private func pausing() async { await until { clock.sleeperCount == 2 } }

    @Test("An unreachable store is asked again after 1, 2, 4 and 8 seconds")
    func pauses() async throws {
        let connection = ScriptedConnection(Array(repeating: .fail(IAPError.offline), count: 4))
        let catalog = catalog(connection)
        async let response = catalog.products(for: ["a"])
        for (tries, pause) in [1.0, 2, 4, 8].enumerated() {
            await pausing()
            #expect(connection.questions.count == tries + 1)
            clock.advance(by: pause - 0.001)
            #expect(clock.sleeperCount == 2)
            clock.advance(by: 0.002)
        }
        #expect(try await response.identifiers == ["a"])
        #expect(connection.questions.count == 5)
    }

    @Test("A look-up is tried again after each of the pauses that the app chose")
    func limits() async throws {
        let connection = ScriptedConnection(Array(repeating: .fail(IAPError.offline), count: 9))
        let options = ProductRequestOptions(
            timeout: .seconds(1000),
            retryPauses: [.seconds(2), .seconds(3), .seconds(3)]
        )
        let catalog = catalog(connection, options)
        async let failure = code { try await catalog.products(for: ["a"]) }
        for pause in [2.0, 3, 3] {
            await pausing()
            clock.advance(by: pause)
        }
        #expect(await failure == .networkError)
        #expect(connection.questions.count == 4)
    }

    @Test(
        "Only an unreachable store is asked again",
        arguments: [IAPError.Code.unknown, .clientInvalid, .connectionClosed, .timedOut]
    )
    func otherErrors(other: IAPError.Code) async {
        let connection = ScriptedConnection([.fail(IAPError(other, ""))])
        let catalog = catalog(connection)
        #expect(await code { try await catalog.products(for: ["a"]) } == other)
        #expect(connection.questions.count == 1)
    }

    @Test("Any other error is an unknown one with its cause, also a cancellation that was not requested")
    func foreignError() async {
        struct Odd: Error {}
        let connection = ScriptedConnection([.fail(Odd()), .fail(CancellationError())])
        let catalog = catalog(connection)
        let first = await #expect(throws: IAPError.self) { try await catalog.products(for: ["a"]) }
        #expect(first?.code == .unknown && first?.underlying is Odd)
        #expect(await code { try await catalog.products(for: ["a"]) } == .unknown)
    }

    @Test("A store that never answers, and ignores cancellation, blocks no request")
    func timeout() async throws {
        let connection = ScriptedConnection([.hold])
        let catalog = catalog(connection)
        async let failure = code { try await catalog.products(for: ["a"]) }
        await until { connection.heldCount == 1 && clock.sleeperCount == 1 }
        clock.advance(by: 29.9)
        #expect(clock.sleeperCount == 1)
        clock.advance(by: 0.2)
        #expect(await failure == .timedOut)
        #expect(try await catalog.products(for: ["a"]).identifiers == ["a"])
        connection.release(0)
    }

    @Test("The timeout counts tries and pauses in, and its error keeps the last failure")
    func timeoutWhilePausing() async throws {
        let connection = ScriptedConnection([.fail(IAPError.offline)])
        let catalog = catalog(connection, ProductRequestOptions(timeout: .seconds(1), retryPauses: [.seconds(5)]))
        let task = Task { try await catalog.products(for: ["a"]) }
        await pausing()
        clock.advance(by: 1)
        let error = await #expect(throws: IAPError.self) { try await task.value }
        #expect(error?.code == .timedOut && error?.underlying as? IAPError == .offline)
        #expect(connection.questions.count == 1)
        await until { clock.sleeperCount == 0 }
    }

    @Test("The last known answers serve when no answer comes in time")
    func timeoutServesLastKnown() async throws {
        let connection = ScriptedConnection([.sell(), .hold])
        let catalog = catalog(connection)
        let date = clock.now
        _ = try await catalog.products(for: ["a"])
        async let response = catalog.products(for: ["a"], policy: .cachedWhileOffline)
        await until { connection.heldCount == 1 && clock.sleeperCount == 1 }
        clock.advance(by: 30)
        #expect(try await response.offlineSince == date)
        connection.release(1)
    }

    @Test("What is known serves at the first failure, while others wait for the next try")
    func firstFailure() async throws {
        let connection = ScriptedConnection([.sell(), .hold, .sell()])
        let catalog = catalog(connection)
        _ = try await catalog.products(for: ["a"])
        let patient = Task { try await catalog.products(for: ["a"], policy: .fresh) }
        await until { connection.heldCount == 1 }
        let hurried = Task { try await catalog.products(for: ["a"], policy: .cachedWhileOffline) }
        await until { catalog.waitingRequestCount == 2 }
        connection.release(1, .fail(IAPError.offline))
        #expect(try await hurried.value.offlineSince != nil)
        await pausing()
        // One that comes now need not wait for the next try either.
        #expect(try await catalog.products(for: ["a"], policy: .cachedWhileOffline).offlineSince != nil)
        clock.advance(by: 1)
        #expect(try await patient.value.offlineSince == nil)
    }

    @Test("Without a timeout, nothing but the store or its caller ends a look-up")
    func noTimeout() async throws {
        let connection = ScriptedConnection([.hold])
        let catalog = catalog(connection, ProductRequestOptions(timeout: nil))
        async let response = catalog.products(for: ["a"])
        await until { connection.heldCount == 1 }
        #expect(clock.sleeperCount == 0)
        clock.advance(by: 1_000_000)
        connection.release(0)
        #expect(try await response.identifiers == ["a"])
    }

    @Test("Senseless options end requests instead of trapping")
    func senselessOptions() async throws {
        let connection = ScriptedConnection(Array(repeating: .fail(IAPError.offline), count: 3))
        let endless = Duration(secondsComponent: .max, attosecondsComponent: 0)
        let options = ProductRequestOptions(
            cacheLifetime: .seconds(-1),
            timeout: endless,
            retryPauses: [.seconds(-1)]
        )
        let catalog = catalog(connection, options)
        #expect(await code { try await catalog.products(for: ["a"]) } == .networkError)
    }
}
