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

    private func run(_ script: String) async throws -> Sample.Run {
        try await Sample.streamingPlans.run(script, in: folder.url)
    }

    /// The product, the state and the end of each `PLAN` line.
    private func plans(_ run: Sample.Run) throws -> [(product: String, state: String, end: Date)] {
        try run.lines.filter { $0.hasPrefix("PLAN: ") }.map { line in
            let words = line.split(separator: " ").map(String.init)
            try #require(words.count == 5 && words[3] == "until")
            return (words[1], words[2], try Date(words[4], strategy: .iso8601))
        }
    }

    private let day: TimeInterval = 24 * 60 * 60

    @Test("Who never subscribed has no plan")
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
        #expect((27...31).contains(plans[0].end.timeIntervalSinceNow / day))
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

    @Test("What was delivered is not delivered again at the next launch")
    func relaunching() async throws {
        _ = try await run("buy \(month)\nadvance P3M")
        let run = try await run("history")
        #expect(run.lines.count { $0.contains("  bought  ") } == 4)
    }

    @Test("A card that fails keeps the plan for the grace period, then no longer, and can be made good")
    func failingRenewals() async throws {
        let run = try await run(
            "buy \(month)\ngrace on\nfail-renewals on\nadvance P32D\nstatus\nadvance P20D\nstatus\npay\nstatus\npay"
        )
        #expect(try plans(run).map(\.state) == ["inGracePeriod", "inBillingRetryPeriod", "subscribed"])
        #expect(run.lines.last?.hasPrefix("error: ") == true)
    }

    @Test("A lapsed customer may come back for less, a subscriber is thanked, and a code is for everybody")
    func offers() async throws {
        let run = try await run(
            "redeem SPRING\ntake thank-you\ncancel\nadvance P2M\noffers\ntake come-back\nstatus\ntake come-back"
        )
        #expect(run.lines.contains("The offer begins with the next period."))
        #expect(run.lines.contains { $0.hasSuffix("(take come-back)") })
        #expect(try plans(run).map(\.state) == ["subscribed"])
        #expect(run.status == 1)
    }

    @Test("A higher price that is agreed to renews, one that is refused ends the plan")
    func higherPrice() async throws {
        let run = try await run(
            "buy \(month)\nraise 9.99\nagree\nadvance P32D\nstatus\nraise 19.99\ndisagree\nadvance P32D\nstatus"
        )
        #expect(try plans(run).map(\.state) == ["subscribed", "expired"])
        #expect(run.lines.contains { $0.hasPrefix("Renewed: ") && $0.hasSuffix("$9.99.") })
    }

    @Test("A request that nobody answers lapses after a day")
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
}
