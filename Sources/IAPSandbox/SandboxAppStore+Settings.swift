public import Foundation
public import IAPStoreKitFile
public import IAPCore

/// How the store behaves from now on. Settings override the configuration for this store; they are not part of the
/// history.
extension SandboxAppStore {
    /// Every purchase waits for ``approveAskToBuyTransaction(identifier:)`` or
    /// ``declineAskToBuyTransaction(identifier:)``
    /// ([`askToBuyEnabled`](https://developer.apple.com/documentation/storekittest/sktestsession/asktobuyenabled)).
    public var askToBuyEnabled: Bool {
        get { peek { $0.store.settings.store.askToBuyEnabled } }
        set { change { $0.store.settings.store.askToBuyEnabled = newValue } }
    }

    /// Every purchase fails with code `purchaseInterrupted` and stays resolvable, also when this is off again
    /// ([`interruptedPurchasesEnabled`](https://developer.apple.com/documentation/storekittest/sktestsession/interruptedpurchasesenabled)).
    public var interruptedPurchasesEnabled: Bool {
        get { peek { $0.store.settings.store.interruptedPurchasesEnabled } }
        set { change { $0.store.settings.store.interruptedPurchasesEnabled = newValue } }
    }

    /// Every purchase fails with ``failureError``
    /// ([`failTransactionsEnabled`](https://developer.apple.com/documentation/storekittest/sktestsession/failtransactionsenabled)).
    public var failTransactionsEnabled: Bool {
        get { peek { $0.store.settings.store.failTransactionsEnabled } }
        set { change { $0.store.settings.store.failTransactionsEnabled = newValue } }
    }

    /// Why purchases fail while ``failTransactionsEnabled``; `unknown` by default. `paymentCancelled` is a customer
    /// who cancels.
    ///
    /// Apple's [`failureError`](https://developer.apple.com/documentation/storekittest/sktestsession/failureerror)
    /// takes five codes only; this one takes any.
    public var failureError: IAPError.Code {
        get { peek { $0.store.settings.failureError } }
        set { change { $0.store.settings.failureError = newValue } }
    }

    /// How fast subscriptions renew, and how long grace periods and billing retry last
    /// ([`timeRate`](https://developer.apple.com/documentation/storekittest/sktestsession/timerate-swift.property)).
    ///
    /// A period that has begun keeps its end; the next one is as long as the rate says then. At Apple's older rates, by
    /// which a day lasts a while, a month has 30 days and a year 365; Apple has no table for those.
    public var timeRate: StoreConfiguration.TimeRate {
        get { peek { $0.store.settings.store.timeRate } }
        set { change { $0.store.settings.store.timeRate = newValue } }
    }

    /// Renewals cannot be charged, and the store tries again, until ``resolveIssueForTransaction(identifier:)`` or for
    /// 60 days
    /// ([`shouldEnterBillingRetryOnRenewal`](https://developer.apple.com/documentation/storekittest/sktestsession/shouldenterbillingretryonrenewal)).
    public var shouldEnterBillingRetryOnRenewal: Bool {
        get { peek { $0.store.settings.store.shouldEnterBillingRetryOnRenewal } }
        set { change { $0.store.settings.store.shouldEnterBillingRetryOnRenewal = newValue } }
    }

    /// Access goes on for a while after a renewal that could not be charged: 6 days for a weekly subscription, 16 for
    /// others. Without effect unless ``shouldEnterBillingRetryOnRenewal`` is on
    /// ([`billingGracePeriodIsEnabled`](https://developer.apple.com/documentation/storekittest/sktestsession/billinggraceperiodisenabled)).
    public var billingGracePeriodIsEnabled: Bool {
        get { peek { $0.store.settings.store.billingGracePeriodIsEnabled } }
        set { change { $0.store.settings.store.billingGracePeriodIsEnabled = newValue } }
    }

    /// How often a subscription renews after a purchase before it ends; `nil`, as at first, for no limit, as in Xcode's
    /// local tests. Apple's sandbox renews 12 times ([Testing failing subscription
    /// renewals](https://developer.apple.com/documentation/storekit/testing-failing-subscription-renewals-and-in-app-purchases)).
    public var renewalLimit: Int? {
        get { peek { $0.store.settings.renewalLimit } }
        set { change { $0.store.settings.renewalLimit = newValue } }
    }

    /// Purchases go through without a sheet. The sandbox shows none in any case, so that this is kept and does nothing
    /// else ([`disableDialogs`](https://developer.apple.com/documentation/storekittest/sktestsession/disabledialogs)).
    public var disableDialogs: Bool {
        get { peek { $0.store.settings.store.disableDialogs } }
        set { change { $0.store.settings.store.disableDialogs = newValue } }
    }

    /// Judges the signature of a promotional offer; `nil`, as at first, takes any that is well-formed.
    ///
    /// The store itself knows no cryptography. Without a check it rejects a signature with an empty part, one by
    /// another key than the configuration's, and one whose nonce was used before; a wrong one it takes for right. The
    /// check is given the payment, whose ``Payment/offer`` has the signature, and is asked under the store's lock: it
    /// must not call the store. What is signed is described in [Generating a signature for promotional
    /// offers](https://developer.apple.com/documentation/storekit/generating-a-signature-for-promotional-offers).
    public var offerSignatureCheck: (@Sendable (Payment) -> Bool)? {
        get { peek { $0.store.settings.offerSignatureCheck } }
        set { change { $0.store.settings.offerSignatureCheck = newValue } }
    }

    /// Whether the customer may pay on the devices; `true` by default
    /// ([`canMakePayments()`](https://developer.apple.com/documentation/storekit/skpaymentqueue/canmakepayments())).
    public var canMakePayments: Bool {
        get { peek { $0.store.settings.canMakePayments } }
        set { change { $0.store.settings.canMakePayments = newValue } }
    }

    /// Puts a product on sale or takes it off. One that is off sale is an invalid identifier to a product request
    /// ([`invalidProductIdentifiers`](https://developer.apple.com/documentation/storekit/skproductsresponse/invalidproductidentifiers)),
    /// and its subscriptions end instead of renewing.
    public func setForSale(_ isForSale: Bool, productIdentifier: ProductIdentifier) {
        change { $0.store.settings.isForSale[productIdentifier] = isForSale }
    }

    /// The faults that the store has from now on. What is on its way keeps those with which it began.
    public var faults: Set<StoreFault> {
        get { peek { $0.store.settings.faults } }
        set { change { $0.store.settings.faults = newValue } }
    }

    // MARK: Sheets

    /// How the customer leaves every sheet of ``StoreConnection/present(_:)``; `completed` by default. Then a refund that is asked for is granted at once,
    /// as in Xcode's local tests; a higher price is agreed to, a payment that failed is made good, and a win-back offer
    /// is taken up. On the sheet of subscriptions the customer does nothing: use the controls of this class.
    public var sheetOutcome: StoreSheet.Outcome {
        get { peek { $0.store.settings.sheetOutcome } }
        set { change { $0.store.settings.sheetOutcome = newValue } }
    }

    /// What the customer's offer code buys, on the sheet for that: a payment whose offer is `.code(…)`. `nil`, as at
    /// first, is a customer without one, to whom the sheet shows an error of code `invalidOfferIdentifier`.
    public var offerCodePurchase: Payment? {
        get { peek { $0.store.settings.offerCodePurchase } }
        set { change { $0.store.settings.offerCodePurchase = newValue } }
    }

    // MARK: Storefront

    /// The account's storefront. A change is sent to the devices
    /// ([`storefront`](https://developer.apple.com/documentation/storekittest/sktestsession/storefront)).
    public var storefront: AppStorefront {
        get { peek { $0.store.settings.store.storefront } }
        set {
            change { server in
                guard server.store.settings.store.storefront != newValue else { return }
                server.store.settings.store.storefront = newValue
                server.sendStorefront()
            }
        }
    }

    /// The language of names and descriptions. A change is sent to the devices as one of the storefront, since
    /// products have to be loaded again
    /// ([`locale`](https://developer.apple.com/documentation/storekittest/sktestsession/locale)).
    public var locale: Locale {
        get { Locale(identifier: peek { $0.store.settings.store.locale }) }
        set {
            let identifier = newValue.identifier
            change { server in
                guard server.store.settings.store.locale != identifier else { return }
                server.store.settings.store.locale = identifier
                server.sendStorefront()
            }
        }
    }

    // MARK: Errors

    /// Makes an API fail until the error is taken away with `nil`
    /// ([`setSimulatedError(_:forAPI:)`](https://developer.apple.com/documentation/storekittest/sktestsession/setsimulatederror(_:forapi:))).
    ///
    /// - `loadProducts`: product requests throw it.
    /// - `purchase`: a purchase throws it, and is not taken at all; see ``failTransactionsEnabled`` for one that is
    ///   taken and fails.
    /// - `verification`: transactions come with it, so that the payment queue rejects them.
    /// - `appStoreSync`: restoring throws it.
    /// - `offerCodeRedeemSheet`, `manageSubscriptionsSheet`, `refundRequestSheet`: the sheet throws it; the first also
    ///   ``redeemOfferCode(_:productIdentifier:account:)``.
    /// - `subscriptionStatus`: a launch brings no renewal information, as where
    ///   [`status(for:)`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/status(for:))
    ///   cannot be had; what changes from then on is sent. No call of a connection asks for it, so that none throws.
    /// - `appTransaction`: the account is not known, neither by ``SandboxConnection/accountIdentifier()`` nor at a
    ///   launch, until a purchase names it, as where
    ///   [`AppTransaction.shared`](https://developer.apple.com/documentation/storekit/apptransaction/shared) cannot be
    ///   had. Nothing throws here either.
    public func setSimulatedError(_ error: IAPError?, forAPI api: StoreConfiguration.FailingAPI) {
        change { $0.store.settings.simulatedErrors[api] = error }
    }

    /// The error set for an API; `nil` while it works.
    public func simulatedError(forAPI api: StoreConfiguration.FailingAPI) -> IAPError? {
        peek { $0.store.settings.simulatedErrors[api] }
    }

    /// Goes back to the configuration's settings, and to its prices, which subscribers pay from the next period on.
    /// Transactions stay
    /// ([`resetToDefaultState()`](https://developer.apple.com/documentation/storekittest/sktestsession/resettodefaultstate())).
    public func resetToDefaultState() {
        change { [configuration] server in
            var settings = SandboxSettings(configuration.settings)
            settings.offerSignatureCheck = server.store.settings.offerSignatureCheck
            let isMoved =
                server.store.settings.store.storefront != settings.store.storefront
                || server.store.settings.store.locale != settings.store.locale
            server.store.settings = settings
            server.resetPrices()
            if isMoved { server.sendStorefront() }
        }
    }
}
