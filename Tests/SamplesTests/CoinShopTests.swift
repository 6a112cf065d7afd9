import Foundation
import Testing

@Suite("CoinShop", .timeLimit(.minutes(10)))
struct CoinShopTests {
    private let folder: TemporaryFolder
    private let shop = Sample.coinShop
    private let coins = "com.iaptutorial.coins"
    private let premium = "com.iaptutorial.premium"

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ script: String, _ arguments: [String] = []) async throws -> Sample.Run {
        try await shop.run(script, in: folder.url, arguments)
    }

    private func status(_ coins: Int, _ premium: String, _ charged: Int) -> [String] {
        ["COINS: \(coins)", "PREMIUM: \(premium)", "CHARGED: \(charged)"]
    }

    @Test("Products are listed in the order of the shop, with title, price, description and identifier")
    func products() async throws {
        let run = try await run("products")
        #expect(run.lines.count == 2)
        #expect(run.lines.first?.contains("Bag of Coins  $0.99  Ten coins to play with") == true)
        #expect(run.lines.first?.hasSuffix(coins) == true)
        #expect(run.lines.last?.contains("$2.99") == true)
        #expect(run.lines.last?.hasSuffix(premium) == true)
        #expect(run.status == 0)
    }

    @Test("A purchase grants ten coins a unit, and premium is unlocked for good")
    func buying() async throws {
        let run = try await run("status\nbuy \(coins)\nbuy \(coins) 3\nbuy \(premium)\nbuy \(premium)\nstatus")
        #expect(Array(run.lines.prefix(3)) == status(0, "LOCKED", 0))
        #expect(Array(run.lines.suffix(3)) == status(40, "PURCHASED", 4))
        #expect(run.lines.contains("You have Premium already. Nothing was charged."))
        #expect(run.status == 0)
    }

    @Test("One word of an identifier is enough, unless it is in several")
    func shortNames() async throws {
        let run = try await run("buy coins\nbuy iaptutorial\nstatus")
        #expect(Array(run.lines.suffix(3)) == status(10, "LOCKED", 1))
        #expect(run.status == 1)
    }

    @Test("A new process remembers everything")
    func relaunching() async throws {
        _ = try await run("buy \(coins) 2\nbuy \(premium)")
        #expect(try await run("status").lines == status(20, "PURCHASED", 2))
    }

    @Test("After a reinstallation, a restore grants premium and no coins")
    func reinstalling() async throws {
        _ = try await run("buy \(coins) 2\nbuy \(premium)")
        let run = try await run("uninstall\nstatus\nrestore\nstatus\nhistory\n")
        #expect(Array(run.lines[1...3]) == status(0, "LOCKED", 2))
        #expect(run.lines[4] == "Restored: Premium.")
        #expect(Array(run.lines[5...7]) == status(0, "PURCHASED", 2))
        #expect(run.lines.count { $0.contains("restored") } == 1)
        #expect(run.status == 0)
    }

    @Test("An app that cannot be deleted goes on as it was, and the reason is shown")
    func undeletable() async throws {
        let ledger = folder.url.appendingPathComponent("purchases.jsonl")
        try FileManager.default.createDirectory(at: ledger, withIntermediateDirectories: true)
        let run = try await run("buy coins\nuninstall\nbuy coins\nstatus", ["--storage", "memory"])
        let failure = try #require(run.lines.first { $0.hasPrefix("error: ") })
        #expect(failure.contains(ledger.path) && failure.contains("directory"))
        #expect(failure.hasSuffix("Nothing was changed."))
        #expect(Array(run.lines.suffix(3)) == status(20, "LOCKED", 2))
    }

    @Test("A restore without purchases grants nothing")
    func restoringNothing() async throws {
        let run = try await run("restore\nstatus")
        #expect(run.lines == ["There is nothing to restore."] + status(0, "LOCKED", 0))
    }

    @Test("A purchase that waits for approval is delivered when it is approved, also by a later process")
    func approving() async throws {
        let asked = try await run("ask-to-buy on\nbuy \(coins) 2\nstatus")
        #expect(Array(asked.lines.dropFirst(2).prefix(3)) == status(0, "LOCKED", 0))
        #expect(asked.status == 0)
        let approved = try await run("approve\nstatus")
        #expect(Array(approved.lines.suffix(3)) == status(20, "LOCKED", 2))
        #expect(approved.status == 0)
    }

    @Test("A request is not made twice, and a text says so")
    func askingTwice() async throws {
        let run = try await run("ask-to-buy on\nbuy coins\nbuy coins 2\nbuy premium\napprove\nstatus")
        #expect(run.lines[1] == "Bag of Coins waits for approval. Nothing is charged until then.")
        #expect(run.lines[2] == "Bag of Coins waits for approval already. Nothing more was asked for.")
        #expect(run.lines[3] == "Premium waits for approval. Nothing is charged until then.")
        #expect(run.lines.contains("COINS: 10") && run.lines.contains("WAITING FOR APPROVAL: Premium"))
    }

    @Test("A purchase that is declined is neither charged nor delivered")
    func declining() async throws {
        let run = try await run("ask-to-buy on\nbuy \(premium)\ndecline\nask-to-buy off\nstatus")
        #expect(run.lines.contains("Premium was not approved. Nothing was charged."))
        #expect(Array(run.lines.suffix(3)) == status(0, "LOCKED", 0))
        #expect(run.status == 0)
    }

    @Test("An approval of a product that the customer has meanwhile bought changes nothing")
    func approvingTwice() async throws {
        let run = try await run(
            "ask-to-buy on\nbuy \(premium)\nask-to-buy off\nbuy \(premium)\napprove\nstatus\napprove"
        )
        #expect(run.lines.contains("You have that already. Nothing was charged."))
        #expect(run.lines.contains("PREMIUM: PURCHASED"))
        #expect(run.lines.last == "error: No purchase waits for approval.")
        #expect(run.status == 1)
    }

    @Test("A purchase that fails shows a text for the customer, and charges nothing")
    func failing() async throws {
        let run = try await run("fail networkError\nbuy \(coins)\nfail off\nbuy \(coins)\nstatus")
        let failure = try #require(run.lines.first { $0.hasPrefix("error: ") })
        #expect(failure.contains("The store cannot be reached.") && failure.hasSuffix("(networkError)"))
        #expect(Array(run.lines.suffix(3)) == status(10, "LOCKED", 1))
        #expect(run.status == 1)
    }

    @Test("A customer who cancels has not failed")
    func cancelling() async throws {
        let run = try await run("fail paymentCancelled\nbuy \(premium)\nfail off\nstatus")
        #expect(run.lines.contains("The purchase was cancelled. Nothing was charged."))
        #expect(Array(run.lines.suffix(3)) == status(0, "LOCKED", 0))
        #expect(run.status == 0)
    }

    @Test("Every error that is listed can be chosen, and charges nothing")
    func everyFailure() async throws {
        let list = try await run("fail nonsense")
        let names = try #require(list.lines.first?.split(separator: ":").last?.dropLast())
            .split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(names.count > 10)
        let script = names.map { "fail \($0)\nbuy \(coins)\n" }.joined() + "fail off\nstatus"
        let run = try await run(script)
        #expect(run.lines.count { $0.hasPrefix("error: ") } == names.count - 1)
        #expect(Array(run.lines.suffix(3)) == status(0, "LOCKED", 0))
    }

    @Test(
        "A command that is not understood fails, changes nothing, and the script goes on",
        arguments: [
            "juggle", "buy", "buy com.iaptutorial.coins 1 2", "buy com.iaptutorial.coins 0",
            "buy com.iaptutorial.coins 11",
            "buy com.iaptutorial.coins abc", "buy com.iaptutorial.coins -1", "buy com.iaptutorial.coin",
            "buy com.iaptutorial.premium 2", "ask-to-buy", "ask-to-buy perhaps", "approve", "decline", "fail",
            "fail nonsense", "cancel", "products now",
        ]
    )
    func misunderstanding(command: String) async throws {
        let run = try await run("\(command)\nstatus")
        #expect(run.lines.first?.hasPrefix("error: ") == true)
        #expect(Array(run.lines.suffix(3)) == status(0, "LOCKED", 0))
        #expect(run.errors == "CoinShop: The command on line 1 failed.\n")
        #expect(run.status == 1)
    }

    @Test("A refund revokes the coins that are left, and shows how many")
    func refunding() async throws {
        let run = try await run("refund\nbuy \(coins)\nspend 4\nspend 7\nrefund\nstatus")
        #expect(run.lines.first == "error: Nothing was paid, so there is nothing to refund.")
        #expect(run.lines.contains("error: You have 6 coins. Spend fewer, or buy some."))
        #expect(run.lines.contains("Bag of Coins was refunded and is gone, 6 coins less, 4 coins spent already."))
        #expect(run.lines.contains("COINS: 0"))
    }

    @Test("The history has a line for each entry of the ledger")
    func history() async throws {
        let run = try await run("history\nbuy \(coins) 2\nhistory")
        #expect(run.lines.first == "Nothing was bought on this device by this account.")
        let bought = try #require(run.lines.first { $0.contains("  bought  ") })
        #expect(bought.contains("2 × Bag of Coins") && bought.contains("+20 coins"))
    }

    @Test("A ledger in memory ends with the process; the store remembers")
    func memory() async throws {
        let first = try await run("buy \(coins)\nbuy \(premium)\nstatus", ["--storage", "memory"])
        #expect(Array(first.lines.suffix(3)) == status(10, "PURCHASED", 1))
        let second = try await run("status\nrestore\nstatus", ["--storage", "memory"])
        #expect(Array(second.lines.prefix(3)) == status(0, "LOCKED", 1))
        #expect(Array(second.lines.suffix(3)) == status(0, "PURCHASED", 1))
    }

    @Test("The store uses the given language", arguments: ["de", "de_DE", "de-AT"])
    func locale(identifier: String) async throws {
        let run = try await run("products", ["--locale", identifier])
        #expect(run.output.contains("Beutel Münzen"))
    }
}
