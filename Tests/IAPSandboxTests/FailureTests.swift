import IAPStoreKitFile
import IAPCore
import IAPSandbox
import Testing

@Suite("Failing")
struct FailureTests {
    // https://developer.apple.com/documentation/storekittest/sktestsession/failtransactionsenabled
    @Test(
        "While transactions fail, each payment ends failed with the chosen error",
        arguments: [IAPError.Code.unknown, .paymentCancelled, .paymentInvalid, .paymentNotAllowed, .invalidSignature]
    )
    func chosenError(error: IAPError.Code) async throws {
        let shop = try Shop()
        shop.appStore.failTransactionsEnabled = true
        shop.appStore.failureError = error
        var payment: Payment?
        let updates = try await shop.received { payment = try await shop.buy(coins) }
        #expect(updates.states == [.purchasing, .failed])
        #expect(updates.transactions.last?.error?.code == error)
        #expect(updates.transactions.allSatisfy { $0.payment == payment })
        #expect(shop.appStore.chargedQuantity(of: coins) == 0)
        shop.appStore.failTransactionsEnabled = false
        #expect(try await shop.received { try await shop.buy(coins) }.states == [.purchasing, .purchased])
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/failureerror
    @Test("The chosen error has no effect while transactions do not fail")
    func errorAlone() async throws {
        let shop = try Shop()
        shop.appStore.failureError = .paymentInvalid
        #expect(try await shop.received { try await shop.buy(coins) }.states == [.purchasing, .purchased])
    }

    // https://developer.apple.com/documentation/storekit/finishing-a-transaction
    @Test("A failed transaction stays in the queue until it is finished")
    func finishing() async throws {
        let shop = try Shop()
        shop.appStore.failTransactionsEnabled = true
        try await shop.buy(coins)
        #expect(await shop.unfinished().map(\.transactionState) == [.failed])
        try await shop.finishAll()
        #expect(await shop.unfinished().isEmpty)
        #expect(shop.appStore.allTransactions().map(\.state) == [.failed])
    }

    // https://developer.apple.com/documentation/storekittest/failablestorekitapi/purchase
    // https://developer.apple.com/documentation/storekittest/failablestorekitapi/verification
    @Test("With a simulated error of verification, transactions come with it, until it is taken away")
    func unverified() async throws {
        let shop = try Shop()
        shop.appStore.setSimulatedError(IAPError(.verificationFailed, "forged"), forAPI: .verification)
        let updates = try await shop.received { try await shop.buy(premium) }
        #expect(updates.transactions.last?.error?.code == .verificationFailed)
        shop.appStore.setSimulatedError(nil, forAPI: .verification)
        #expect(await shop.unfinished().map(\.error) == [nil])
    }

    // https://developer.apple.com/documentation/storekittest/failablestorekitapi/subscriptionstatus
    @Test("Without the subscriptions' status, a launch brings no renewal information; changes are sent all the same")
    func noSubscriptionStatus() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        shop.appStore.shouldEnterBillingRetryOnRenewal = true
        try shop.advance("P1M")
        shop.appStore.setSimulatedError(IAPError(.networkError, "offline"), forAPI: .subscriptionStatus)
        let launch = await shop.replayed(to: shop.connection)
        #expect(launch.renewals.isEmpty)
        // The App Store's messages come by another way.
        #expect(launch.contains { if case .message = $0 { true } else { false } })
        let change = try await shop.received { try shop.appStore.resolveIssueForTransaction(identifier: "1") }
        #expect(change.renewals.map(\.isInBillingRetry) == [false])
        shop.appStore.setSimulatedError(nil, forAPI: .subscriptionStatus)
        #expect(await shop.replayed(to: shop.connection).renewals.count == 1)
    }

    // https://developer.apple.com/documentation/storekittest/failablestorekitapi/apptransaction
    // https://developer.apple.com/documentation/storekit/apptransaction/shared
    @Test("Without the app's transaction, nothing names the account until a purchase does")
    func noAppTransaction() async throws {
        let shop = try Shop()
        let account = await shop.connection.accountIdentifier()
        shop.appStore.setSimulatedError(IAPError(.networkError, "offline"), forAPI: .appTransaction)
        #expect(await shop.connection.accountIdentifier() == nil)
        #expect(await shop.replayed(to: shop.connection).isEmpty)
        #expect(try await shop.received { shop.appStore.signIn(account: "second@example.com") }.isEmpty)
        shop.appStore.signIn(account: SandboxAppStore.defaultAccount)
        try await shop.buyAndFinish(coins)
        #expect(account != nil)
        #expect(await shop.connection.accountIdentifier() == account)
        #expect(await shop.replayed(to: shop.connection) == [.account(account)])
    }

    // https://developer.apple.com/documentation/storekittest/failablestorekitapi
    @Test(
        "An error is kept for each API, and goes with the settings",
        arguments: [
            StoreConfiguration.FailingAPI.loadProducts, .purchase, .verification, .appStoreSync,
            .subscriptionStatus, .appTransaction, .manageSubscriptionsSheet, .refundRequestSheet, .offerCodeRedeemSheet,
        ]
    )
    func errorOfEachAPI(api: StoreConfiguration.FailingAPI) throws {
        let appStore = try Shop().appStore
        #expect(appStore.simulatedError(forAPI: api) == nil)
        appStore.setSimulatedError(IAPError(.networkError, "offline"), forAPI: api)
        #expect(appStore.simulatedError(forAPI: api)?.code == .networkError)
        appStore.resetToDefaultState()
        #expect(appStore.simulatedError(forAPI: api) == nil)
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/failureerror
    @Test("The configuration's code is the error of failed transactions")
    func configuredFailure() throws {
        var settings = StoreConfiguration.Settings()
        settings.failureCode = 14
        #expect(try Shop(settings: settings).appStore.failureError == .invalidOfferPrice)
    }

    @Test("A simulated error of the purchase API rejects the payment")
    func simulatedError() async throws {
        let shop = try Shop()
        shop.appStore.setSimulatedError(IAPError(.networkError, "offline"), forAPI: .purchase)
        let updates = try await shop.received {
            #expect(await code { try await shop.buy(coins) } == .networkError)
        }
        #expect(updates.isEmpty)
    }
}

@Suite("Interrupted purchases")
struct InterruptedPurchaseTests {
    // https://developer.apple.com/documentation/storekittest/sktestsession/resolveissuefortransaction(identifier:)
    @Test("An interrupted purchase fails; once it is settled, a new transaction answers the same payment")
    func resolved() async throws {
        let shop = try Shop()
        shop.appStore.interruptedPurchasesEnabled = true
        var payment: Payment?
        let interrupted = try await shop.received { payment = try await shop.buy(coins, quantity: 2) }
        #expect(interrupted.states == [.purchasing, .failed])
        let failed = try #require(interrupted.transactions.last)
        #expect(failed.error?.code == .purchaseInterrupted)
        #expect(shop.appStore.allTransactions().map(\.hasPurchaseIssue) == [true])
        // Turning the switch off settles nothing, and the app may finish the failed transaction:
        // https://developer.apple.com/documentation/storekittest/sktestsession/interruptedpurchasesenabled
        shop.appStore.interruptedPurchasesEnabled = false
        try await shop.finishAll()

        let settled = try await shop.received { try shop.appStore.resolveIssueForTransaction(identifier: failed.id) }
        #expect(settled.states == [.purchased])
        #expect(settled.transactions.last?.payment == payment)
        #expect(settled.transactions.last?.id != failed.id)
        #expect(shop.appStore.allTransactions().map(\.hasPurchaseIssue) == [false, false])
        #expect(shop.appStore.chargedQuantity(of: coins) == 2)
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/interruptedpurchasesenabled
    @Test("Each interrupted purchase has an issue of its own")
    func independent() async throws {
        let shop = try Shop()
        shop.appStore.interruptedPurchasesEnabled = true
        try await shop.buy(coins)
        try await shop.buy(premium)
        let identifiers = shop.appStore.allTransactions().map(\.identifier)
        try shop.appStore.resolveIssueForTransaction(identifier: identifiers[1])
        #expect(shop.appStore.allTransactions().map(\.hasPurchaseIssue) == [true, false, false])
        #expect(shop.appStore.allTransactions().last?.productIdentifier == premium)
    }

    // https://developer.apple.com/documentation/storekittest/sktesterror/invalidaction
    @Test("What has no issue, or has it no more, cannot be settled")
    func noIssue() async throws {
        let shop = try Shop()
        try await shop.buy(coins)
        let bought = try #require(shop.appStore.allTransactions().last).identifier
        #expect(await code { try shop.appStore.resolveIssueForTransaction(identifier: bought) } == .invalidAction)
        #expect(await code { try shop.appStore.resolveIssueForTransaction(identifier: "77") } == .transactionNotFound)
    }
}
