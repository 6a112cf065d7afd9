public import Foundation

extension Payment {
    /// An offer that a payment asks for, by its identifier in App Store Connect.
    public struct Offer: Hashable, Sendable, Codable {
        public let type: SubscriptionOffer.OfferType
        /// The offer's identifier; an offer code's reference name.
        public let id: String
        /// What proves that the app grants a promotional offer; `nil` for other kinds.
        public let signature: Signature?

        private init(type: SubscriptionOffer.OfferType, id: String, signature: Signature?) {
            self.type = type
            self.id = id
            self.signature = signature
        }

        /// An offer that the app grants to a customer who has, or had, a subscription of the group
        /// ([`promotionalOffer`](https://developer.apple.com/documentation/storekit/product/purchaseoption/promotionaloffer(offerid:keyid:nonce:signature:timestamp:))).
        public static func promotional(_ id: String, signature: Signature) -> Offer {
            Offer(type: .promotional, id: id, signature: signature)
        }

        /// An offer for a customer whose subscription has lapsed
        /// ([`winBackOffer(_:)`](https://developer.apple.com/documentation/storekit/product/purchaseoption/winbackoffer(_:))).
        public static func winBack(_ id: String) -> Offer {
            Offer(type: .winBack, id: id, signature: nil)
        }

        /// The offer behind a code. Apple's store redeems codes on a sheet of its own, and rejects a payment with one.
        public static func code(_ referenceName: String) -> Offer {
            Offer(type: .code, id: referenceName, signature: nil)
        }
    }
}

extension Payment.Offer {
    /// What a server of the app's signs, and the signature
    /// ([`SKPaymentDiscount`](https://developer.apple.com/documentation/storekit/skpaymentdiscount)).
    public struct Signature: Hashable, Sendable, Codable {
        /// The key of App Store Connect, or of the StoreKit configuration file, that signed.
        public let keyIdentifier: String
        /// Used for only one signature.
        public let nonce: UUID
        /// When it was signed, in milliseconds since 1970.
        public let timestamp: Int
        /// ECDSA with SHA-256, in DER.
        public let signature: Data

        public init(keyIdentifier: String, nonce: UUID, timestamp: Int, signature: Data) {
            self.keyIdentifier = keyIdentifier
            self.nonce = nonce
            self.timestamp = timestamp
            self.signature = signature
        }
    }
}
