import Foundation
import IAP
import IAPSandbox
import IAPTesting
import Testing

/// A revision that could not be recorded waits; what the store says meanwhile must not be the end of it.
@Suite("A revision that waits for the disk", .timeLimit(.minutes(10)))
struct KeptRevisionsTests {
    private let appStore: SandboxAppStore
    private let disk = FaultyStorage(InMemoryStorage())

    init() throws {
        appStore = try makeAppStore()
    }

    @Test("A reversed refund counts, though the store then says that the purchase failed")
    func reversal() async throws {
        let store = try await open(appStore, storage: disk)
        try await store.purchase(coins)
        appStore.advance(by: 10)
        try appStore.refundTransaction(identifier: "1")
        await store.waitUntilIdle()
        #expect(store.balance(of: "coins") == 0)
        disk.fail(.append)
        appStore.advance(by: 10)
        try appStore.reverseRefund(identifier: "1")
        await store.waitUntilIdle()
        // The store hands the purchase out again, and then says that it failed.
        disk.fail(.append)
        appStore.faults = [.failsAfterPurchased]
        _ = try? await store.purchase(coins)
        appStore.faults = []
        await store.waitUntilIdle()
        await store.queue.processPendingTransactions()
        #expect(store.balance(of: "coins") == 10)
    }
}
