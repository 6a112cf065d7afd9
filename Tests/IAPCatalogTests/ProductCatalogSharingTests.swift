import IAPCatalog
import IAPCore
import Testing

@Suite("Requests that come at once", .timeLimit(.minutes(10))) struct ProductCatalogSharingTests {
    let connection = ScriptedConnection([.hold, .hold])
    let clock = ManualClock()
    let catalog: ProductCatalog

    init() {
        catalog = ProductCatalog(connection: connection, clock: clock)
    }

    private func request(_ identifiers: ProductIdentifier..., policy: ProductRequestPolicy = .cached) -> Task<
        ProductsResponse, any Error
    > {
        Task { [catalog] in try await catalog.products(for: identifiers, policy: policy) }
    }

    @Test("Equal requests share one look-up, whatever their policy")
    func equal() async throws {
        let first = request("a")
        await until { connection.heldCount == 1 }
        let others = [request("a"), request("a", policy: .fresh), request("a", policy: .cachedWhileOffline)]
        await until { catalog.waitingRequestCount == 4 }
        connection.release(0)
        #expect(try await first.value.identifiers == ["a"])
        for other in others { #expect(try await other.value.identifiers == ["a"]) }
        #expect(connection.questions == [["a"]])
    }

    @Test("Requests that overlap ask only for what is not on its way")
    func overlapping() async throws {
        let first = request("a", "b")
        await until { connection.heldCount == 1 }
        let second = request("c", "b")
        await until { connection.heldCount == 2 }
        #expect(connection.questions == [["a", "b"], ["c"]])
        connection.release(1)
        connection.release(0)
        #expect(try await first.value.identifiers == ["a", "b"])
        #expect(try await second.value.identifiers == ["c", "b"])
        #expect(connection.questions.count == 2)
    }

    @Test("A failed look-up fails the requests that wait for it, and no other")
    func failure() async throws {
        let first = request("a", "b")
        await until { connection.heldCount == 1 }
        let second = request("c", "b")
        await until { connection.heldCount == 2 }
        connection.release(0, .fail(IAPError(.systemError, "")))
        #expect(await code { try await first.value } == .systemError)
        #expect(await code { try await second.value } == .systemError)
        #expect(try await catalog.products(for: ["b"]).identifiers == ["b"])
        await until { connection.cancelled == [1] }
        connection.release(1)
    }

    @Test("A request that has its part of a look-up does not share in the failure of the rest")
    func partialFailure() async throws {
        connection.then(.fail(IAPError(.systemError, "")))
        let first = request("a", "b")
        await until { connection.heldCount == 1 }
        let second = request("c", "b")
        await until { connection.heldCount == 2 }
        connection.release(0, .respond(valid: ["b"]))
        #expect(await code { try await first.value } == .systemError)
        #expect(connection.questions == [["a", "b"], ["c"], ["a"]])
        connection.release(1)
        #expect(try await second.value.identifiers == ["c", "b"])
    }

    @Test("A cancelled request ends immediately and does not affect the others")
    func cancelled() async throws {
        let first = request("a")
        await until { connection.heldCount == 1 }
        let second = request("a", "b")
        await until { connection.heldCount == 2 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(connection.cancelled.isEmpty)
        connection.release(0)
        connection.release(1)
        #expect(try await second.value.identifiers == ["a", "b"])
    }

    @Test("When no request waits any longer, the look-up is cancelled, and its late answer counts for nothing")
    func abandoned() async throws {
        let first = request("a")
        await until { connection.heldCount == 1 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        await until { connection.cancelled == [0] && clock.sleeperCount == 0 }
        let second = request("a")
        await until { connection.heldCount == 2 }
        connection.release(0)
        for _ in 0..<1000 { await Task.yield() }
        #expect(catalog.cachedProduct("a") == nil)
        connection.release(1)
        #expect(try await second.value.identifiers == ["a"])
    }

    @Test("A request of a cancelled task does not ask")
    func cancelledBefore() async throws {
        let task = Task { [catalog] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await catalog.products(for: ["a"])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(connection.questions.isEmpty)
    }

    @Test("A thousand requests, some cancelled, each end once")
    func many() async throws {
        connection.then(.sell())
        let tasks = (0..<1000).map { index in
            Task { [catalog] in try await catalog.products(for: ["p\(index % 7)", "p\(index % 11)"], policy: .fresh) }
        }
        for index in stride(from: 0, to: 1000, by: 3) { tasks[index].cancel() }
        await until { connection.heldCount == 2 }
        connection.release(0)
        connection.release(1)
        for (index, task) in tasks.enumerated() {
            do {
                let response = try await task.value
                #expect(Set(response.identifiers) == ["p\(index % 7)", "p\(index % 11)"])
            } catch is CancellationError {
                #expect(index % 3 == 0)
            }
        }
    }
}
