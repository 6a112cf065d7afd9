import Foundation
import IAP
import IAPSandbox
import IAPTesting
import Testing

/// Something that an app does, and may die in.
struct Scenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether the app has work of its own for each purchase.
    var hasHandler = true
    /// What happened at an earlier launch, which ended well; `nil` on a new device.
    var before: (@Sendable (World, IAPStore) async throws -> Void)?
    /// What happens outside the app before the launch that may die.
    var beforeLaunch: @Sendable (World) async throws -> Void = { _ in }
    /// What the launch does that may die; each call in it may fail from any on.
    let act: @Sendable (World, IAPStore) async throws -> Void
    /// What happens outside the app, whether or not the launch came so far.
    var after: @Sendable (World) async throws -> Void = { _ in }
    /// What the customer does again at the next launch.
    var again: @Sendable (World, IAPStore) async throws -> Void = { _, _ in }

    static let all = [
        Scenario(testDescription: "buying") { world, store in
            await world.buy(coins, quantity: 2, with: store)
        },
        Scenario(testDescription: "buying without a handler", hasHandler: false) { world, store in
            await world.buy(coins, quantity: 2, with: store)
        },
        Scenario(testDescription: "buying three at once") { world, store in
            await withTaskGroup { group in
                group.addTask { await world.buy(coins, quantity: 3, with: store) }
                group.addTask { await world.buy(premium, with: store) }
                group.addTask { await world.buy(monthly, with: store) }
            }
        },
        Scenario(
            testDescription: "restoring on a new device",
            beforeLaunch: { world in
                let phone = world.appStore.connection(device: "old phone")
                for product in [coins, premium, monthly] {
                    try await phone.submit(Payment(productIdentifier: product).identified(by: UUID()))
                }
                let bought = phone.updates()
                _ = phone.updates()
                for await update in bought {
                    guard case .transaction(let transaction) = update else { continue }
                    try await phone.finish(transaction)
                    if transaction.productIdentifier == coins {
                        world.notes.withLock { _ = $0.elsewhere.insert(transaction.id) }
                    }
                }
            },
            act: { world, store in await world.restore(with: store) },
            again: { world, store in
                // A restore that died in the middle has sent a part of the transactions.
                if world.notes.withLock({ $0.acknowledgedPurchases.count }) < 2 { await world.restore(with: store) }
            }
        ),
        Scenario(
            testDescription: "a refund while the app runs",
            before: { world, store in
                await world.buy(coins, with: store)
                await world.buy(premium, with: store)
            },
            act: { world, store in
                var events = store.events.makeAsyncIterator()
                store.start()
                try world.refund(premium)
                await events.skipToRevocation()
            },
            after: { world in try? world.refund(premium) }
        ),
        Scenario(
            testDescription: "a refund while the app is closed",
            before: { world, store in
                await world.buy(coins, with: store)
                await world.buy(coins, quantity: 2, with: store)
            },
            beforeLaunch: { world in try world.refund(coins) },
            act: { _, store in
                var events = store.events.makeAsyncIterator()
                store.start()
                await events.skipToRevocation()
            }
        ),
        Scenario(
            testDescription: "spending",
            before: { world, store in await world.buy(coins, quantity: 2, with: store) },
            act: { world, store in
                await world.spend(4, "a hat", with: store)
                await world.spend(7, "a horse", with: store)
            }
        ),
        Scenario(
            testDescription: "a refund of what is spent",
            before: { world, store in
                await world.buy(coins, with: store)
                await world.buy(coins, quantity: 2, with: store)
            },
            act: { world, store in
                await world.spend(24, "a castle", with: store)
                var events = store.events.makeAsyncIterator()
                store.start()
                try world.refund(coins)
                await events.skipToRevocation()
            },
            after: { world in try? world.refund(coins) }
        ),
        Scenario(
            testDescription: "compacting",
            before: { world, store in
                await world.buy(coins, quantity: 2, with: store)
                await world.buy(coins, quantity: 3, with: store)
                await world.buy(premium, with: store)
                await world.spend(7, "a horse", with: store)
            },
            act: { world, store in
                await world.compact(with: store)
                await world.spend(4, "a hat", with: store)
                await world.buy(coins, with: store)
            }
        ),
        Scenario(testDescription: "a delivery that fails once") { world, store in
            world.notes.withLock { $0.handlerFailures = 1 }
            await world.buy(coins, with: store)
            await store.queue.processPendingTransactions()
            await world.buy(coins, with: store)
        },
    ]
}

extension AsyncStream<PaymentQueueEvent>.Iterator {
    /// Waits for a refund to be dealt with, as far as a process that may be dead can.
    fileprivate mutating func skipToRevocation() async {
        while let event = await next() {
            switch event {
            case .revoked, .failed, .closed: return
            default: continue
            }
        }
    }
}
