import Foundation
import IAP
import Testing

/// A rule of the store as a transcript: what the customer and the App Store do, the store's transactions after it, and
/// the SDK's answers.
///
/// A line that begins with `>` is a step; ``Stage`` has the commands. The lines below it are what has changed:
///
/// - `store:` a transaction that is new or has changed, as the App Store sees it: number, product, dates, price, and
///   more;
/// - `sdk:` what `IAPStore` answers: what the customer owns and is entitled to, the status in each group of
///   subscriptions, balances, messages, pending payments, purchases begun in the App Store;
/// - `delegate:` what the delegate received, sorted;
/// - `answer:` how the step itself ended, if it asked the SDK for something.
struct StoreScenario: Sendable, CustomTestStringConvertible {
    let rule: String
    /// The page of developer.apple.com that the rule is from; without `https://`; `nil` for a rule of the SDK.
    let page: String?
    let now: String
    let script: String

    init(_ rule: String, apple page: String? = nil, now: String = "2025-01-01", _ script: String) {
        self.rule = rule
        self.page = page
        self.now = now
        self.script = script
    }

    var testDescription: String { rule }

    static let all =
        offers + renewals + planChanges + billing + prices + refunds + families + purchases + storefronts + devices
}

@Suite("Scenarios: the store's transactions and the SDK's answers", .timeLimit(.minutes(10)))
struct ScenarioTests {
    @Test("A scenario goes as it is written", arguments: StoreScenario.all)
    func plays(_ scenario: StoreScenario) async throws {
        let stage = try await Stage(now: scenario.now)
        var played: [String] = []
        for step in scenario.script.split(separator: "\n") where step.hasPrefix("> ") {
            played.append(String(step))
            played += try await stage.play(String(step.dropFirst(2)))
        }
        let text = played.joined(separator: "\n")
        if let folder = ProcessInfo.processInfo.environment["SCENARIOS_PLAYED_TO"] {
            try (scenario.rule + "\n" + text).write(
                toFile: folder + "/" + UUID().uuidString,
                atomically: true,
                encoding: .utf8
            )
        }
        #expect(text == scenario.script)
    }

    @Test("There are sixty scenarios or more, each named once, each with both sides")
    func table() {
        #expect(StoreScenario.all.count >= 60)
        #expect(Set(StoreScenario.all.map(\.rule)).count == StoreScenario.all.count)
        for scenario in StoreScenario.all {
            let lines = scenario.script.split(separator: "\n")
            let sides = ["store:", "sdk:"].map { side in lines.contains { $0.hasPrefix(side) } }
            #expect(sides == [true, true], "\(scenario.rule)")
        }
    }
}
