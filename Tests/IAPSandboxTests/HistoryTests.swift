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
        #expect(try await shop.restore().map(\.productIdentifier) == [premium, basic])
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
            ("{", IAPError.Code.historyDamaged),
            ("\n", .historyDamaged),
            (#"{"format":"something else","version":2}"#, .historyDamaged),
            (#"{"format":"swift-iap sandbox history","version":2,"history":{}}"#, .historyDamaged),
            (#"{"format":"swift-iap sandbox history","version":3}"#, .historyVersionUnsupported),
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

    @Test("An empty file is a history that has not begun")
    func empty() async throws {
        let file = Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        try Data().write(to: file)
        let shop = try Shop(history: file)
        #expect(shop.appStore.historyError == nil)
        try await shop.buy(coins)
        #expect(try Shop(history: file).appStore.allTransactions().count == 1)
    }

    @Test("A file that was cut off anywhere is damaged, and stays as it is")
    func cutOff() async throws {
        let file = Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        try await Shop(history: file).buy(coins)
        let whole = try Data(contentsOf: file)
        for length in stride(from: 1, to: whole.count - 1, by: 37) {
            try whole.prefix(length).write(to: file)
            let error = #expect(throws: IAPError.self) { try Shop(history: file) }
            #expect(error?.code == .historyDamaged && error?.place?.file == file.path)
            #expect(try Data(contentsOf: file) == whole.prefix(length))
        }
    }

    @Test("A history that contradicts itself is damaged")
    func contradiction() async throws {
        let file = Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        try await Shop(history: file).buy(coins)
        let whole = try String(contentsOf: file, encoding: .utf8)
        for (part, other) in [
            (#""signedIn":{}"#, #""signedIn":{"tablet":7}"#),
            (#""familyMembers":[]"#, #""familyMembers":[3]"#),
            (#""lastIdentifier":1"#, #""lastIdentifier":9223372036854775807"#),
            (#""lastIdentifier":1"#, #""lastIdentifier":0"#),
        ] {
            #expect(whole.contains(part))
            try Data(whole.replacing(part, with: other).utf8).write(to: file)
            #expect(throws: IAPError.self) { try Shop(history: file) }
        }
    }

    @Test("A file of an earlier version is an error that says to delete it, and the ledger with it")
    func earlierVersion() throws {
        let file = Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        let text =
            #"{"format":"swift-iap sandbox history","history":{"now":0},"version":1}"# + "\n" + #"{"now":1}"# + "\n"
        try Data(text.utf8).write(to: file)
        let error = #expect(throws: IAPError.self) { try Shop(history: file) }
        #expect(error?.code == .historyVersionUnsupported && error?.place?.file == file.path)
        #expect(error?.message.contains("Delete the file") == true && error?.message.contains("the ledger") == true)
    }

    @Test("An error of a damaged file says where in it the damage is, and what has to go with the file")
    func damagedPath() throws {
        let file = Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        let text =
            #"{"format":"swift-iap sandbox history","version":2,"history":{"now":0,"lastIdentifier":0,"accounts":"none"}}"#
        try Data(text.utf8).write(to: file)
        let error = #expect(throws: IAPError.self) { try Shop(history: file) }
        #expect(error?.place?.path?.hasPrefix("$.history") == true)
        #expect(error?.message.contains("Delete the file") == true && error?.message.contains("the ledger") == true)
    }

    @Test("A directory in the place of the history is named as what it is")
    func directory() throws {
        let file = Self.file()
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: file) }
        let error = #expect(throws: IAPError.self) { try Shop(history: file) }
        #expect(error?.code == .storageFailed && error?.place?.file == file.path)
        #expect(error?.message.contains("directory") == true && error?.message.contains("permissions") == false)
    }

    @Test("A purchase that cannot be kept is rejected and undone")
    func unwritable() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let shop = try Shop(history: folder.appendingPathComponent("history.json"))
        try FileManager.default.removeItem(at: folder)
        let updates = try await shop.received {
            #expect(await code { try await shop.buy(coins) } == .storageFailed)
        }
        #expect(updates.isEmpty)
        #expect(shop.appStore.allTransactions().isEmpty)
        // A control that cannot throw says so here.
        shop.appStore.signOut(device: "tablet")
        #expect(shop.appStore.historyError?.code == .storageFailed)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await shop.buy(coins)
        #expect(shop.appStore.historyError == nil)
    }

    /// All that a store reports.
    private func account(of shop: Shop) async throws -> [String] {
        let tablet = shop.appStore.connection(device: "tablet")
        var parts = shop.appStore.allTransactions().map { "\($0)" }
        for connection in [shop.connection, tablet] {
            parts += await shop.replayed(to: connection).map { "\($0)" }
            parts += try await connection.currentTransactions().map { "\($0)" }
        }
        parts += try await shop.connection.products(for: [basic, pro]).products.map { "\($0.price)" }
        return parts + ["\(shop.appStore.clock.now)"]
    }

    @Test("Whatever happens, a store that goes on from the file knows the same as the one that wrote it")
    func goingOn() async throws {
        let file = Self.file()
        let copy = Self.file()
        defer { for file in [file, copy] { try? FileManager.default.removeItem(at: file) } }
        let shop = try Shop(history: file)
        let second = "second@example.com"
        let steps: [() async throws -> Void] = [
            { try await shop.buy(coins) },
            { try await shop.buyAndFinish(premium) },
            { shop.appStore.signIn(account: second, device: "tablet") },
            { try await shop.buy(basic) },
            { try shop.appStore.buyProduct(Payment(productIdentifier: pro), account: second) },
            { try shop.appStore.changePrice(productIdentifier: basic, to: 9, forSubscribers: .increasedWithConsent) },
            { try shop.appStore.consentToPriceIncreaseForTransaction(identifier: "3") },
            { try shop.advance("P3M") },
            { try shop.appStore.startFamilySharing(with: second) },
            { try shop.appStore.refundTransaction(identifier: "2") },
            { try await shop.finishAll() },
            { shop.appStore.askToBuyEnabled = true },
            { try await shop.buy(season) },
            { try shop.advance("P2D") },
            { shop.appStore.askToBuyEnabled = false },
            { shop.appStore.eraseDevice("tablet") },
            { try shop.appStore.deleteTransaction(identifier: "1") },
            { _ = shop.appStore.connection(device: "laptop") },
            { shop.appStore.signOut() },
            { shop.appStore.signIn(account: second) },
            { try shop.advance("P1Y") },
            { shop.appStore.stopFamilySharing(with: second) },
            { shop.appStore.signIn(account: SandboxAppStore.defaultAccount) },
            { try shop.advance("P2Y") },
            { shop.appStore.resetToDefaultState() },
            { shop.appStore.clearTransactions() },
            { try await shop.buy(coins, quantity: 3) },
        ]
        for (number, step) in steps.enumerated() {
            try await step()
            try? FileManager.default.removeItem(at: copy)
            try FileManager.default.copyItem(at: file, to: copy)
            let reopened = try Shop(history: copy)
            #expect(try await account(of: reopened) == account(of: shop), "step \(number)")
        }
        #expect(shop.appStore.historyError == nil)
    }

    @Test("A file that another program changed meanwhile is written anew, as the store knows it")
    func replaced() async throws {
        let file = Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        let shop = try Shop(history: file)
        try await shop.buyAndFinish(premium)
        try Data("something else".utf8).write(to: file)
        try await shop.buy(coins)
        #expect(try Shop(history: file).appStore.allTransactions().count == 2)
        try FileManager.default.removeItem(at: file)
        try await shop.buy(season)
        #expect(try Shop(history: file).appStore.allTransactions().count == 3)
    }

    @Test("The same calls make the same transactions, to the byte")
    func determinism() async throws {
        func run() async throws -> Data {
            let shop = try Shop()
            let request = try #require(UUID(uuidString: "7E5E1C5A-0000-4000-8000-000000000001"))
            var received: [PaymentTransaction] = []
            for product in [coins, premium, basic, pro, trial, payAsYouGo, season] {
                received += try await shop.received {
                    try await shop.connection.submit(Payment(productIdentifier: product).identified(by: request))
                }.transactions
            }
            received += try await shop.received { try shop.advance("P1Y") }.transactions
            try shop.appStore.refundTransaction(identifier: "1")
            received += await shop.unfinished()
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return try encoder.encode(received)
        }
        let first = try await run()
        #expect(try await run() == first)
        #expect(first.count > 10_000)
    }
}
