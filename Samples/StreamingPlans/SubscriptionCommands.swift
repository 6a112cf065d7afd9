import Foundation
import IAP
import IAPSandbox
import SampleShop
import SampleTerminal

/// What happens to subscriptions outside the app: in the settings of an account, at the end of a period, by a refund.
@MainActor
struct SubscriptionCommands {
    let session: Session<Plans>

    var all: [Command] {
        [
            Command("cancel", help: "let the plan end with its period") { _ in try await cancel() },
            Command("advance", "PERIOD", help: "let time pass, such as P1M or P3D") { try await advance($0[0]) },
            Command("refund", help: "take the last payment back") { _ in try await refund() },
        ]
    }

    private func cancel() async throws {
        let subscriptions = session.appStore.allTransactions().filter {
            $0.expirationDate != nil && $0.state == .purchased
        }
        guard let renewing = subscriptions.last(where: \.autoRenewingEnabled) else {
            throw CommandFailure("There is no plan that renews, so there is nothing to cancel.")
        }
        try await happen("Telling the App Store") {
            try $0.disableAutoRenewForTransaction(identifier: renewing.identifier)
        }
        let end = renewing.expirationDate.map { " It stays until \($0.day)." } ?? ""
        session.console.say("The plan renews no more.\(end)", .good)
    }

    private func advance(_ text: String) async throws {
        guard let period = try? ProductSubscriptionPeriod(iso8601: text.uppercased()) else {
            throw CommandFailure("“\(text.printable)” is no period. Write P, a number, and D, W, M or Y, such as P1M.")
        }
        let now = session.appStore.clock.now
        guard let limit = try? ProductSubscriptionPeriod(value: 10, unit: .year),
            period.date(after: now) <= limit.date(after: now)
        else { throw CommandFailure("That is too far. Let at most 10 years pass at a time.") }
        try await letTimePass(until: period.date(after: now))
        session.console.say("It is \(session.appStore.clock.now.day) in the App Store.", .good)
    }

    /// One renewal after the other, so that the app hears of each at its own date.
    private func letTimePass(until end: Date) async throws {
        let appStore = session.appStore
        while appStore.clock.now < end {
            let now = appStore.clock.now
            let due =
                appStore.allTransactions().compactMap(\.expirationDate).filter { $0 > now && $0 < end }.min() ?? end
            try await session.happen { $0.advance(to: due) }.forEach { try session.report($0) }
        }
    }

    private func refund() async throws {
        let paid = session.appStore.allTransactions().last {
            $0.expirationDate != nil && $0.state == .purchased && $0.cancelDate == nil
        }
        guard let paid else { throw CommandFailure("Nothing was paid for a plan, so there is nothing to refund.") }
        try await happen("Asking for a refund") { try $0.refundTransaction(identifier: paid.identifier) }
    }

    private func happen(_ what: String, _ body: (SandboxAppStore) throws -> Void) async throws {
        let news = try await session.console.waiting(for: what) { try await session.happen(body) }
        for item in news { try session.report(item) }
    }
}
