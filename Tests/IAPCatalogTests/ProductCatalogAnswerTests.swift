import IAPCatalog
import IAPCore
import Testing

@Suite("Answers of a catalog", .timeLimit(.minutes(10))) struct ProductCatalogAnswerTests {
    let connection = ScriptedConnection()
    let log = Log()
    var catalog: ProductCatalog { ProductCatalog(connection: connection, clock: ManualClock(), log: log.append) }

    final class Log: Sendable {
        private let events = Locked<[IAPLogEvent]>([])
        @Sendable func append(_ event: IAPLogEvent) { events.withLock { $0.append(event) } }
        var warnings: [String] { events.withLock { $0 }.filter { $0.level == .warning }.map(\.message) }
    }

    @Test("Valid products and invalid identifiers come together, each in the order asked for")
    func order() async throws {
        let response = try await catalog.products(for: ["b", "typo2", "c", "a", "typo1"])
        #expect(response.identifiers == ["b", "c", "a"])
        #expect(response.invalidProductIdentifiers == ["typo2", "typo1"])
        #expect(response.offlineSince == nil)
    }

    @Test("An identifier asked for twice is asked once and answered once")
    func duplicates() async throws {
        let response = try await catalog.products(for: ["a", "b", "a", "typo", "typo"])
        #expect(response.identifiers == ["a", "b"])
        #expect(response.invalidProductIdentifiers == ["typo"])
        #expect(connection.questions == [["a", "b", "typo"]])
    }

    @Test("An empty request is answered without the store")
    func empty() async throws {
        let response = try await catalog.products(for: [], policy: .fresh)
        #expect(response == ProductsResponse(products: [], invalidProductIdentifiers: []))
        #expect(connection.questions.isEmpty)
    }

    @Test("An identifier that the store does not mention is requested once more, by itself")
    func unmentioned() async throws {
        connection.then(.respond(valid: ["a"]), .respond(valid: ["b"]))
        let response = try await catalog.products(for: ["a", "b"])
        #expect(response.identifiers == ["a", "b"])
        #expect(connection.questions == [["a", "b"], ["b"]])
        #expect(log.warnings.isEmpty)
    }

    @Test("An identifier that the store twice does not mention is invalid, and that is logged")
    func unmentionedTwice() async throws {
        connection.then(.respond(), .respond())
        let response = try await catalog.products(for: ["a"])
        #expect(response.invalidProductIdentifiers == ["a"] && response.products.isEmpty)
        #expect(connection.questions.count == 2)
        #expect(log.warnings.contains { $0.contains("do not mention “a”") })
    }

    @Test("Products that were not requested, and products that are sent twice, change nothing")
    func surplus() async throws {
        connection.then(.respond(valid: ["x", "a", "a"], invalid: ["a", "y"]))
        let catalog = catalog
        let response = try await catalog.products(for: ["a"])
        #expect(response.identifiers == ["a"] && response.invalidProductIdentifiers.isEmpty)
        #expect(catalog.cachedProduct("x") == nil)
    }

    @Test("Invalid identifiers leave a warning that names the usual causes")
    func causes() async throws {
        _ = try await catalog.products(for: ["typo"])
        let warning = try #require(log.warnings.first)
        for cause in ["“typo”", "spelling", "cleared for sale", "agreement", "bundle identifier"] {
            #expect(warning.contains(cause))
        }
    }

    @Test("A product that is switched off sale is an invalid identifier, until it is switched on again")
    func offSale() async throws {
        let catalog = catalog
        #expect(catalog.isOnSale("a"))
        _ = try await catalog.products(for: ["a"])
        #expect(catalog.cachedProduct("a")?.productIdentifier == "a")

        catalog.setOnSale(false, for: "a")
        #expect(!catalog.isOnSale("a"))
        #expect(catalog.cachedProduct("a") == nil)
        for policy in [ProductRequestPolicy.cached, .fresh, .cachedWhileOffline] {
            let response = try await catalog.products(for: ["b", "a"], policy: policy)
            #expect(response.identifiers == ["b"] && response.invalidProductIdentifiers == ["a"])
        }
        #expect(connection.questions.dropFirst().allSatisfy { $0 == ["b"] })

        catalog.setOnSale(true, for: "a")
        #expect(try await catalog.products(for: ["a"]).identifiers == ["a"])
    }

    @Test("A product that goes off sale while the store is asked is invalid in the answer")
    func offSaleMeanwhile() async throws {
        connection.then(.hold)
        let catalog = catalog
        async let response = catalog.products(for: ["a", "b"])
        await until { connection.heldCount == 1 }
        catalog.setOnSale(false, for: "a")
        connection.release(0)
        #expect(try await response.identifiers == ["b"])
        #expect(try await response.invalidProductIdentifiers == ["a"])
    }

    @Test("A product of a kind that this version does not know counts as invalid, after one warning")
    func unknownKind() async throws {
        let crate = StoreProduct.stub("crate", ProductType(rawValue: "lootBox"))
        connection.then(.products([.stub("a"), crate]), .products([.stub("a"), crate]))
        let catalog = catalog
        for _ in 1...2 {
            let response = try await catalog.products(for: ["a", "crate"], policy: .fresh)
            #expect(response.identifiers == ["a"] && response.invalidProductIdentifiers == ["crate"])
        }
        #expect(log.warnings.count == 1)
        #expect(log.warnings.first?.contains("sells “crate” as “lootBox”") == true)
    }
}
