import Foundation
import Testing

@Suite("StreamingPlans", .timeLimit(.minutes(10)))
struct StreamingPlansTests {
    private let folder: TemporaryFolder
    private let month = "svod_one_month_subscription_test"
    private let year = "svod_one_year_subscription_test"

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ script: String, _ arguments: [String] = []) async throws -> Sample.Run {
        try await Sample.streamingPlans.run(script, in: folder.url, arguments)
    }

    /// The product, the state and the end of each `PLAN` line.
    private func plans(_ run: Sample.Run) throws -> [(product: String, state: String, end: Date)] {
        try run.lines.filter { $0.hasPrefix("PLAN: ") }.map { line in
            let words = line.split(separator: " ").map(String.init)
            try #require(words.count == 5 && words[3] == "until")
            return (words[1], words[2], try Date(words[4], strategy: .iso8601))
        }
    }

    /// The date in the App Store at each `status`.
    private func storeDates(_ run: Sample.Run) throws -> [Date] {
        try run.lines.filter { $0.hasPrefix("STORE DATE: ") }.map { line in
            try Date(String(line.dropFirst("STORE DATE: ".count)), strategy: .iso8601)
        }
    }

    private let day: TimeInterval = 24 * 60 * 60

    @Test("A customer who never subscribed has no plan")
    func none() async throws {
        let run = try await run("products\nstatus")
        #expect(run.lines[0].hasSuffix(month) && run.lines[1].hasSuffix(year))
        #expect(run.lines.contains("PLAN: none"))
    }

    @Test("A plan lasts its period, and renews while time passes")
    func renewing() async throws {
        let run = try await run("buy \(month)\nstatus\nadvance P2M\nstatus")
        let plans = try plans(run)
        #expect(plans.map(\.product) == [month, month] && plans.map(\.state) == ["subscribed", "subscribed"])
        let bought = try #require(try storeDates(run).first)
        #expect((27...31).contains(plans[0].end.timeIntervalSince(bought) / day))
        #expect((58...62).contains(plans[1].end.timeIntervalSince(plans[0].end) / day))
        #expect(run.lines.count { $0.hasPrefix("Renewed: ") } == 2)
        #expect(run.status == 0)
    }

    @Test("A plan that is cancelled lasts to its end and no longer")
    func cancelling() async throws {
        let run = try await run("buy \(month)\ncancel\nstatus\nadvance P2M\nstatus\ncancel")
        let plans = try plans(run)
        #expect(plans.map(\.state) == ["subscribed", "expired"])
        #expect(plans[0].end == plans[1].end)
        #expect(run.lines.contains("RENEWAL: off"))
        #expect(run.lines.last?.hasPrefix("error: ") == true)
    }

    @Test("A longer plan begins at once, a shorter one when it is over")
    func changing() async throws {
        let run = try await run("buy \(month)\nbuy \(year)\nstatus\nbuy \(month)\nstatus\nadvance P1Y\nstatus")
        let plans = try plans(run)
        #expect(plans.map(\.product) == [year, year, month])
        #expect(plans.map(\.state) == ["subscribed", "subscribed", "subscribed"])
        #expect(run.lines.contains("RENEWAL: \(month)"))
        #expect(run.status == 0)
    }

    @Test("A refund ends the plan at once")
    func refunding() async throws {
        let run = try await run("buy \(year)\nrefund\nstatus\nrestore\nstatus\nrefund")
        #expect(try plans(run).map(\.state) == ["revoked", "revoked"])
        #expect(run.lines.contains("There is nothing to restore."))
        #expect(run.lines.last?.hasPrefix("error: ") == true)
        #expect(run.status == 1)
    }

    @Test("A plan that was cancelled can be refunded, and bought again")
    func refundingTheCancelled() async throws {
        let run = try await run("buy \(month)\ncancel\nrefund\nstatus\nbuy \(month)\nstatus")
        #expect(try plans(run).map(\.state) == ["revoked", "subscribed"])
        #expect(run.lines.last { $0.hasPrefix("RENEWAL: ") } == "RENEWAL: \(month)")
        #expect(run.status == 0)
    }

    @Test("A plan is remembered by a new process, and restored on a new device")
    func restoring() async throws {
        _ = try await run("buy \(month)")
        let run = try await run("status\nuninstall\nstatus\nrestore\nstatus")
        #expect(run.lines.contains("PLAN: none"))
        let plans = try plans(Sample.Run(status: 0, output: run.output.replacing("PLAN: none", with: ""), errors: ""))
        #expect(plans.map(\.product) == [month, month])
        #expect(plans[0].end == plans[1].end)
    }

    @Test("A delivered transaction is not delivered again at the next launch")
    func relaunching() async throws {
        _ = try await run("buy \(month)\nadvance P3M")
        let run = try await run("history")
        #expect(run.lines.count { $0.contains("  bought  ") } == 4)
    }

    @Test("A card that fails keeps the plan for the grace period, then no longer, and can be paid later")
    func failingRenewals() async throws {
        let run = try await run(
            "buy \(month)\ngrace on\nfail-renewals on\nadvance P32D\nstatus\nadvance P20D\nstatus\npay\nstatus\npay"
        )
        #expect(try plans(run).map(\.state) == ["inGracePeriod", "inBillingRetryPeriod", "subscribed"])
        #expect(run.lines.last?.hasPrefix("error: ") == true)
    }

    @Test("A plan that cannot be charged, and one that is over, are shown when it happens")
    func lapses() async throws {
        let run = try await run(
            "buy \(month)\ngrace on\nfail-renewals on\nadvance P1Y\nbuy \(month)\ncancel\nadvance P2M"
        )
        #expect(run.lines.count { $0.hasPrefix("One Month could not be charged. It stays until ") } == 1)
        #expect(run.lines.count { $0.hasPrefix("One Month could not be charged. It gives no access ") } == 1)
        #expect(run.lines.count { $0.hasPrefix("One Month is over. It lasted until ") } == 2)
        #expect(run.status == 0)
    }

    @Test("There are offers for lapsed customers and for subscribers, and codes for everyone")
    func offers() async throws {
        let run = try await run(
            "redeem SPRING\ntake thank-you\ncancel\nadvance P2M\noffers\ntake come-back\nstatus\ntake come-back"
        )
        #expect(run.lines.contains("The offer begins with the next period."))
        #expect(run.lines.contains { $0.hasSuffix("(take come-back)") })
        #expect(try plans(run).map(\.state) == ["subscribed"])
        #expect(run.status == 1)
    }

    @Test("A higher price that is agreed to renews, one that is declined ends the plan")
    func higherPrice() async throws {
        let run = try await run(
            "buy \(month)\nraise 9.99\nagree\nadvance P32D\nstatus\nraise 19.99\ndisagree\nadvance P32D\nstatus"
        )
        #expect(try plans(run).map(\.state) == ["subscribed", "expired"])
        #expect(run.lines.contains { $0.hasPrefix("Renewed: ") && $0.hasSuffix("$9.99.") })
    }

    @Test("A request without an answer lapses after a day")
    func lapsing() async throws {
        let run = try await run("ask-to-buy on\nbuy \(month)\nadvance P2D\nstatus\napprove")
        #expect(run.lines.contains("One Month was not approved. Nothing was charged."))
        #expect(run.lines.contains("PLAN: none"))
        #expect(run.lines.last == "error: No purchase waits for approval.")
    }

    @Test("An approved plan begins when it is approved")
    func approving() async throws {
        let run = try await run("ask-to-buy on\nbuy \(month)\napprove\nstatus\nbuy \(year)\ndecline\nstatus")
        #expect(try plans(run).map(\.product) == [month, month])
        #expect(run.status == 0)
    }

    @Test("Time passes in periods, and not too many", arguments: ["P1H", "1M", "P0D", "P-1M", "P11Y", "soon"])
    func periods(text: String) async throws {
        let run = try await run("advance \(text)\nstatus")
        #expect(run.lines.first?.hasPrefix("error: ") == true)
        #expect(run.status == 1)
    }

    @Test(
        "Periods may be written as a number and a unit",
        arguments: [("3 days", 3), ("2 Weeks", 14), ("24 hours", 1)]
    )
    func units(text: String, days: Int) async throws {
        let run = try await run("status\nadvance \(text)\nstatus\nadvance 3 fortnights")
        let dates = try run.lines.filter { $0.hasPrefix("STORE DATE: ") }
            .map { try Date($0.dropFirst(12).description, strategy: .iso8601) }
        #expect(dates.count == 2 && dates[1].timeIntervalSince(dates[0]) == TimeInterval(days) * day)
        #expect(run.lines.last == "error: “fortnights” is no unit of time. Write one such as days or months.")
    }

    @Test("Every renewal is shown once, however much time passes at once")
    func decade() async throws {
        let run = try await run("buy \(month)\nadvance P10Y")
        let renewals = run.lines.filter { $0.hasPrefix("Renewed: ") }
        #expect(renewals.count == 120 && Set(renewals).count == 120)
    }

    @Test("A price is shown as it is now")
    func newPrice() async throws {
        let run = try await run("products\nbuy \(month)\nraise 11.99\nproducts\nagree\nadvance P1M\nproducts")
        let prices = run.lines.filter { $0.hasSuffix(month) }.map { $0.contains("$11.99/month") }
        #expect(prices == [false, true, true])
    }

    @Test("Purchases of another account are not shown until it signs in again")
    func accounts() async throws {
        let run = try await run(
            "buy \(month)\nsign-in ben\nstatus\ncancel\nbuy \(year)\nstatus\nsign-out\nstatus\nsign-in tester@example.com\nstatus"
        )
        #expect(run.lines.count { $0 == "PLAN: none" } == 2)
        #expect(run.lines.contains("ben is signed in. Purchases of tester@example.com are not shown."))
        #expect(run.lines.contains("ACCOUNT: ben") && run.lines.contains("ACCOUNT: nobody"))
        #expect(run.lines.count { $0.hasPrefix("PLAN: \(year) ") } == 1)
        #expect(run.lines.last { $0.hasPrefix("PLAN: ") }?.hasPrefix("PLAN: \(month) ") == true)
        // The other customer has nothing to cancel.
        #expect(run.lines.count { $0.hasPrefix("error: ") } == 1)
    }

    @Test("A family uses the plans that can be shared")
    func family() async throws {
        let run = try await run("share ben\nbuy svod_kids_pass\nbuy \(month)\nsign-in ben\nstatus")
        #expect(run.lines.count { $0.hasPrefix("Shared with you: Kids until ") } == 1)
        #expect(run.lines.count { $0.hasPrefix("PLAN: ") } == 1)
        #expect(run.status == 0)
    }

    @Test("The end of sharing reaches a member who was signed out meanwhile")
    func formerFamily() async throws {
        let run = try await run(
            "share ben\nbuy svod_kids_pass\nsign-in ben\nstatus\nsign-in tester@example.com\nunshare ben\nsign-in ben\nstatus"
        )
        #expect(try plans(run).map(\.state) == ["subscribed", "revoked"])
        #expect(run.lines.contains("Kids is shared with you no longer."))
        #expect(run.status == 0)
    }

    @Test(
        "A command that is impossible says why, and what to do",
        arguments: [
            ("redeem x", "has the code “x”. Type one that the catalog has; the built-in one has SPRING."),
            ("agree", "No higher price waits for your answer."), ("disagree", "No higher price waits for your answer."),
            ("share tester@example.com", "An account cannot share with itself. Name another account."),
            ("take x", "“offers” lists what you may have."), ("help x", "“help” lists the commands."),
        ]
    )
    func impossible(command: String, answer: String) async throws {
        let run = try await run("buy \(month)\n\(command)")
        #expect(run.lines.last?.contains(answer) == true, "\(run.output)")
        #expect(!run.output.contains("went wrong"))
    }

    @Test("Help is about everything, a topic, or a command")
    func help() async throws {
        #expect(
            try await run("help price").lines.map { $0.split(separator: " ")[0] } == ["raise", "agree", "disagree"]
        )
        #expect(try await run("help pay").lines.count == 1)
        #expect(try await run("help").lines.count > 25)
    }

    @Test("In real time, a plan renews while the program waits for a command")
    func realTime() async throws {
        let rate = ["--time-rate", "five-minutes"]
        // Two seconds before the end of a month of five minutes.
        #expect(try await run("buy \(month)\nadvance PT298S", rate).status == 0)
        let input = Pipe()
        let output = Pipe()
        let process = try Sample.streamingPlans.process(["--data", folder.url.path, "--real-time"] + rate)
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var text = ""
        for await more in texts(from: output.fileHandleForReading) {
            text += more
            if text.contains(".\n") { break }
        }
        #expect(text.hasPrefix("Renewed: One Month until "))
        try input.fileHandleForWriting.close()
        #expect(await process.exitStatus() == 0)
    }
}
