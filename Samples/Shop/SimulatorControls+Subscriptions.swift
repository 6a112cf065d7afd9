import Foundation
public import IAP
import IAPSandbox
public import SampleTerminal

/// What becomes of subscriptions outside the app: in the settings of an account, at the end of a period, on a card.
extension SimulatorControls {
    public var subscriptions: [CommandTopic] {
        [
            CommandTopic(
                "plan",
                [
                    Command("cancel", help: "let the plan end with its period") { _ in try await cancel() },
                    Command("resume", help: "let it renew after all") { _ in try await resume() },
                    Command("advance", "PERIOD [UNIT]", help: "let time pass, such as P1M, PT5M or 3 days") {
                        try await advance($0.count > 1 ? Self.period($0[0], $0[1]) : $0[0])
                    },
                ]
            ),
            CommandTopic(
                "card",
                [
                    toggle("fail-renewals", help: "let the customer's card fail") {
                        appStore.shouldEnterBillingRetryOnRenewal = $0
                        return $0 ? "Renewals cannot be charged from now on." : "The card works again."
                    },
                    toggle("grace", help: "let customers stay while it fails") {
                        appStore.billingGracePeriodIsEnabled = $0
                        return $0 ? "Who cannot pay stays for a while." : "Who cannot pay has to go."
                    },
                    Command("pay", help: "make good what failed") { _ in try await pay() },
                ]
            ),
            CommandTopic(
                "price",
                [
                    Command("raise", "PRICE", help: "ask for more a period, which needs consent") {
                        try await raise($0[0])
                    },
                    Command("agree", help: "say yes to the higher price") { _ in try await answerPrice(true) },
                    Command("disagree", help: "say no to it") { _ in try await answerPrice(false) },
                ]
            ),
        ]
    }

    /// Types a code in, on the App Store's sheet for that.
    public func redeem(for product: ProductIdentifier) -> Command {
        Command("redeem", "CODE", help: "type an offer code in, such as SPRING") { arguments in
            let code = arguments[0]
            let account = try device.signedInAccount()
            do {
                let isShown = try await device.act("Redeeming") {
                    try appStore.redeemOfferCode(code, productIdentifier: product, account: account)
                }
                if !isShown { device.console.say("The offer begins with the next period.", .waiting) }
            } catch let error as IAPError where error.code == .invalidOfferIdentifier {
                throw CommandFailure(
                    "No offer of \(device.title(of: product)) has the code “\(code.printable)”. Type one that the "
                        + "catalog has; the built-in one has SPRING."
                )
            }
        }
    }

    // MARK: - The plan

    private func cancel() async throws {
        let subscriptions = device.transactions.filter { $0.expirationDate != nil && $0.state == .purchased }
        guard let renewing = subscriptions.last(where: \.autoRenewingEnabled) else {
            throw CommandFailure("There is no plan that renews, so there is nothing to cancel.")
        }
        try await device.act("Telling the App Store") {
            try appStore.disableAutoRenewForTransaction(identifier: renewing.identifier)
        }
        var text = "\(device.title(of: renewing.productIdentifier)) renews no more."
        // What could not be charged is over with that.
        if let end = renewing.expirationDate, end > appStore.clock.now {
            text += " It stays until \(end.text(inPeriodFrom: renewing.purchaseDate, to: end))."
        }
        device.console.say(text, .good)
    }

    private func resume() async throws {
        let now = appStore.clock.now
        let ending = device.transactions.last {
            $0.state == .purchased && $0.cancelDate == nil && !$0.autoRenewingEnabled && $0.expirationDate ?? now > now
        }
        guard let ending else { throw CommandFailure("There is no plan that was cancelled and still runs.") }
        try await device.act("Telling the App Store") {
            try appStore.enableAutoRenewForTransaction(identifier: ending.identifier)
        }
        device.console.say("\(device.title(of: ending.productIdentifier)) renews again.", .good)
    }

    // MARK: - Time

    private func advance(_ text: String) async throws {
        let now = appStore.clock.now
        if let seconds = Self.seconds(text) {
            guard seconds <= 86_400 else { throw CommandFailure("Let at most a day pass in hours.") }
            try await letTimePass(until: now.addingTimeInterval(seconds))
            return device.console.say("It is \(appStore.clock.now.ISO8601Format()) in the App Store.", .good)
        }
        guard let period = try? ProductSubscriptionPeriod(iso8601: text.uppercased()) else {
            throw CommandFailure("“\(text.printable)” is no period. Write P, a number, and D, W, M or Y, such as P1M.")
        }
        guard let limit = try? ProductSubscriptionPeriod(value: 10, unit: .year),
            period.date(after: now) <= limit.date(after: now)
        else { throw CommandFailure("That is too far. Let at most 10 years pass at a time.") }
        try await letTimePass(until: period.date(after: now))
        device.console.say("It is \(appStore.clock.now.day) in the App Store.", .good)
    }

    /// Advances to the end of each period first, so that the app receives each one at its own date.
    private func letTimePass(until end: Date) async throws {
        try await device.console.waiting(for: "Letting time pass") {
            while let date = nextAccessEnd(before: end) { try await device.act { appStore.advance(to: date) } }
            try await device.act { appStore.advance(to: end) }
        }
    }

    private func nextAccessEnd(before end: Date) -> Date? {
        let now = appStore.clock.now
        return device.app.store.ledger.subscriptionStatuses.map(\.accessEndDate).filter { $0 > now && $0 < end }.min()
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

    /// The seconds of `PT90S`, `PT5M` or `PT2H`.
    private static func seconds(_ text: String) -> TimeInterval? {
        let text = text.uppercased()
        guard text.hasPrefix("PT"), let unit = text.last, let count = Int(text.dropFirst(2).dropLast()),
            (1...100_000).contains(count), let seconds = ["S": 1, "M": 60, "H": 3_600][unit]
        else { return nil }
        return TimeInterval(count * seconds)
    }

    // MARK: - The card and the price

    private func pay() async throws {
        guard let unpaid = device.transactions.last(where: \.hasPurchaseIssue) else {
            throw CommandFailure("Nothing has failed, so there is nothing to make good.")
        }
        appStore.shouldEnterBillingRetryOnRenewal = false
        try await device.act("Paying") { try appStore.resolveIssueForTransaction(identifier: unpaid.identifier) }
    }

    private func raise(_ text: String) async throws {
        // `Decimal` reads the beginning of a text and ignores the rest.
        let isNumber = text.count <= 10 && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard isNumber, let price = Decimal(string: text), price > 0 else {
            throw CommandFailure("“\(text.printable)” is no price. Write one such as 9.99.")
        }
        guard let paid = device.transactions.last(where: \.autoRenewingEnabled) else {
            throw CommandFailure("There is no plan that renews. Buy one, such as with “buy month”.")
        }
        guard paid.price.map({ $0 < price }) ?? true else {
            throw CommandFailure("The plan costs more already. Raise it to a higher price.")
        }
        let product = paid.productIdentifier
        try await device.act("Telling the App Store") {
            try appStore.changePrice(productIdentifier: product, to: price, forSubscribers: .increasedWithConsent)
        }
        device.console.say("Unless you agree, the plan ends with its period.", .waiting)
    }

    private func answerPrice(_ agrees: Bool) async throws {
        let paid = device.transactions.last { $0.autoRenewingEnabled && $0.isPendingPriceIncreaseConsent }
        guard let identifier = paid?.identifier else {
            throw CommandFailure(
                "No higher price waits for your answer. “raise 9.99” asks for one of a plan that renews."
            )
        }
        try await device.act("Telling the App Store") {
            if agrees {
                try appStore.consentToPriceIncreaseForTransaction(identifier: identifier)
            } else {
                try appStore.declinePriceIncreaseForTransaction(identifier: identifier)
            }
        }
        device.console.say(agrees ? "The plan renews for the new price." : "The plan ends with its period.", .good)
    }
}
