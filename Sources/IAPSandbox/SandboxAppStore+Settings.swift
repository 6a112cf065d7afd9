public import Foundation
public import IAPCatalog
public import IAPCore

/// How the store behaves from now on. Settings override the configuration for this store; they are not part of the
/// history.
extension SandboxAppStore {
    /// Every purchase waits for ``approveAskToBuyTransaction(identifier:)`` or
    /// ``declineAskToBuyTransaction(identifier:)``
    /// ([`askToBuyEnabled`](https://developer.apple.com/documentation/storekittest/sktestsession/asktobuyenabled)).
    public var askToBuyEnabled: Bool {
        get { peek { $0.settings.store.askToBuyEnabled } }
        set { change { $0.settings.store.askToBuyEnabled = newValue } }
    }

    /// Every purchase fails with code `purchaseInterrupted` and stays resolvable, also when this is off again
    /// ([`interruptedPurchasesEnabled`](https://developer.apple.com/documentation/storekittest/sktestsession/interruptedpurchasesenabled)).
    public var interruptedPurchasesEnabled: Bool {
        get { peek { $0.settings.store.interruptedPurchasesEnabled } }
        set { change { $0.settings.store.interruptedPurchasesEnabled = newValue } }
    }

    /// Every purchase fails with ``failureError``
    /// ([`failTransactionsEnabled`](https://developer.apple.com/documentation/storekittest/sktestsession/failtransactionsenabled)).
    public var failTransactionsEnabled: Bool {
        get { peek { $0.settings.store.failTransactionsEnabled } }
        set { change { $0.settings.store.failTransactionsEnabled = newValue } }
    }

    /// Why purchases fail while ``failTransactionsEnabled``; `unknown` by default. `paymentCancelled` is a customer
    /// who cancels.
    ///
    /// Apple's [`failureError`](https://developer.apple.com/documentation/storekittest/sktestsession/failureerror)
    /// takes five codes only; this one takes any.
    public var failureError: IAPError.Code {
        get { peek { $0.settings.failureError } }
        set { change { $0.settings.failureError = newValue } }
    }

    /// Whether the customer may pay on the devices; `true` by default
    /// ([`canMakePayments()`](https://developer.apple.com/documentation/storekit/skpaymentqueue/canmakepayments())).
    public var canMakePayments: Bool {
        get { peek { $0.settings.canMakePayments } }
        set { change { $0.settings.canMakePayments = newValue } }
    }

    /// Puts a product on sale or takes it off. One that is off sale is an invalid identifier to a product request
    /// ([`invalidProductIdentifiers`](https://developer.apple.com/documentation/storekit/skproductsresponse/invalidproductidentifiers)),
    /// and its subscriptions end instead of renewing.
    public func setForSale(_ isForSale: Bool, productIdentifier: ProductIdentifier) {
        change { $0.settings.isForSale[productIdentifier] = isForSale }
    }

    /// The account's storefront. A change is told to the devices
    /// ([`storefront`](https://developer.apple.com/documentation/storekittest/sktestsession/storefront)).
    public var storefront: AppStorefront {
        get { peek { $0.settings.store.storefront } }
        set {
            change { server in
                guard server.settings.store.storefront != newValue else { return }
                server.settings.store.storefront = newValue
                server.tellAll(.storefront(newValue))
            }
        }
    }

    /// The language of names and descriptions. A change is told to the devices as one of the storefront, since
    /// products have to be loaded anew
    /// ([`locale`](https://developer.apple.com/documentation/storekittest/sktestsession/locale)).
    public var locale: Locale {
        get { Locale(identifier: peek { $0.settings.store.locale }) }
        set {
            let identifier = newValue.identifier
            change { server in
                guard server.settings.store.locale != identifier else { return }
                server.settings.store.locale = identifier
                server.tellAll(.storefront(server.settings.store.storefront))
            }
        }
    }

    /// Makes an API fail until the error is taken away with `nil`. The store knows `loadProducts`, `purchase` and
    /// `appStoreSync`
    /// ([`setSimulatedError(_:forAPI:)`](https://developer.apple.com/documentation/storekittest/sktestsession/setsimulatederror(_:forapi:))).
    ///
    /// A purchase that fails so is not taken at all; see ``failTransactionsEnabled`` for one that is taken and fails.
    public func setSimulatedError(_ error: IAPError?, forAPI api: StoreConfiguration.SimulatedError.API) {
        change { $0.settings.simulatedErrors[api] = error }
    }

    /// The error set for an API; `nil` while it works.
    public func simulatedError(forAPI api: StoreConfiguration.SimulatedError.API) -> IAPError? {
        peek { $0.settings.simulatedErrors[api] }
    }

    /// Goes back to the configuration's settings. Transactions stay
    /// ([`resetToDefaultState()`](https://developer.apple.com/documentation/storekittest/sktestsession/resettodefaultstate())).
    public func resetToDefaultState() {
        let settings = defaultSettings
        change { server in
            let isMoved =
                server.settings.store.storefront != settings.store.storefront
                || server.settings.store.locale != settings.store.locale
            server.settings = settings
            if isMoved { server.tellAll(.storefront(settings.store.storefront)) }
        }
    }
}
