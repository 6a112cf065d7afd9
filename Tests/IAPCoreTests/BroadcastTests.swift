import Dispatch
import IAPCore
import Testing

@Suite("Broadcasting", .timeLimit(.minutes(10)))
struct BroadcastTests {
    @Test("A stream begins with the next element and keeps what is not read")
    func buffering() async {
        let broadcast = Broadcast<Int>()
        broadcast.send(0)
        let stream = broadcast.stream { $0 }
        for number in 1...1_000 { broadcast.send(number) }
        broadcast.finish()
        var read: [Int] = []
        for await number in stream { read.append(number) }
        #expect(read == Array(1...1_000))
    }

    @Test("Streams made after the end are empty")
    func afterTheEnd() async {
        let broadcast = Broadcast<Int>()
        broadcast.finish()
        for await _ in broadcast.stream(of: { $0 }) { Issue.record("an element after the end") }
    }

    @Test("Streams end when the sender goes")
    func senderGoes() async {
        var broadcast: Broadcast<Int>? = Broadcast()
        let stream = broadcast?.stream { $0 }
        broadcast = nil
        guard let stream else { return }
        for await _ in stream { Issue.record("an element without a sender") }
    }

    @Test("Callbacks keep the order on a concurrent queue")
    func callbackOrder() async throws {
        let broadcast = Broadcast<Int>()
        let received = Locked<[Int]>([])
        let done = Promise<Void>()
        let subscription = broadcast.subscribe(on: .global()) { number in
            received.withLock { $0.append(number) }
            if number == 1_000 { done.fulfill(.success(())) }
        }
        for number in 1...1_000 { broadcast.send(number) }
        try await done.value()
        #expect(received.withLock { $0 } == Array(1...1_000))
        withExtendedLifetime(subscription) {}
    }

    @Test("Every listener receives concurrent senders in the same order")
    func oneOrder() async {
        let broadcast = Broadcast<Int>()
        let streams = (1...5).map { _ in broadcast.stream { $0 } }
        await withTaskGroup(of: Void.self) { group in
            for sender in 0..<10 {
                group.addTask { for number in 0..<100 { broadcast.send(sender * 100 + number) } }
            }
        }
        broadcast.finish()
        var orders: Set<[Int]> = []
        for stream in streams {
            var order: [Int] = []
            for await number in stream { order.append(number) }
            orders.insert(order)
        }
        #expect(orders.count == 1)
        #expect(orders.first?.count == 1_000)
    }

    @Test("A listener may release the last owner of its own subscription while it receives")
    func ownSubscriptionGoes() {
        let broadcast = Broadcast<Int>()
        let owner = Locked<[Subscription]>([])
        let received = Locked<[Int]>([])
        owner.withLock { owned in
            owned.append(
                broadcast.subscribe { number in
                    received.withLock { $0.append(number) }
                    owner.letGo()
                }
            )
        }
        broadcast.send(1)
        broadcast.send(2)
        #expect(received.withLock { $0 } == [1])
    }

    @Test("A listener may release the last owner of a stream while it receives, and the others go on")
    func streamGoes() async {
        let broadcast = Broadcast<Int>()
        let owner = Locked<[AsyncStream<Int>]>([broadcast.stream { $0 }])
        let subscription = broadcast.subscribe { _ in owner.letGo() }
        let other = broadcast.stream { $0 }
        broadcast.send(1)
        broadcast.send(2)
        broadcast.finish()
        var read: [Int] = []
        for await number in other { read.append(number) }
        #expect(read == [1, 2])
        withExtendedLifetime(subscription) {}
    }

    @Test("A listener may release the owner of the broadcast while it receives; every stream ends")
    func ownerGoes() async {
        let owner = Locked<[Broadcast<Int>]>([Broadcast()])
        let (stream, subscription) = owner.withLock { owners in
            (owners[0].stream { $0 }, owners[0].subscribe { _ in owner.letGo() })
        }
        func send(_ number: Int) { owner.withLock { $0.first }?.send(number) }
        send(1)
        send(2)
        var read: [Int] = []
        for await number in stream { read.append(number) }
        #expect(read == [1])
        withExtendedLifetime(subscription) {}
    }
}

extension Locked {
    /// Empties it, and lets go of what was in it with the lock open.
    fileprivate func letGo<Owned: Sendable>() where Value == [Owned] {
        let owned = withLock { owned in
            defer { owned = [] }
            return owned
        }
        withExtendedLifetime(owned) {}
    }
}
