import Foundation
import Testing

@testable import iapctl

@Suite("The language of timelines")
struct TimelineScriptTests {
    @Test(
        "A mistake in a script is reported with its line, its column, and what to write",
        arguments: [
            ("bye monthly", "1:1", "Did you mean “buy”?"), ("\n  renewals fial", "2:12", "Did you mean “fail”?"),
            ("buy montly", "1:5", "Did you mean “monthly”?"), ("buy m", "1:5", "Write “coins”, “month” or “year”."),
            ("buy monthly now", "1:13", "Write “paid” or “offer”."), ("buy", "1:1", "needs a product behind it."),
            ("buy monthly 11", "1:13", "Write 1 to 10."), ("advance P1X", "1:9", "Write P1M, P2W, PT5M"),
            ("buy monthly offer halv", "1:19", "Did you mean “half”?"),
            ("start 2026-02-30", "1:7", "no day or no time that the calendar has"),
            ("start 9999-12-31", "1:7", "Write a year from 1970 to 2999."),
            ("advance P100000Y", "1:9", "Write 1 to 100 years."), ("advance 0 days", "1:9", "Write 1 to 36500 days."),
            ("advance -3 months", "1:9", "Write 1 to 1200 months."), ("advance PT0S", "1:9", "Write 1 to 3153600000"),
            ("advance 3 moons", "1:9", "Write a number, and days"), ("buy coins -2", "1:11", "Write 1 to 10."),
            ("buy coins 99999999999999999999", "1:11", "Write 1 to 10."),
            ("price coins 99999999999999999999999", "1:13", "Write 0 to 1000000000."),
            ("price coins -1", "1:13", "Write 0 to 1000000000."), ("account \"\"", "1:9", "Write an account"),
            ("start 2990-01-01\nadvance 20 years", "2:1", "before the year 3000"),
            ("note \"é\" \"abc", "1:11", "Put a \" behind it."),
            ("rate every 3 seconds", "1:6", "Did you mean “every 2 seconds”?"),
            ("family", "1:1", "Write “family share NAME” or “family stop NAME”."),
            ("price monthly 9,99", "1:15", "such as 12.99"),
            ("storefront Japan", "1:12", "such as USA, DEU or JPN."), ("cancel", "1:1", "Buy one first"),
            ("buy monthly\nadvance P1M\nadvance to 2026-01-02", "3:1", "Write a later date."),
            ("buy monthly\nadvance to 2300-01-01", "2:1", "Write an earlier date"),
            ("advance 200 years", "1:9", "1 to 100"),
            ("buy monthly\nrate every 2 seconds\nadvance P1Y", "3:1", "Let less time pass"),
            ("buy monthly\nstart 2026-01-01", "2:1", "first line"), ("grace on off", "1:10", "one word too many"),
            ("buy monthly offer win-back back", "1:1", "for a customer who let the subscription expire"),
            ("family stop eve", "1:1", "does not share with “eve”"),
            ("family share a\nfamily share A", "2:1", "shares already"),
            ("family share Tester@example.com", "1:1", "itself"),
            ("buy month\ncancel\ncancel", "3:1", "off already"), ("buy month\nresume", "2:1", "on already"),
            ("buy month\nbuy month", "2:1", "already"), ("sell month", "1:1", "on sale already"),
            ("refund 7", "1:1", "Nothing was bought yet"), ("buy coins\nrefund 7", "2:1", "The latest one is 1."),
            ("buy coins\naccount a\nrefund 1", "3:1", "Write “account tester@example.com” before."),
            ("buy coins\ncancel 1", "2:1", "no subscription that runs"), ("consent", "1:1", "with consent"),
            ("cancel coins", "1:1", "no subscription that renews"),
            ("account b\ncancel", "2:1", "“b” has no subscription"),
            ("withdraw month\nbuy month", "2:1", "Write “sell”"),
            ("buy month paid monthly", "1:1", "cannot be paid monthly"),

            ("approve", "1:1", "ask to buy on"), ("resolve", "1:1", "renewals fail"),
        ]
    )
    func mistakes(script: String, place: String, remedy: String) throws {
        let outcome = try TestScenario.run(script)
        #expect(outcome.status == 1 && outcome.printed.isEmpty && outcome.picture == nil)
        let line = try #require(outcome.complained.last)
        #expect(line.hasPrefix("scene:\(place): error: ") && line.contains(remedy), "\(line)")
    }

    @Test(
        "A product is named by its identifier, a part of it, its name or how often it renews",
        arguments: [
            "com.example.month", "month", "Month", "monthly", "MONTH", "\"Month\"", "example.mon", "COM.EXAMPLE.MONTH",
        ]
    )
    func names(name: String) throws {
        #expect(try TestScenario.print("buy \(name)").contains("●  Month  bought"))
    }

    @Test("Every form of every command is read, in any case, with comments behind it")
    func forms() throws {
        let script = """
            START 2026-01-05T08:30  # the beginning
            rate real time
            grace on
            storefront JPN
            account anna
            family share ben
            buy month paid monthly
            """
        // The shop's plans have no other billing plan, and the store says so.
        #expect(try TestScenario.run(script).complained.last?.contains("scene:7:1: error: ") == true)
        let rest = """
            buy month
            advance PT90S
            advance 36 hours
            cancel month
            resume 1
            ask consent
            decline
            resume
            force renewal
            expire month
            buy year
            withdraw year
            sell year
            purchases fail
            buy coins 2
            purchases succeed
            refund
            reverse refund
            crossgrade to month
            family share ben
            family stop ben
            note several words
            """
        let printed = try TestScenario.print(rest)
        for text in [
            "renewal turned off", "renewal turned on again", "declined the higher price", "expired", "not bought",
            "refund reversed", "several words", "changes to Month on",
        ] {
            #expect(printed.contains(text), "\(text)")
        }
    }

    @Test("Every suggestion is one that the script can follow")
    func suggestions() throws {
        let names = ["mnth", "monhtly", "yaer", "\"coin s\"", "example", "m", "com", "е", "o"]
        for name in names {
            let line = try #require(try TestScenario.run("buy \(name)").complained.last)
            let suggested = line.split(separator: "error: ")[1].matches(of: /(?:mean|Write|sells|,|or|and) “([^”]*)”/)
            for match in suggested {
                #expect(try TestScenario.run("buy \(match.output.1)").status == 0, "\(name): \(line)")
            }
            #expect(!suggested.isEmpty, "\(name): \(line)")
        }
    }

    @Test("A byte order mark and the line ends of Windows are no words", arguments: ["\u{FEFF}", ""])
    func otherEditors(mark: String) throws {
        let printed = try TestScenario.print(mark + "start 2026-03-01\r\n\r\nbuy month\r\nadvance P1M\r\n")
        #expect(printed.contains("2026-03-01  ●  Month  bought"))
        let outcome = try TestScenario.run(mark + "bye month\r\n")
        #expect(outcome.complained.last?.hasPrefix("scene:1:1: error: ") == true)
    }

    @Test("An account is the same in capitals, as in the store")
    func capitals() throws {
        #expect(
            try TestScenario.print("account Anna\nbuy coins\naccount ANNA\nrefund").contains("refund of the payment")
        )
    }

    @Test("Cancelling a subscription that could not be charged is not the end of a period")
    func cancelledInGrace() throws {
        let printed = try TestScenario.print("grace on\nbuy month\nrenewals fail\nadvance P20D\ncancel")
        #expect(printed.contains("■  Month  cancelled before it could be charged; access ends"))
        #expect(try TestScenario.print("buy month\nexpire").contains("■  Month  ended before its time"))
    }

    @Test("No text makes the tool trap, and a mistake is explained")
    func nonsense() throws {
        let words =
            ScriptCommand.all.flatMap(\.words) + [
                "month", "P1M", "-1", "99999999999999999999", "\"", "“", "#", "é", "0",
            ]
        var seed: UInt64 = 7
        for _ in 0..<150 {
            var script = ""
            for _ in 0..<6 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                script += words[Int(seed >> 33) % words.count] + ((seed >> 20) % 3 == 0 ? "\n" : " ")
            }
            let outcome = try TestScenario.run(script)
            #expect(outcome.status == 0 || outcome.complained.last?.hasPrefix("scene:") == true, "\(script)")
        }
    }
}
