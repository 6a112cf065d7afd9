public import Foundation
public import IAPCore

/// The sentence for customers. What developers need stays in `message` and `description`.
///
/// The sentences are English. An app adds a language, or words of its own, with a strings table `IAPErrors` in its main
/// bundle: the key is the code's raw value, or `general` for all errors that are not meant for customers.
extension IAPError: LocalizedError {
    /// What a customer should read: a sentence of its own for each error that `isMeantForCustomer`, a general one
    /// otherwise.
    public var errorDescription: String? { customerText(from: .main) }

    // No resources of this module: SwiftPM's `Bundle.module` traps in an executable that was moved without them.
    package func customerText(from bundle: Bundle) -> String {
        let own = isMeantForCustomer ? Self.sentences[code] : nil
        return bundle.localizedString(
            forKey: own == nil ? "general" : code.rawValue,
            value: own ?? "Something went wrong. Try again later.",
            table: "IAPErrors"
        )
    }

    private static let sentences: [Code: String] = [
        .paymentNotAllowed: "Purchases are not allowed on this device.",
        .productNotAvailable: "This product is not available at the moment.",
        .networkError: "The store cannot be reached. Check the internet connection and try again.",
        .timedOut: "The store did not answer in time. Try again later.",
        .unknown: "The store could not do this. Try again later.",
        .ineligibleForOffer: "This offer is not available to you.",
        .purchaseInterrupted: "The purchase is not complete yet. Settle what the store asks for, then come back.",
        .purchaseDeclined: "The purchase was not approved.",
        .privacyAcknowledgementRequired: "Accept the store's privacy terms, then try again.",
        .insufficientBalance: "There is not enough left for this.",
        .verificationFailed: "The purchase could not be verified. If you were charged, contact support.",
        .verificationUnavailable: "The purchase could not be verified yet. This is tried again without your help.",
        .deliveryFailed: "What you bought could not be delivered yet. This is tried again without your help.",
        .storageFailed: "This could not be saved. Make room on the device, then open the app again.",
        .alreadyDelivered: "You have this already. Nothing was charged.",
    ]
}
