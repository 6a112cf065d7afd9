import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox
import Testing

/// Apple's list of members (https://developer.apple.com/documentation/storekittest/sktestsession), one by one: what
/// compiles here is there under its name. What each does, the tests of its matter say.
@Suite("The members of SKTestSession")
struct SessionMemberTests {
    private let appStore: SandboxAppStore

    init() throws {
        appStore = try Shop().appStore
    }

    @Test("Each setting is there under its name, begins as Apple's does, keeps what it is set to, and can be reset")
    func settings() throws {
        let switches: [ReferenceWritableKeyPath<SandboxAppStore, Bool>] = [
            \.askToBuyEnabled, \.disableDialogs, \.failTransactionsEnabled, \.interruptedPurchasesEnabled,
            \.shouldEnterBillingRetryOnRenewal, \.billingGracePeriodIsEnabled,
        ]
        func areDefaults() -> Bool {
            switches.allSatisfy { !appStore[keyPath: $0] } && appStore.failureError == .unknown
                && appStore.storefront == .usa && appStore.locale.identifier == "en_US"
                && appStore.timeRate == .realTime
        }
        #expect(areDefaults())
        for setting in switches { appStore[keyPath: setting] = true }
        appStore.failureError = .invalidSignature
        appStore.storefront = try AppStorefront(countryCode: "DEU")
        appStore.locale = Locale(identifier: "de_DE")
        appStore.timeRate = .oneRenewalEveryTwoSeconds
        #expect(switches.allSatisfy { appStore[keyPath: $0] })
        #expect(appStore.failureError == .invalidSignature && appStore.storefront.countryCode == "DEU")
        #expect(appStore.locale.identifier == "de_DE" && appStore.timeRate == .oneRenewalEveryTwoSeconds)
        appStore.resetToDefaultState()
        #expect(areDefaults())
    }

    @Test("Each control of a transaction refuses an identifier that nothing has")
    func controlsOfTransactions() async {
        let controls: [(TransactionIdentifier) throws -> Void] = [
            appStore.deleteTransaction(identifier:), appStore.refundTransaction(identifier:),
            appStore.resolveIssueForTransaction(identifier:), appStore.approveAskToBuyTransaction(identifier:),
            appStore.declineAskToBuyTransaction(identifier:), appStore.enableAutoRenewForTransaction(identifier:),
            appStore.disableAutoRenewForTransaction(identifier:),
            appStore.requestPriceIncreaseConsentForTransaction(identifier:),
            appStore.consentToPriceIncreaseForTransaction(identifier:),
            appStore.declinePriceIncreaseForTransaction(identifier:),
        ]
        for control in controls { #expect(await code { try control("7") } == .transactionNotFound) }
    }

    @Test("Each control of a product refuses one that the store does not have")
    func controlsOfProducts() async {
        let controls: [(ProductIdentifier) throws -> Void] = [
            appStore.buyProduct(productIdentifier:), appStore.expireSubscription(productIdentifier:),
            appStore.forceRenewalOfSubscription(productIdentifier:),
        ]
        for control in controls { #expect(await code { try control("nothing") } == .productNotAvailable) }
        #expect(appStore.allTransactions().isEmpty)
        appStore.clearTransactions()
    }

    // https://developer.apple.com/documentation/storekittest/failablestorekitapi
    @Test("Each API can be made to fail, and to work again")
    func simulatedErrors() {
        let interfaces: [StoreConfiguration.FailingAPI] = [
            .loadProducts, .purchase, .verification, .appTransaction, .appStoreSync, .subscriptionStatus,
            .refundRequestSheet, .manageSubscriptionsSheet, .offerCodeRedeemSheet,
        ]
        for interface in interfaces {
            #expect(appStore.simulatedError(forAPI: interface) == nil)
            appStore.setSimulatedError(IAPError(.networkError, "Simulated."), forAPI: interface)
            #expect(appStore.simulatedError(forAPI: interface)?.code == .networkError)
            appStore.setSimulatedError(nil, forAPI: interface)
            #expect(appStore.simulatedError(forAPI: interface) == nil)
        }
    }
}
