import Foundation
import IAP
import IAPSandbox

/// The words of a scenario's steps.
extension Stage {
    /// - Returns: What a call of the SDK answered, if there was one.
    func take(_ step: String) async throws -> String? {
        let words = step.split(separator: " ").map(String.init)
        let rest = Array(words.dropFirst())
        switch words[0] {
        // The customer, in the app.
        case "buy": return try await buy(rest, in: app)
        case "restore": return "\(try await app.store.restorePurchases().count) owned"
        case "synchronize":
            let before = appStore.signInPromptCount
            let count = try await app.store.queue.synchronize().count
            return "\(count) owned, \(appStore.signInPromptCount - before) asked to sign in"
        case "products":
            let response = try await app.store.products(for: rest, policy: .fresh)
            return response.products.map { "\($0.productIdentifier) \($0.price) \($0.currencyCode)" }.joined(
                separator: ", "
            )
        case "offers": return try await offers(rest[0])
        case "take": return try await takeUpIntent()
        case "show": return try await show(rest)
        case "quit":
            closedApp = (try app.storage, try app.facts)
            runningApp = nil
        case "launch": try await launch(closedApp?.storage ?? InMemoryStorage())
        case "relaunch": try await launch(app.storage)
        case "reinstall":
            appStore.eraseDevice(SandboxAppStore.defaultDevice)
            try await launch(InMemoryStorage())
        case "spend": try await app.store.spend(Int(rest[0]) ?? 0, of: "coins")
        // Time.
        case "advance": try advance(rest[0])
        case "set": appStore.clock.advance(to: day(rest[2]))
        case "rate": try rate(rest[0])
        // The member of the family.
        case "share":
            member = try await makeMember()
            try appStore.startFamilySharing(with: "member")
        case "unshare": appStore.stopFamilySharing(with: "member")
        case "sign-in":
            appStore.signIn(account: rest[0], device: rest.dropFirst().first ?? SandboxAppStore.defaultDevice)
        case "member":
            guard let member else { throw Missing() }
            return try await buy(Array(rest.dropFirst()), in: member)
        default: try happen(words[0], rest)
        }
        return nil
    }

    private func launch(_ storage: InMemoryStorage) async throws {
        let facts = runningApp?.facts ?? closedApp?.facts ?? [:]
        let app = try await StageApp(appStore, device: SandboxAppStore.defaultDevice, storage: storage)
        app.follow(facts)
        runningApp = app
    }

    private func makeMember() async throws -> StageApp {
        appStore.signIn(account: "member", device: "tablet")
        return try await StageApp(appStore, device: "tablet")
    }

    /// What the customer does elsewhere, and what the App Store does.
    private func happen(_ verb: String, _ rest: [String]) throws {
        switch verb {
        case "outside": try appStore.buyProduct(payment(rest).payment)
        case "redeem": try appStore.redeemOfferCode(rest[0], productIdentifier: "gold")
        case "promote": try appStore.requestPurchase(Payment(productIdentifier: rest[0]))
        case "cancel": try appStore.disableAutoRenewForTransaction(identifier: transaction(of: rest[0]))
        case "resume": try appStore.enableAutoRenewForTransaction(identifier: transaction(of: rest[0]))
        case "refund": try appStore.refundTransaction(identifier: identifier(rest[0]))
        case "unrefund": try appStore.reverseRefund(identifier: identifier(rest[0]))
        case "delete": try appStore.deleteTransaction(identifier: identifier(rest[0]))
        case "clear": appStore.clearTransactions()
        case "expire": try appStore.expireSubscription(productIdentifier: rest[0])
        case "force": try appStore.forceRenewalOfSubscription(productIdentifier: rest[0])
        case "resolve": try appStore.resolveIssueForTransaction(identifier: identifier(rest[0]))
        case "approve": try appStore.approveAskToBuyTransaction(identifier: identifier(rest[0]))
        case "decline": try appStore.declineAskToBuyTransaction(identifier: identifier(rest[0]))
        case "price": try price(rest)
        case "consent": try appStore.consentToPriceIncreaseForTransaction(identifier: transaction(of: rest[0]))
        case "refuse": try appStore.declinePriceIncreaseForTransaction(identifier: transaction(of: rest[0]))
        case "ask": try appStore.requestPriceIncreaseConsentForTransaction(identifier: transaction(of: rest[0]))
        default: try set(verb, rest)
        }
    }

    /// How the store behaves from now on.
    private func set(_ setting: String, _ rest: [String]) throws {
        let isOn = rest.last == "on"
        switch setting {
        case "failing-renewals": appStore.shouldEnterBillingRetryOnRenewal = isOn
        case "grace": appStore.billingGracePeriodIsEnabled = isOn
        case "ask-to-buy": appStore.askToBuyEnabled = isOn
        case "interrupting": appStore.interruptedPurchasesEnabled = isOn
        case "payments": appStore.canMakePayments = isOn
        case "failing-purchases":
            appStore.failTransactionsEnabled = rest[0] != "off"
            if rest[0] != "off" { appStore.failureError = IAPError.Code(rawValue: rest[0]) }
        case "sale": appStore.setForSale(isOn, productIdentifier: rest[0])
        case "storefront": appStore.storefront = try AppStorefront(countryCode: rest[0])
        case "page": appStore.sheetOutcome = rest[0] == "cancelled" ? .cancelled : .completed
        case "error":
            let name = rest.dropLast().joined(separator: " ")
            guard let api = StoreConfiguration.FailingAPI(rawValue: name) else { throw Missing() }
            let code = IAPError.Code(rawValue: rest.last ?? "")
            appStore.setSimulatedError(rest.last == "off" ? nil : IAPError(code, "Simulated."), forAPI: api)
        case "reset": appStore.resetToDefaultState()
        default: throw IAPError(.unsupported, "“\(setting)” is no step.")
        }
    }

    // MARK: Steps with several words

    private func payment(_ words: [String]) throws -> (payment: Payment, options: PurchaseOptions) {
        var options = PurchaseOptions()
        var quantity = 1
        var words = words[...]
        let product = words.removeFirst()
        while let word = words.popFirst() {
            switch word {
            case "promotional":
                options.offer = .promotional(
                    words.removeFirst(),
                    signature: Payment.Offer.Signature(
                        keyIdentifier: "KEY",
                        nonce: UUID(),
                        timestamp: 1_735_689_600_000,
                        signature: Data([0x30])
                    )
                )
            case "unsigned":
                options.offer = .promotional(
                    words.removeFirst(),
                    signature: Payment.Offer.Signature(
                        keyIdentifier: "",
                        nonce: UUID(),
                        timestamp: 0,
                        signature: Data()
                    )
                )
            case "win-back": options.offer = .winBack(words.removeFirst())
            case "code": options.offer = .code(words.removeFirst())
            case "monthly": options.billingPlan = .monthly
            case "asking": options.simulatesAskToBuyInSandbox = true
            default: quantity = Int(word) ?? 1
            }
        }
        var payment = try Payment(productIdentifier: product, quantity: quantity)
        payment.offer = options.offer
        payment.billingPlan = options.billingPlan
        return (payment, options)
    }

    private func buy(_ words: [String], in app: StageApp) async throws -> String {
        let (payment, options) = try payment(words)
        switch try await app.store.purchase(payment.productIdentifier, quantity: payment.quantity, options: options) {
        case .purchased(let transaction): return "purchased \(transaction.transactionIdentifier)"
        case .pending: return "pending"
        case .cancelled: return "cancelled"
        }
    }

    private func takeUpIntent() async throws -> String {
        guard let intent = try app.store.queue.purchaseIntents.first else { throw Missing() }
        switch try await app.store.queue.purchase(intent) {
        case .purchased: return "purchased"
        case .pending: return "pending"
        case .cancelled: return "cancelled"
        }
    }

    private func offers(_ product: String) async throws -> String {
        let response = try await app.store.products(for: [product])
        guard let product = response.products.first else { throw Missing() }
        let eligibility = try app.store.offerEligibility(for: product)
        let names = (eligibility.isNewToGroup ? ["introductory"] : []) + eligibility.offerIdentifiers
        let gets = product.offer(for: eligibility).map { "\($0.type.rawValue) \($0.paymentMode.rawValue)" } ?? "none"
        return "eligible for \(names.isEmpty ? "nothing" : names.joined(separator: ", ")); gets \(gets)"
    }

    private func show(_ words: [String]) async throws -> String {
        let sheet: StoreSheet
        switch words[0] {
        case "refund": sheet = .refundRequest(try identifier(words[1]))
        case "code":
            var payment = try Payment(productIdentifier: "gold")
            if words.count > 1 { payment.offer = .code(words[1]) }
            appStore.offerCodePurchase = words.count > 1 ? payment : nil
            sheet = .offerCodeRedemption
        case "message":
            guard let message = try app.store.queue.messages.first else { throw Missing() }
            sheet = .message(message)
        default: sheet = .subscriptionManagement(group: words.dropFirst().first)
        }
        return try await app.store.queue.present(sheet).rawValue
    }

    private func advance(_ text: String) throws {
        if let seconds = TimeInterval(text) {
            appStore.advance(by: seconds)
        } else {
            appStore.advance(by: try ProductSubscriptionPeriod(iso8601: text))
        }
    }

    private func rate(_ name: String) throws {
        guard let rate = StoreConfiguration.TimeRate.allCases.first(where: { "\($0)" == name }) else { throw Missing() }
        appStore.timeRate = rate
    }

    private func price(_ words: [String]) throws {
        let subscribers: SandboxAppStore.PriceForSubscribers =
            switch words.last {
            case "consent": .increasedWithConsent
            case "notice": .increased
            default: .preserved
            }
        try appStore.changePrice(
            productIdentifier: words[0],
            to: Decimal(string: words[1]) ?? 0,
            forSubscribers: subscribers
        )
    }

    /// A transaction by its number, or the latest of a product.
    private func identifier(_ word: String) throws -> TransactionIdentifier {
        Int(word) == nil ? try transaction(of: word) : TransactionIdentifier(word)
    }
}
