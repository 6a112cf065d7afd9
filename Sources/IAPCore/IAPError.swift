import Foundation

/// What went wrong, where, and what to do about it.
///
/// Two errors are equal when all but their causes are.
public struct IAPError: Error, Hashable, Sendable, Codable {
    /// A stable name for a kind of error. Later versions may add codes.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// A place in a file.
    public struct Place: Hashable, Sendable, Codable {
        /// The file's path or name.
        public let file: String
        /// A path into the file's structure, such as `$.products[0].displayPrice`.
        public let path: String?
        /// Counted from 1.
        public let line: Int?
        /// Counted from 1, in UTF-8 bytes.
        public let column: Int?

        public init(file: String, path: String? = nil, line: Int? = nil, column: Int? = nil) {
            self.file = file
            self.path = path
            self.line = line
            self.column = column
        }
    }

    public let code: Code
    /// What happened and what to do, for a developer.
    public let message: String
    public let productIdentifier: ProductIdentifier?
    public let transactionIdentifier: TransactionIdentifier?
    public let place: Place?
    private var cause = Cause(error: nil)

    /// The cause, when this error reports another one. It is not encoded, since any type of error may be one.
    public var underlying: (any Error)? { cause.error }

    /// An error of any type. All causes are equal, so that errors are compared without them.
    private struct Cause: Hashable, Sendable {
        let error: (any Error)?

        static func == (left: Cause, right: Cause) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    public init(
        _ code: Code,
        _ message: String,
        productIdentifier: ProductIdentifier? = nil,
        transactionIdentifier: TransactionIdentifier? = nil,
        place: Place? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.productIdentifier = productIdentifier
        self.transactionIdentifier = transactionIdentifier
        self.place = place
        cause = Cause(error: underlying)
    }

    private enum CodingKeys: String, CodingKey {
        case code, message, productIdentifier, transactionIdentifier, place
    }

    /// Whether to show the error to the customer. `false` for a purchase that the customer cancelled and for mistakes
    /// in the app.
    public var isMeantForCustomer: Bool { Self.codesMeantForCustomer.contains(code) }

    private static let codesMeantForCustomer: Set<Code> = [
        .paymentNotAllowed, .productNotAvailable, .networkError, .timedOut, .unknown, .ineligibleForOffer,
        .purchaseInterrupted, .purchaseDeclined, .privacyAcknowledgementRequired, .insufficientBalance,
        .verificationFailed, .verificationUnavailable, .deliveryFailed, .storageFailed, .alreadyDelivered,
    ]
}

extension IAPError.Code: CustomStringConvertible {
    public var description: String { rawValue }
}

extension IAPError: CustomStringConvertible {
    public var description: String {
        var text = ""
        if let place {
            let position = [place.file, place.line.map(String.init), place.column.map(String.init)]
            text += position.compactMap { $0 }.joined(separator: ":") + ": "
            if let path = place.path { text += "\(path): " }
        }
        text += "\(code.rawValue): \(message)"
        if let underlying { text += " (\(underlying))" }
        return text
    }
}

extension IAPError {
    /// `error` itself if it is an ``IAPError``, otherwise an error with `error` as the cause.
    package init(wrapping error: any Error, as code: Code, _ message: String? = nil) {
        if let error = error as? IAPError {
            self = error
        } else if (error as NSError).domain == NSURLErrorDomain {
            self.init(.networkError, "The network failed. Try again when it works.", underlying: error)
        } else {
            self.init(code, message ?? "An operation failed. See the underlying error.", underlying: error)
        }
    }
}

extension IAPError {
    /// Whether the customer, or the task that asked, has cancelled: by this error, or by one that it reports.
    ///
    /// A store may say so below an error of its own. Code 2 is StoreKit's
    /// (https://developer.apple.com/documentation/storekit/skerror/paymentcancelled).
    package var isCancellation: Bool {
        var next: (any Error)? = self
        while let error = next {
            if error is CancellationError { return true }
            if let error = error as? IAPError {
                if error.code == .paymentCancelled { return true }
                next = error.underlying
                continue
            }
            let error = error as NSError
            if error.domain == "SKErrorDomain", error.code == 2 { return true }
            next = error.userInfo[NSUnderlyingErrorKey] as? any Error
        }
        return false
    }
}
