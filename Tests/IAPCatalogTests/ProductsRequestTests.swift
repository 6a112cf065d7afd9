import Dispatch
import IAPCatalog
import IAPCore
import Testing

@Suite("A request with a delegate", .timeLimit(.minutes(10))) struct ProductsRequestTests {
    /// Notes what it receives.
    private final class Listener: ProductsRequestDelegate, Sendable {
        private let received = Locked<[String]>([])
        let onResponse: @Sendable (ProductsRequest) -> Void

        init(onResponse: @escaping @Sendable (ProductsRequest) -> Void = { _ in }) {
            self.onResponse = onResponse
        }

        var calls: [String] { received.withLock { $0 } }

        func productsRequest(_ request: ProductsRequest, didReceive response: ProductsResponse) {
            note("received \(response.identifiers) \(response.invalidProductIdentifiers)")
            onResponse(request)
        }
        func requestDidFinish(_ request: ProductsRequest) { note("finished") }
        func request(_ request: ProductsRequest, didFailWithError error: IAPError) {
            note("failed \(error.code.rawValue)")
        }

        private func note(_ call: String) { received.withLock { $0.append(call) } }
    }

    private let queue = DispatchQueue(label: "test")

    private func request(
        _ connection: ScriptedConnection,
        _ delegate: Listener?,
        queue: DispatchQueue? = nil
    ) -> ProductsRequest {
        let request = ProductsRequest(
            productIdentifiers: ["b", "typo", "a"],
            catalog: ProductCatalog(connection: connection, clock: ManualClock()),
            callbackQueue: queue ?? self.queue
        )
        request.delegate = delegate
        return request
    }

    /// Waits until what was handed to the queue so far has run.
    private func settle() async {
        for _ in 0..<1000 { await Task.yield() }
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    @Test("The delegate receives the response, then the end of the request")
    func success() async {
        let listener = Listener()
        request(ScriptedConnection(), listener).start()
        await until { listener.calls.count == 2 }
        #expect(listener.calls == ["received [\"a\", \"b\"] [\"typo\"]", "finished"])
    }

    @Test("A failed request sends its error and nothing else")
    func failure() async {
        let listener = Listener()
        request(ScriptedConnection([.fail(IAPError(.clientInvalid, ""))]), listener).start()
        await until { !listener.calls.isEmpty }
        await settle()
        #expect(listener.calls == ["failed clientInvalid"])
    }

    @Test("A request without an owner answers all the same, and is released afterwards")
    func keepsItselfAlive() async {
        let connection = ScriptedConnection([.hold])
        let listener = Listener()
        weak var held: ProductsRequest?
        do {
            let request = request(connection, listener)
            held = request
            request.start()
        }
        await until { connection.heldCount == 1 }
        #expect(held != nil)
        connection.release(0)
        await until { listener.calls.count == 2 }
        await until { held == nil }
    }

    @Test("Starting twice, or again after the answer, asks once")
    func startTwice() async {
        let connection = ScriptedConnection()
        let listener = Listener()
        let request = request(connection, listener)
        request.start()
        request.start()
        await until { listener.calls.count == 2 }
        request.start()
        await settle()
        #expect(listener.calls.count == 2 && connection.questions.count == 1)
    }

    @Test("After cancelling, the delegate receives nothing, and the store's work is cancelled too")
    func cancel() async {
        let connection = ScriptedConnection([.hold])
        let listener = Listener()
        let request = request(connection, listener)
        request.start()
        await until { connection.heldCount == 1 }
        request.cancel()
        await until { connection.cancelled == [0] }
        connection.release(0)
        await settle()
        #expect(listener.calls.isEmpty)
    }

    @Test("Cancelling on the callback queue wins over an answer that waits there")
    func cancelRaces() async {
        for _ in 0..<100 {
            let listener = Listener()
            let request = request(ScriptedConnection(), listener)
            let callsAtCancel = await withCheckedContinuation { continuation in
                queue.async {
                    request.start()
                    queue.async {
                        request.cancel()
                        continuation.resume(returning: listener.calls)
                    }
                }
            }
            await settle()
            #expect(listener.calls == callsAtCancel)
        }
    }

    @Test("A delegate that cancels when it receives the response does not receive the end")
    func cancelInside() async {
        let listener = Listener { $0.cancel() }
        request(ScriptedConnection(), listener).start()
        await until { !listener.calls.isEmpty }
        await settle()
        #expect(listener.calls.count == 1)
    }

    @Test("A request that was cancelled before it started never asks")
    func cancelBefore() async {
        let connection = ScriptedConnection()
        let request = request(connection, nil)
        request.cancel()
        request.start()
        await settle()
        #expect(connection.questions.isEmpty)
    }

    @Test("Callbacks keep their order on a concurrent queue")
    func concurrentQueue() async {
        for _ in 0..<100 {
            let listener = Listener()
            request(ScriptedConnection(), listener, queue: DispatchQueue(label: "wide", attributes: .concurrent))
                .start()
            await until { listener.calls.count == 2 }
            #expect(listener.calls.last == "finished")
        }
    }

    @Test("The delegate is held weakly")
    func weakDelegate() {
        var listener: Listener? = Listener()
        let request = request(ScriptedConnection(), listener)
        #expect(request.delegate === listener)
        listener = nil
        #expect(request.delegate == nil)
    }

    @MainActor final class Screen {
        var titles: [String] = []
        var isFinished = false
    }

    @Test("A delegate may belong to the main actor")
    @MainActor func mainActor() async {
        let screen = Screen()
        let request = ProductsRequest(
            productIdentifiers: ["a"],
            catalog: ProductCatalog(connection: ScriptedConnection(), clock: ManualClock())
        )
        request.delegate = screen
        request.start()
        while !screen.isFinished { await Task.yield() }
        #expect(screen.titles == ["a"])
    }
}

extension ProductsRequestTests.Screen: @MainActor ProductsRequestDelegate {
    func productsRequest(_ request: ProductsRequest, didReceive response: ProductsResponse) {
        titles = response.products.map(\.localizedTitle)
    }

    func requestDidFinish(_ request: ProductsRequest) { isFinished = true }
}
