import Foundation
import IAP
import IAPSandbox
import SampleShop
import SampleTerminal

/// What happens to subscriptions outside the app: in the settings of an account, at the end of a period, by a refund.
@MainActor
struct SubscriptionCommands {
    let session: Session<Plans>

    var topics: [CommandTopic] {
        [CommandTopic("plan", plan), CommandTopic("card", card), CommandTopic("price", price)]
    }

    private var plan: [Command] {
        [
            Command("cancel", help: "let the plan end with its period") { _ in try await cancel() },
            Command("resume", help: "let it renew after all") { _ in try await resume() },
            Command("advance", "PERIOD [UNIT]", help: "let time pass, such as P1M, PT5M or 3 days") {
                try await advance($0.count > 1 ? Self.period($0[0], $0[1]) : $0[0])
            },
            Command("refund", help: "take the last payment back") { _ in try await refund() },
        ]
    }

    private var card: [Command] {
        [
            Command("fail-renewals", "on|off", help: "let the customer's card fail") { try failRenewals($0[0]) },
            Command("grace", "on|off", help: "let customers stay while it fails") { try grace($0[0]) },
            Command("pay", help: "make good what failed") { _ in try await pay() },
        ]
    }

    private var price: [Command] {
        [
            Command("raise", "PRICE", help: "ask for more a period, which needs consent") { try await raise($0[0]) },
            Command("agree", help: "say yes to the higher price") { _ in try await answer(true) },
            Command("disagree", help: "say no to it") { _ in try await answer(false) },
        ]
    }

    private func cancel() async throws {
        let subscriptions = session.transactions.filter {
            $0.expirationDate != nil && $0.state == .purchased
        }
        guard let renewing = subscriptions.last(where: \.autoRenewingEnabled) else {
            throw CommandFailure("There is no plan that renews, so there is nothing to cancel.")
        }
        try await session.happen("Telling the App Store") {
            try $0.disableAutoRenewForTransaction(identifier: renewing.identifier)
        }
        // What could not be charged is over with that.
        let now = session.appStore.clock.now
        let end = renewing.expirationDate.map { $0 > now ? " It stays until \(session.text(of: $0))." : "" } ?? ""
        session.console.say("\(session.title(of: renewing.productIdentifier)) renews no more.\(end)", .good)
    }

    private func resume() async throws {
        let now = session.appStore.clock.now
        let ending = session.transactions.last {
            $0.state == .purchased && $0.cancelDate == nil && !$0.autoRenewingEnabled && $0.expirationDate ?? now > now
        }
        guard let ending else { throw CommandFailure("There is no plan that was cancelled and still runs.") }
        try await session.happen("Telling the App Store") {
            try $0.enableAutoRenewForTransaction(identifier: ending.identifier)
        }
        session.console.say("\(session.title(of: ending.productIdentifier)) renews again.", .good)
    }

    private func advance(_ text: String) async throws {
        if let seconds = Self.seconds(text) {
            guard seconds <= 86_400 else { throw CommandFailure("Let at most a day pass in hours.") }
            try await letTimePass(until: session.appStore.clock.now.addingTimeInterval(seconds))
            let now = session.appStore.clock.now.ISO8601Format()
            return session.console.say("It is \(now) in the App Store.", .good)
        }
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

    /// `P3D` for `3 days`, `PT5M` for `5 minutes`.
    private static func period(_ count: String, _ unit: String) throws -> String {
        let prefixes = [
            "second": "PT", "minute": "PT", "hour": "PT", "day": "P", "week": "P", "month": "P", "year": "P",
        ]
        let name = unit.lowercased().hasSuffix("s") ? String(unit.lowercased().dropLast()) : unit.lowercased()
        guard let prefix = prefixes[name], let letter = name.first else {
            throw CommandFailure("“\(unit.printable)” is no unit of time. Write one such as days or months.")
        }
        return prefix + count + letter.uppercased()
    }

    /// One event after the other, so that the app hears of each at its own date.
    private func letTimePass(until end: Date) async throws {
        try await session.console.waiting(for: "Letting time pass") {
            while let due = session.appStore.nextDueDate(upTo: end) {
                try await session.happen { $0.advance(to: due) }
            }
            try await session.happen { $0.advance(to: end) }
        }
    }

    /// The seconds of `PT90S`, `PT5M` or `PT2H`.
    private static func seconds(_ text: String) -> TimeInterval? {
        let text = text.uppercased()
        guard text.hasPrefix("PT"), let unit = text.last, let count = Int(text.dropFirst(2).dropLast()),
            (1...100_000).contains(count), let seconds = ["S": 1, "M": 60, "H": 3_600][unit]
        else { return nil }
        return TimeInterval(count * seconds)
    }

    // MARK: A card that fails

    private func failRenewals(_ choice: String) throws {
        session.appStore.shouldEnterBillingRetryOnRenewal = try Self.isOn(choice)
        let isOn = session.appStore.shouldEnterBillingRetryOnRenewal
        session.console.say(isOn ? "Renewals cannot be charged from now on." : "The card works again.", .good)
    }

    private func grace(_ choice: String) throws {
        session.appStore.billingGracePeriodIsEnabled = try Self.isOn(choice)
        let isOn = session.appStore.billingGracePeriodIsEnabled
        session.console.say(isOn ? "Who cannot pay stays for a while." : "Who cannot pay has to go.", .good)
    }

    private func pay() async throws {
        guard let unpaid = session.transactions.last(where: \.hasPurchaseIssue) else {
            throw CommandFailure("Nothing has failed, so there is nothing to make good.")
        }
        session.appStore.shouldEnterBillingRetryOnRenewal = false
        try await session.happen("Paying") { try $0.resolveIssueForTransaction(identifier: unpaid.identifier) }
    }

    // MARK: A higher price

    private func raise(_ text: String) async throws {
        // Decimal reads what it can of a text and passes over the rest.
        let isNumber = text.count <= 10 && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard isNumber, let price = Decimal(string: text), price > 0 else {
            throw CommandFailure("“\(text.printable)” is no price. Write one such as 9.99.")
        }
        let paid = try renewing()
        guard paid.price.map({ $0 < price }) ?? true else {
            throw CommandFailure("The plan costs more already. Raise it to a higher price.")
        }
        try await session.happen("Telling the App Store") {
            try $0.changePrice(
                productIdentifier: paid.productIdentifier,
                to: price,
                forSubscribers: .increasedWithConsent
            )
        }
        session.console.say("Unless you agree, the plan ends with its period.", .waiting)
    }

    private func answer(_ agrees: Bool) async throws {
        let paid = session.transactions.last { $0.autoRenewingEnabled && $0.isPendingPriceIncreaseConsent }
        guard let paid else {
            throw CommandFailure(
                "No higher price waits for your answer. “raise 9.99” asks for one of a plan that renews."
            )
        }
        try await session.happen("Telling the App Store") { appStore in
            if agrees {
                try appStore.consentToPriceIncreaseForTransaction(identifier: paid.identifier)
            } else {
                try appStore.declinePriceIncreaseForTransaction(identifier: paid.identifier)
            }
        }
        session.console.say(agrees ? "The plan renews for the new price." : "The plan ends with its period.", .good)
    }

    private func renewing() throws -> SandboxTransaction {
        guard let paid = session.transactions.last(where: \.autoRenewingEnabled) else {
            throw CommandFailure("There is no plan that renews. Buy one, such as with “buy month”.")
        }
        return paid
    }

    private static func isOn(_ choice: String) throws -> Bool {
        switch choice {
        case "on": true
        case "off": false
        default: throw CommandFailure("“\(choice.printable)” is neither on nor off.")
        }
    }

    private func refund() async throws {
        let paid = session.transactions.last {
            $0.expirationDate != nil && $0.state == .purchased && $0.cancelDate == nil
        }
        guard let paid else { throw CommandFailure("Nothing was paid for a plan, so there is nothing to refund.") }
        try await session.happen("Asking for a refund") { try $0.refundTransaction(identifier: paid.identifier) }
    }
}
