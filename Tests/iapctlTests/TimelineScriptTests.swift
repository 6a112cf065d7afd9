import Foundation
import Testing

@testable import iapctl

@Suite("The language of timelines")
struct TimelineScriptTests {
    @Test(
        "What a script says wrongly is told with its line, its column, and what to write",
        arguments: [
            ("bye monthly", "1:1", "Did you mean “buy”?"), ("\n  renewals fial", "2:12", "Did you mean “fail”?"),
            ("buy montly", "1:5", "Did you mean “monthly”?"), ("buy m", "1:5", "Write more of the one you mean."),
            ("buy monthly now", "1:13", "Write “paid” or “offer”."), ("buy", "1:1", "needs a product behind it."),
            ("buy monthly 11", "1:13", "Write 1 to 10."), ("advance P1X", "1:9", "Write P1M, P2W, PT5M"),
            ("buy monthly offer halv", "1:19", "Did you mean “half”?"),
            ("start 2026-02-30", "1:7", "Write it as 2026-03-01"),
            ("note \"é\" \"abc", "1:11", "Put a \" behind it."),
            ("rate every 3 seconds", "1:6", "Did you mean “every 2 seconds”?"),
            ("family", "1:1", "Write “family share NAME” or “family stop NAME”."),
            ("price monthly 9,99", "1:15", "such as 12.99"),
            ("storefront Japan", "1:12", "such as USA, DEU or JPN."), ("cancel", "1:1", "Buy first"),
            ("buy monthly\nadvance P1M\nadvance to 2026-01-02", "3:1", "Write a later date."),
            ("buy monthly\nadvance 200 years", "2:1", "Write an earlier date."),
            ("buy monthly\nrate every 2 seconds\nadvance P1Y", "3:1", "Let less time pass"),
            ("buy monthly\nstart 2026-01-01", "2:1", "first line"), ("grace on off", "1:10", "one word too many"),
            ("buy monthly offer win-back back", "1:1", "for who let the subscription expire"),
        ]
    )
    func mistakes(script: String, place: String, remedy: String) throws {
        let outcome = try Scene.play(script)
        #expect(outcome.status == 1 && outcome.printed.isEmpty && outcome.picture == nil)
        let line = try #require(outcome.complained.last)
        #expect(line.hasPrefix("scene:\(place): error: ") && line.contains(remedy), "\(line)")
    }

    @Test(
        "A product is named by its identifier, a part of it, its name or how often it renews",
        arguments: ["com.example.month", "month", "Month", "monthly", "MONTH", "\"Month\"", "example.mon"]
    )
    func names(name: String) throws {
        #expect(try Scene.print("buy \(name)").contains("●  Month  bought"))
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
        #expect(try Scene.play(script).complained.last?.contains("scene:7:1: error: ") == true)
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
        let printed = try Scene.print(rest)
        for text in [
            "renewal turned off", "renewal turned on again", "declined the higher price", "expired", "not bought",
            "refund reversed", "several words", "changes to Month on",
        ] {
            #expect(printed.contains(text), "\(text)")
        }
    }

    @Test("The guide lists every form of every command")
    func guide() throws {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Documentation/Timelines.md")
        let guide = try String(contentsOf: url, encoding: .utf8)
        for form in ScriptForm.all where !["downgrade", "crossgrade", "change"].contains(form.words[0]) {
            #expect(guide.contains("| `\(form.usage.replacing("|", with: "\\|"))"), "\(form.usage)")
        }
    }

    @Test("No text makes the tool trap, and what is not read is explained")
    func nonsense() throws {
        let words =
            ScriptForm.all.flatMap(\.words) + ["month", "P1M", "-1", "99999999999999999999", "\"", "“", "#", "é", "0"]
        var seed: UInt64 = 7
        for _ in 0..<150 {
            var script = ""
            for _ in 0..<6 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                script += words[Int(seed >> 33) % words.count] + ((seed >> 20) % 3 == 0 ? "\n" : " ")
            }
            let outcome = try Scene.play(script)
            #expect(outcome.status == 0 || outcome.complained.last?.hasPrefix("scene:") == true, "\(script)")
        }
    }
}
