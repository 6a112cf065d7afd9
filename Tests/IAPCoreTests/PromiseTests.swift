import IAPCore
import Testing

@Suite("Promises", .timeLimit(.minutes(10)))
struct PromiseTests {
    struct Failure: Error {}

    @Test("Every wait is answered, also one that begins later")
    func many() async throws {
        let promise = Promise<Int>()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...100 { group.addTask { try await promise.value() } }
            promise.fulfill(.success(7))
            for try await value in group { #expect(value == 7) }
        }
        #expect(try await promise.value() == 7)
    }

    @Test("Only the first answer counts")
    func first() async throws {
        let promise = Promise<Int>()
        promise.fulfill(.success(1))
        promise.fulfill(.failure(Failure()))
        #expect(try await promise.value() == 1)
    }

    @Test("A cancelled wait ends at once and leaves the others waiting")
    func cancellation() async throws {
        let promise = Promise<Int>()
        let cancelled = Task { try await promise.value() }
        let other = Task { try await promise.value() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        promise.fulfill(.success(1))
        #expect(try await other.value == 1)
    }
}
