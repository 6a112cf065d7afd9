import Foundation
import IAPCore
import IAPSandbox
import Testing

@Suite("History")
struct HistoryTests {
    private static func file() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString).json")
    }

    @Test("The App Store's side outlives the process: purchases, unfinished transactions, the date, what is awaited")
    func outliving() async throws {
        let file = Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        var pending: TransactionIdentifier = ""
        var payment: Payment?
        do {
            let shop = try Shop(now: "2025-01-31", history: file)
            try await shop.buyAndFinish(premium)
            try await shop.buyAndFinish(basic)
            try await shop.buy(coins)
            shop.appStore.askToBuyEnabled = true
            payment = try await shop.buy(season)
            pending = try #require(shop.appStore.allTransactions().last).identifier
            shop.appStore.advance(by: 3600)
        }
        let shop = try Shop(now: "2025-01-31", history: file)
        #expect(shop.appStore.clock.now == date("2025-01-31").addingTimeInterval(3600))
        #expect(!shop.appStore.askToBuyEnabled)
        #expect(await shop.unfinished().map(\.transactionState) == [.purchased, .deferred])
        #expect(try await shop.restore().map(\.payment.productIdentifier) == [premium, basic])
        try shop.appStore.approveAskToBuyTransaction(identifier: pending)
        #expect(await shop.unfinished().last?.payment == payment)
        try shop.advance("P1M")
        #expect(shop.appStore.allTransactions().last?.reason == .renewal)
        #expect(shop.appStore.historyError == nil)
    }

    @Test("The file is for its owner alone, and nothing else is left beside it")
    func permissions() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("history.json")
        try await Shop(history: file).buy(coins)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["history.json"])
    }

    @Test(
        "A file that is damaged, foreign or newer is an error that names it",
        arguments: [
            ("", IAPError.Code.historyDamaged),
            ("{", .historyDamaged),
            (#"{"format":"something else","version":1}"#, .historyDamaged),
            (#"{"format":"swift-iap sandbox history","version":1,"history":{}}"#, .historyDamaged),
            (#"{"format":"swift-iap sandbox history","version":2}"#, .historyVersionUnsupported),
        ]
    )
    func damaged(text: String, code: IAPError.Code) throws {
        let file = Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let error = #expect(throws: IAPError.self) { try Shop(history: file) }
        #expect(error?.code == code)
        #expect(error?.place?.file == file.path)
        #expect(try Data(contentsOf: file) == Data(text.utf8))
    }

    @Test("A purchase that cannot be kept is refused and undone")
    func unwritable() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let shop = try Shop(history: folder.appendingPathComponent("history.json"))
        try FileManager.default.removeItem(at: folder)
        let updates = try await shop.heard {
            #expect(await code { try await shop.buy(coins) } == .storageFailed)
        }
        #expect(updates.isEmpty)
        #expect(shop.appStore.allTransactions().isEmpty)
        // A control that cannot throw says so here.
        shop.appStore.clearTransactions()
        #expect(shop.appStore.historyError?.code == .storageFailed)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await shop.buy(coins)
        #expect(shop.appStore.historyError == nil)
    }

    @Test("The same calls make the same transactions, to the byte")
    func determinism() async throws {
        func run() async throws -> Data {
            let shop = try Shop()
            let request = try #require(UUID(uuidString: "7E5E1C5A-0000-4000-8000-000000000001"))
            var heard: [PaymentTransaction] = []
            for product in [coins, premium, basic, pro, trial, payAsYouGo, season] {
                heard += try await shop.heard {
                    try await shop.connection.submit(Payment(productIdentifier: product).identified(by: request))
                }.transactions
            }
            heard += try await shop.heard { try shop.advance("P1Y") }.transactions
            try shop.appStore.refundTransaction(identifier: "1")
            heard += await shop.unfinished()
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return try encoder.encode(heard)
        }
        let first = try await run()
        #expect(try await run() == first)
        #expect(first.count > 10_000)
    }
}
