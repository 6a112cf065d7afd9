import Foundation
import IAPCatalog
import IAPCore
import Testing

@Suite("What a catalog keeps", .timeLimit(.minutes(10))) struct ProductCatalogCacheTests {
    let connection = ScriptedConnection()
    /// Answers age by the store's time alone: the other clock stands still.
    var clock: ManualClock { connection.time }
    let catalog: ProductCatalog
    let germany: AppStorefront

    init() throws {
        let options = ProductRequestOptions(
            cacheLifetime: .seconds(100),
            invalidCacheLifetime: .seconds(10),
            retryPauses: []
        )
        catalog = ProductCatalog(connection: connection, options: options, clock: ManualClock())
        germany = try AppStorefront(countryCode: "DEU")
    }

    @Test("A fresh enough answer serves without asking, and only what is missing is asked for")
    func cached() async throws {
        _ = try await catalog.products(for: ["a", "b"])
        clock.advance(by: 99)
        let response = try await catalog.products(for: ["c", "b", "a"])
        #expect(response.identifiers == ["c", "b", "a"] && response.offlineSince == nil)
        #expect(connection.questions == [["a", "b"], ["c"]])
    }

    @Test("An answer serves until its lifetime is over in the store's time, an invalid identifier for a shorter time")
    func lifetimes() async throws {
        _ = try await catalog.products(for: ["a", "typo"])
        clock.advance(by: 9)
        _ = try await catalog.products(for: ["a", "typo"])
        #expect(connection.questions.count == 1)
        clock.advance(by: 1)
        _ = try await catalog.products(for: ["a", "typo"])
        #expect(connection.questions.last == ["typo"])
        clock.advance(by: 90)
        _ = try await catalog.products(for: ["a"])
        #expect(connection.questions.last == ["a"])
    }

    @Test("After the clock was set back, an answer is not taken for fresh")
    func clockSetBack() async throws {
        _ = try await catalog.products(for: ["a"])
        clock.advance(by: -1)
        _ = try await catalog.products(for: ["a"])
        #expect(connection.questions.count == 2)
    }

    @Test(
        "The fresh policy and the one for being offline always ask",
        arguments: [ProductRequestPolicy.fresh, .cachedWhileOffline]
    )
    func alwaysAsks(policy: ProductRequestPolicy) async throws {
        _ = try await catalog.products(for: ["a"])
        let response = try await catalog.products(for: ["a"], policy: policy)
        #expect(connection.questions.count == 2 && response.offlineSince == nil)
    }

    @Test(
        "The last known answers serve offline, marked with the time of asking",
        arguments: [ProductRequestPolicy.cached, .cachedWhileOffline]
    )
    func offline(policy: ProductRequestPolicy) async throws {
        let first = clock.now
        _ = try await catalog.products(for: ["a", "typo"])
        clock.advance(by: 50)
        _ = try await catalog.products(for: ["b"])
        clock.advance(by: 1000)
        connection.then(.fail(IAPError.offline))
        let response = try await catalog.products(for: ["b", "typo", "a"], policy: policy)
        #expect(response.identifiers == ["b", "a"] && response.invalidProductIdentifiers == ["typo"])
        #expect(response.offlineSince == first)
    }

    @Test("What serves offline is not fresh: the store is asked again the next time")
    func backOnline() async throws {
        _ = try await catalog.products(for: ["a"])
        clock.advance(by: 1000)
        connection.then(.fail(IAPError.offline))
        _ = try await catalog.products(for: ["a"])
        let response = try await catalog.products(for: ["a"])
        #expect(response.offlineSince == nil && connection.questions.count == 3)
    }

    @Test("The fresh policy throws offline, and so does a request with an identifier that was never answered")
    func offlineThrows() async throws {
        _ = try await catalog.products(for: ["a"])
        connection.then(.fail(IAPError.offline), .fail(IAPError.offline))
        #expect(await code { try await catalog.products(for: ["a"], policy: .fresh) } == .networkError)
        #expect(
            await code { try await catalog.products(for: ["a", "b"], policy: .cachedWhileOffline) } == .networkError
        )
    }

    @Test("A refusal is no reason to serve what was known")
    func refusal() async throws {
        _ = try await catalog.products(for: ["a"])
        connection.then(.fail(IAPError(.clientInvalid, "")))
        #expect(await code { try await catalog.products(for: ["a"], policy: .cachedWhileOffline) } == .clientInvalid)
    }

    @Test("A new storefront drops the answers of the old one, offline too")
    func storefrontAnnounced() async throws {
        _ = try await catalog.products(for: ["a"])
        catalog.storefrontDidChange(to: .usa)
        #expect(catalog.cachedProduct("a") != nil)
        catalog.storefrontDidChange(to: germany)
        #expect(catalog.cachedProduct("a") == nil)
        connection.then(.fail(IAPError.offline), .sell(germany))
        #expect(await code { try await catalog.products(for: ["a"]) } == .networkError)
        #expect(try await catalog.products(for: ["a"]).products.first?.storefront == germany)
    }

    @Test("An answer from another storefront drops the answers of the old one")
    func storefrontNoticed() async throws {
        _ = try await catalog.products(for: ["a"])
        connection.then(.sell(germany))
        _ = try await catalog.products(for: ["b"])
        #expect(catalog.cachedProduct("a") == nil && catalog.cachedProduct("b") != nil)
    }

    @Test("An answer that a change of storefront overtakes is asked for again")
    func storefrontOvertakes() async throws {
        _ = try await catalog.products(for: ["x"])
        connection.then(.hold, .sell(germany))
        async let response = catalog.products(for: ["a"])
        await until { connection.heldCount == 1 }
        catalog.storefrontDidChange(to: germany)
        connection.release(1)
        #expect(try await response.products.map(\.storefront) == [germany])
        #expect(connection.questions.count == 3)
    }

    @Test("No response mixes two storefronts, though a part of it was known before the change")
    func noMixture() async throws {
        _ = try await catalog.products(for: ["a"])
        connection.then(.sell(germany), .sell(germany))
        let response = try await catalog.products(for: ["a", "b"])
        #expect(response.products.map(\.storefront) == [germany, germany])
        #expect(connection.questions == [["a"], ["b"], ["a"]])
    }

    @Test("Dropping the cache, as for a new locale, asks again, also for what is on its way")
    func dropped() async throws {
        _ = try await catalog.products(for: ["a"])
        connection.then(.hold)
        async let response = catalog.products(for: ["b"])
        await until { connection.heldCount == 1 }
        catalog.dropCache()
        #expect(catalog.cachedProduct("a") == nil)
        connection.release(1)
        #expect(try await response.identifiers == ["b"])
        #expect(connection.questions == [["a"], ["b"], ["b"]])
    }
}
