import Foundation
import IAPStoreKitFile
import IAPCore

/// How the store behaves now: the configuration's settings, and what was overridden since.
struct SandboxSettings: Sendable {
    var store: StoreConfiguration.Settings {
        didSet {
            if store.storefront != oldValue.storefront { currencyCode = store.storefront.currencyCode }
        }
    }
    /// The storefront's currency, which is slow to find out.
    private(set) var currencyCode: CurrencyCode?
    var failureError = IAPError.Code.unknown
    var canMakePayments = true
    var renewalLimit: Int?
    var isForSale: [ProductIdentifier: Bool] = [:]
    var sheetOutcome = StoreSheet.Outcome.completed
    var offerCodePurchase: Payment?
    var faults: Set<StoreFault> = []
    var simulatedErrors: [StoreConfiguration.FailingAPI: IAPError] = [:]
    var offerSignatureCheck: (@Sendable (Payment) -> Bool)?

    init(_ store: StoreConfiguration.Settings) {
        self.store = store
        currencyCode = store.storefront.currencyCode
        if let code = store.failureCode { failureError = IAPError.Code(storeKitErrorCode: code) }
        for api in store.failingAPIs {
            simulatedErrors[api] = IAPError(
                api == .verification ? .verificationFailed : .unknown,
                "The configuration makes “\(api.rawValue)” fail. Switch the error off in its editor to go on."
            )
        }
    }
}

extension IAPError.Code {
    /// By the numbers of [`SKError.Code`](https://developer.apple.com/documentation/storekit/skerror/code); `unknown`
    /// for any that a purchase cannot fail with.
    fileprivate init(storeKitErrorCode code: Int) {
        self =
            switch code {
            case 1: .clientInvalid
            case 2: .paymentCancelled
            case 3: .paymentInvalid
            case 4: .paymentNotAllowed
            case 5: .productNotAvailable
            case 9: .privacyAcknowledgementRequired
            case 11: .invalidOfferIdentifier
            case 12: .invalidSignature
            case 13: .missingOfferParams
            case 14: .invalidOfferPrice
            case 18: .ineligibleForOffer
            default: .unknown
            }
    }
}
