import Foundation
public import IAP
import IAPSandbox
public import SampleTerminal

/// The controls of subscriptions outside the app: in the settings of an account, in time, on a card.
extension Device {
    public var subscriptionControls: [CommandTopic] {
        let plan = [
            Command("cancel", help: "let the plan end with its period") { _ in try await self.cancel() },
            Command("resume", help: "let it renew after all") { _ in try await self.resume() },
            Command("advance", "PERIOD [UNIT]", help: "let time pass, such as P1M, PT5M or 3 days") {
                try await self.advance($0)
            },
        ]
        let card = [
            toggle(
                "fail-renewals",
                help: "let the customer's card fail",
                on: "Renewals cannot be charged from now on.",
                off: "The card works again."
            ) { $0.shouldEnterBillingRetryOnRenewal = $1 },
            toggle(
                "grace",
                help: "let customers stay while it fails",
                on: "A plan that cannot be charged goes on for a while.",
                off: "A plan that cannot be charged ends at once."
            ) { $0.billingGracePeriodIsEnabled = $1 },
            Command("pay", help: "pay what could not be charged") { _ in try await self.pay() },
        ]
        let price = [
            Command("raise", "PRICE", help: "ask for more a period, which needs consent") {
                try await self.raise($0[0])
            },
            Command("agree", help: "consent to the higher price") { _ in
                let plan = try self.planWithHigherPrice()
                try await self.act("Asking the App Store") {
                    try self.appStore.consentToPriceIncreaseForTransaction(identifier: plan.identifier)
                }
                self.console.say("The plan renews for the new price.", .good)
            },
            Command("disagree", help: "decline it") { _ in
                let plan = try self.planWithHigherPrice()
                try await self.act("Asking the App Store") {
                    try self.appStore.declinePriceIncreaseForTransaction(identifier: plan.identifier)
                }
                self.console.say("The plan ends with its period.", .good)
            },
        ]
        return [CommandTopic("plan", plan), CommandTopic("card", card), CommandTopic("price", price)]
    }

    /// Redeems an offer code, as on the App Store's sheet.
    public func redeemCommand(for product: ProductIdentifier) -> Command {
        Command("redeem", "CODE", help: "redeem an offer code, such as SPRING") { [self] arguments in
            let code = arguments[0]
            let account = try signedInAccount()
            do {
                let isShown = try await act("Redeeming") {
                    try appStore.redeemOfferCode(code, productIdentifier: product, account: account)
                }
                if !isShown { console.say("The offer begins with the next period.", .waiting) }
            } catch let error as IAPError where error.code == .invalidOfferIdentifier {
                throw CommandFailure(
                    "No offer of \(title(of: product)) has the code “\(code.printable)”. Type one that the catalog has; "
                        + "the built-in one has SPRING."
                )
            }
        }
    }

    // MARK: - The plan

    private func cancel() async throws {
        let plan = try latest(orFail: "There is no plan that renews, so there is nothing to cancel.") {
            $0.expirationDate != nil && $0.state == .purchased && $0.autoRenewingEnabled
        }
        try await act("Asking the App Store") {
            try appStore.disableAutoRenewForTransaction(identifier: plan.identifier)
        }
        var text = "\(title(of: plan.productIdentifier)) renews no more."
        // A plan that could not be charged ends at once.
        if let end = plan.expirationDate, end > appStore.clock.now {
            text += " It stays until \(end.text(inPeriodFrom: plan.purchaseDate, to: end))."
        }
        console.say(text, .good)
    }

    private func resume() async throws {
        let now = appStore.clock.now
        let plan = try latest(orFail: "There is no plan that was cancelled and still runs.") {
            $0.state == .purchased && $0.cancelDate == nil && !$0.autoRenewingEnabled && $0.expirationDate ?? now > now
        }
        try await act("Asking the App Store") {
            try appStore.enableAutoRenewForTransaction(identifier: plan.identifier)
        }
        console.say("\(title(of: plan.productIdentifier)) renews again.", .good)
    }

    // MARK: - Time

    /// - Parameter words: A period such as `P1M` or `PT5M`, or a number and a unit.
    private func advance(_ words: [String]) async throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let now = appStore.clock.now
        let (count, unit) = try Self.period(words)
        guard let end = calendar.date(byAdding: unit, value: count, to: now),
            let limit = calendar.date(byAdding: .year, value: 10, to: now), end <= limit
        else { throw CommandFailure("That is too far. Let at most 10 years pass at a time.") }
        try await console.waiting(for: "Letting time pass") {
            // To the end of each period first, so that the app receives each one at its own date.
            while let date = nextAccessEnd(before: end) { try await act { appStore.advance(to: date) } }
            try await act { appStore.advance(to: end) }
        }
        let hasTime = [.hour, .minute, .second].contains(unit)
        console.say("It is \(hasTime ? end.ISO8601Format() : end.day) in the App Store.", .good)
    }

    private func nextAccessEnd(before end: Date) -> Date? {
        let now = appStore.clock.now
        return app.store.ledger.subscriptionStatuses.map(\.accessEndDate).filter { $0 > now && $0 < end }.min()
    }

    private static func period(_ words: [String]) throws -> (count: Int, unit: Calendar.Component) {
        let units: KeyValuePairs<String, (letters: String, component: Calendar.Component)> = [
            "day": ("D", .day), "week": ("W", .weekOfYear), "month": ("M", .month), "year": ("Y", .year),
            "hour": ("TH", .hour), "minute": ("TM", .minute), "second": ("TS", .second),
        ]
        let text = words.joined(separator: " ").printable
        if let name = words.dropFirst().first?.lowercased() {
            guard let unit = units.first(where: { [$0.key, $0.key + "s"].contains(name) })?.value.component else {
                throw CommandFailure("“\(words[1].printable)” is no unit of time. Write one such as days or months.")
            }
            guard let count = Int(words[0]), (1...100_000).contains(count) else {
                throw CommandFailure("“\(text)” is no period. Write a number before the unit, such as 3 days.")
            }
            return (count, unit)
        }
        let match = words[0].uppercased().wholeMatch(of: /P(T?)([0-9]{1,5})([A-Z])/)?.output
        guard let match, let count = Int(match.2), count > 0,
            let unit = units.first(where: { $0.value.letters == match.1 + match.3 })?.value.component
        else {
            throw CommandFailure("“\(text)” is no period. Write P, a number, and D, W, M or Y, such as P1M.")
        }
        return (count, unit)
    }

    // MARK: - The card and the price

    private func pay() async throws {
        let unpaid = try latest(orFail: "Nothing has failed, so there is nothing to pay.", where: \.hasPurchaseIssue)
        appStore.shouldEnterBillingRetryOnRenewal = false
        try await act("Paying") { try appStore.resolveIssueForTransaction(identifier: unpaid.identifier) }
    }

    private func raise(_ text: String) async throws {
        guard text.wholeMatch(of: /[0-9.]{1,10}/) != nil, let price = Decimal(string: text), price > 0 else {
            throw CommandFailure("“\(text.printable)” is no price. Write one such as 9.99.")
        }
        let plan = try latest(
            orFail: "There is no plan that renews. Buy one, such as with “buy month”.",
            where: \.autoRenewingEnabled
        )
        guard plan.price.map({ $0 < price }) ?? true else {
            throw CommandFailure("The plan costs more already. Raise it to a higher price.")
        }
        try await act("Asking the App Store") {
            try appStore.changePrice(
                productIdentifier: plan.productIdentifier,
                to: price,
                forSubscribers: .increasedWithConsent
            )
        }
        console.say("Unless you agree, the plan ends with its period.", .waiting)
    }

    private func planWithHigherPrice() throws -> SandboxTransaction {
        try latest(
            orFail: "No higher price waits for your answer. “raise 9.99” asks for one of a plan that renews."
        ) { $0.autoRenewingEnabled && $0.isPendingPriceIncreaseConsent }
    }
}
