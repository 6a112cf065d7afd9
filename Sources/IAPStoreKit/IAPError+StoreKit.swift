#if canImport(Darwin)
import Foundation
import IAPCore
import StoreKit

extension IAPError {
    /// An error of StoreKit as an ``IAPError``, with the original as the cause.
    init(_ error: any Error, productIdentifier: ProductIdentifier? = nil) {
        if let error = error as? IAPError {
            self = error
            return
        }
        let code = Code(error)
        self.init(
            code,
            Self.advice[code] ?? "The App Store failed without saying why. Try again later.",
            productIdentifier: productIdentifier,
            underlying: error
        )
    }

    /// The same for a look-up of products, where StoreKit's unknown failure usually passes
    /// ([`unknown`](https://developer.apple.com/documentation/storekit/storekiterror/unknown)).
    init(lookingUp error: any Error) {
        let translated = IAPError(error)
        guard translated.code == .unknown else {
            self = translated
            return
        }
        self.init(.networkError, "The App Store did not answer. Ask again later.", underlying: error)
    }

    private static let advice: [Code: String] = [
        .clientInvalid: "This app may not ask the App Store for that. Check its bundle identifier and capabilities.",
        .paymentCancelled: "The customer cancelled. Nothing was charged.",
        .paymentInvalid: "The App Store does not accept a part of the payment. Check the product and the quantity.",
        .paymentNotAllowed: "This customer may not pay on this device. Offer purchases while canMakePayments is true.",
        .productNotAvailable: "The product is not sold in this storefront. Look products up again.",
        .privacyAcknowledgementRequired: "The customer has to accept Apple's privacy terms first, in the App Store.",
        .notEntitled: "The app lacks an entitlement for this. Add it in the developer account.",
        .invalidOfferIdentifier: "The offer does not exist or is not active. Compare it with App Store Connect.",
        .invalidSignature: "The offer's signature is wrong. Check the key and what was signed, in the right order.",
        .missingOfferParams: "The offer lacks a parameter. Sign all that StoreKit asks for.",
        .invalidOfferPrice: "The offer's price is no longer valid. Look products up again.",
        .ineligibleForOffer: "This customer may not have the offer. Show the product's own price.",
        .invalidQuantity: "The App Store does not accept the quantity. Only what can be used up is sold by the number.",
        .networkError: "The App Store cannot be reached. Try again when the device is online.",
        .systemError: "The system failed beneath StoreKit. Try again later.",
        .unsupported: "This system or product does not support what was asked.",
    ]
}

extension IAPError.Code {
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as StoreKitError: self.init(error)
        case let error as Product.PurchaseError: self.init(error)
        case let error as SKError: self.init(error.code)
        case is URLError: self = .networkError
        default: self = .unknown
        }
    }

    /// Source: [`StoreKitError`](https://developer.apple.com/documentation/storekit/storekiterror).
    private init(_ error: StoreKitError) {
        switch error {
        case .userCancelled: self = .paymentCancelled
        case .networkError: self = .networkError
        case .systemError: self = .systemError
        case .notAvailableInStorefront: self = .productNotAvailable
        case .notEntitled: self = .notEntitled
        default:
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *), case .unsupported = error {
                self = .unsupported
            } else {
                self = .unknown
            }
        }
    }

    /// Source: [`PurchaseError`](https://developer.apple.com/documentation/storekit/product/purchaseerror).
    private init(_ error: Product.PurchaseError) {
        switch error {
        case .invalidQuantity: self = .invalidQuantity
        case .productUnavailable: self = .productNotAvailable
        case .purchaseNotAllowed: self = .paymentNotAllowed
        case .ineligibleForOffer: self = .ineligibleForOffer
        case .invalidOfferIdentifier: self = .invalidOfferIdentifier
        case .invalidOfferPrice: self = .invalidOfferPrice
        case .invalidOfferSignature: self = .invalidSignature
        case .missingOfferParameters: self = .missingOfferParams
        default: self = .unknown
        }
    }

    /// Source: [`SKError.Code`](https://developer.apple.com/documentation/storekit/skerror/code).
    private init(_ code: SKError.Code) {
        switch code {
        case .clientInvalid: self = .clientInvalid
        case .paymentCancelled: self = .paymentCancelled
        case .paymentInvalid: self = .paymentInvalid
        case .paymentNotAllowed: self = .paymentNotAllowed
        #if !os(tvOS)
        case .storeProductNotAvailable: self = .productNotAvailable
        #endif
        case .privacyAcknowledgementRequired: self = .privacyAcknowledgementRequired
        case .invalidOfferIdentifier: self = .invalidOfferIdentifier
        case .invalidSignature: self = .invalidSignature
        case .missingOfferParams: self = .missingOfferParams
        case .invalidOfferPrice: self = .invalidOfferPrice
        case .ineligibleForOffer: self = .ineligibleForOffer
        default: self = .unknown
        }
    }
}
#endif
