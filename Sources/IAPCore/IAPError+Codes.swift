extension IAPError.Code {
    // MARK: The store's rejections
    // https://developer.apple.com/documentation/storekit/skerror/code,
    // https://developer.apple.com/documentation/storekit/storekiterror,
    // https://developer.apple.com/documentation/storekit/product/purchaseerror

    /// The store failed without saying why.
    public static let unknown = Self(rawValue: "unknown")
    /// This client may not send this request.
    public static let clientInvalid = Self(rawValue: "clientInvalid")
    /// The customer closed the payment sheet. A purchase then returns ``PurchaseResult/cancelled`` and throws no error.
    public static let paymentCancelled = Self(rawValue: "paymentCancelled")
    /// The store does not accept a part of the payment.
    public static let paymentInvalid = Self(rawValue: "paymentInvalid")
    /// This customer may not pay on this device.
    public static let paymentNotAllowed = Self(rawValue: "paymentNotAllowed")
    /// The product is not sold: unknown to the store, off sale, or not in this storefront.
    public static let productNotAvailable = Self(rawValue: "productNotAvailable")
    /// The customer has yet to accept Apple's privacy terms.
    public static let privacyAcknowledgementRequired = Self(rawValue: "privacyAcknowledgementRequired")
    /// The app lacks the entitlement for the request.
    public static let notEntitled = Self(rawValue: "notEntitled")
    /// The store has no such offer, or it is not active.
    public static let invalidOfferIdentifier = Self(rawValue: "invalidOfferIdentifier")
    /// The signature of a promotional offer is wrong.
    public static let invalidSignature = Self(rawValue: "invalidSignature")
    /// A promotional offer lacks a parameter.
    public static let missingOfferParams = Self(rawValue: "missingOfferParams")
    /// The price of an offer is no longer valid.
    public static let invalidOfferPrice = Self(rawValue: "invalidOfferPrice")
    /// The customer may not have this offer.
    public static let ineligibleForOffer = Self(rawValue: "ineligibleForOffer")
    /// The store cannot be reached.
    public static let networkError = Self(rawValue: "networkError")
    /// The system failed beneath the store.
    public static let systemError = Self(rawValue: "systemError")
    /// This system or this store does not support the request.
    public static let unsupported = Self(rawValue: "unsupported")

    // MARK: The course of a purchase

    /// The customer must do something outside the app first; the purchase may still come.
    public static let purchaseInterrupted = Self(rawValue: "purchaseInterrupted")
    /// A parent or guardian declined the purchase.
    public static let purchaseDeclined = Self(rawValue: "purchaseDeclined")
    /// A quantity is not in 1...10.
    public static let invalidQuantity = Self(rawValue: "invalidQuantity")
    /// The store answered a payment with an earlier purchase, which is delivered. Nothing was charged.
    public static let alreadyDelivered = Self(rawValue: "alreadyDelivered")
    /// A transaction is not genuine. It is not recorded and not finished.
    public static let verificationFailed = Self(rawValue: "verificationFailed")
    /// A transaction could not be verified for now. It is kept, and verified again later.
    public static let verificationUnavailable = Self(rawValue: "verificationUnavailable")
    /// The app's delivery handler failed. The transaction is recorded, unfinished, and tried again.
    public static let deliveryFailed = Self(rawValue: "deliveryFailed")
    /// A consumable was paid, and the app configured no delivery for it. The transaction stays unfinished.
    public static let deliveryNotConfigured = Self(rawValue: "deliveryNotConfigured")
    /// No answer came in time.
    public static let timedOut = Self(rawValue: "timedOut")
    /// The connection to the store has ended.
    public static let connectionClosed = Self(rawValue: "connectionClosed")

    // MARK: The ledger

    /// The balance is smaller than the amount to spend.
    public static let insufficientBalance = Self(rawValue: "insufficientBalance")
    /// An amount of credit is not positive, or too large to count.
    public static let invalidAmount = Self(rawValue: "invalidAmount")
    /// The storage could not write or read. Nothing of the failed write counts.
    public static let storageFailed = Self(rawValue: "storageFailed")
    /// An entry of the ledger cannot be read.
    public static let ledgerDamaged = Self(rawValue: "ledgerDamaged")
    /// A later version of the SDK wrote the ledger.
    public static let ledgerVersionUnsupported = Self(rawValue: "ledgerVersionUnsupported")
    /// The ledger was edited without the key of its authenticator, or has no authentication codes at all.
    public static let ledgerForged = Self(rawValue: "ledgerForged")
    /// A key is too short to protect anything.
    public static let invalidKey = Self(rawValue: "invalidKey")

    // MARK: The catalog

    /// A catalog, in a file or declared in code, contradicts itself or breaks App Store Connect's rules.
    public static let catalogInvalid = Self(rawValue: "catalogInvalid")
    /// A storefront is not an ISO 3166-1 alpha-3 code.
    public static let invalidStorefront = Self(rawValue: "invalidStorefront")
    /// A period is zero, negative or not written in ISO 8601.
    public static let invalidPeriod = Self(rawValue: "invalidPeriod")
    /// An offer contradicts itself.
    public static let invalidOffer = Self(rawValue: "invalidOffer")

    // MARK: A simulated store's controls
    // https://developer.apple.com/documentation/storekittest/sktesterror

    /// No transaction has this identifier.
    public static let transactionNotFound = Self(rawValue: "transactionNotFound")
    /// The control does not apply to a transaction in this state or a product of this kind.
    public static let invalidAction = Self(rawValue: "invalidAction")
}
