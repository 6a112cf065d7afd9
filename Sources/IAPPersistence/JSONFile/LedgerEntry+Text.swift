import Foundation
import IAPCore

/// What `JSONEncoder` writes for entries with sorted keys and plain slashes, to the byte, in a tenth of the time: beside
/// bringing them to the disk, encoding is most of what a commit costs.
extension JSONWriter {
    mutating func entries(_ entries: [LedgerEntry]) throws {
        // About what a purchase takes.
        reserveCapacity(512 * entries.count)
        try array(entries) { json, entry in
            let transaction = entry.transaction
            if entry.isPlain, transaction?.payment.isPlain ?? true {
                json.entry(entry, transaction)
            } else {
                json.encoded(try Self.encoder.encode(entry))
            }
        }
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private mutating func entry(_ entry: LedgerEntry, _ transaction: PaymentTransaction?) {
        object { json in
            json.add(entry.account, "account")
            if !entry.credits.isEmpty {
                json.key("credits")
                json.array(entry.credits) { $0.credit($1) }
            }
            json.add(entry.date, "date")
            json.add(entry.environment?.rawValue, "environment")
            json.add(entry.kind.rawValue, "kind")
            json.add(entry.note, "note")
            if !entry.products.isEmpty {
                json.key("products")
                json.array(entry.products) { $0.string($1) }
            }
            if let transaction {
                json.key("transaction")
                json.transaction(transaction)
            }
            if entry.transactionIdentifier != transaction?.transactionIdentifier {
                json.add(entry.transactionIdentifier?.rawValue, "transactionIdentifier")
            }
        }
    }

    private mutating func credit(_ credit: Credit) {
        object { json in
            json.add(credit.amount, "amount")
            json.add(credit.unit, "unit")
        }
    }

    private mutating func transaction(_ transaction: PaymentTransaction) {
        object { json in
            json.add(transaction.appTransactionIdentifier, "appTransactionIdentifier")
            json.add(transaction.currencyCode?.rawValue, "currencyCode")
            json.add(transaction.environment.rawValue, "environment")
            if let error = transaction.error {
                json.key("error")
                json.error(error)
            }
            json.add(transaction.expirationDate, "expirationDate")
            json.addIfTrue(transaction.isUpgraded, "isUpgraded")
            json.add(transaction.jwsRepresentation, "jwsRepresentation")
            json.add(transaction.offerIdentifier, "offerIdentifier")
            json.add(transaction.offerType?.rawValue, "offerType")
            json.add(transaction.originalPurchaseDate, "originalPurchaseDate")
            json.add(transaction.originalTransactionIdentifier?.rawValue, "originalTransactionIdentifier")
            json.add(transaction.ownershipType.rawValue, "ownershipType")
            json.key("payment")
            json.payment(transaction.payment)
            json.add(transaction.price?.description, "price")
            json.add(transaction.productType.rawValue, "productType")
            json.add(transaction.reason.rawValue, "reason")
            json.add(transaction.revocationDate, "revocationDate")
            json.add(transaction.revocationReason?.rawValue, "revocationReason")
            json.add(transaction.signedDate, "signedDate")
            json.add(transaction.storefront?.countryCode, "storefront")
            json.add(transaction.subscriptionGroupIdentifier, "subscriptionGroupIdentifier")
            json.add(transaction.transactionDate, "transactionDate")
            json.add(transaction.transactionIdentifier.rawValue, "transactionIdentifier")
            json.add(transaction.transactionState.rawValue, "transactionState")
        }
    }

    private mutating func payment(_ payment: Payment) {
        object { json in
            json.add(payment.appAccountToken, "appAccountToken")
            json.add(payment.applicationUsername, "applicationUsername")
            json.add(payment.productIdentifier, "productIdentifier")
            json.add(payment.quantity, "quantity")
            json.add(payment.requestIdentifier, "requestIdentifier")
            json.addIfTrue(payment.simulatesAskToBuyInSandbox, "simulatesAskToBuyInSandbox")
        }
    }

    private mutating func error(_ error: IAPError) {
        object { json in
            json.add(error.code.rawValue, "code")
            json.add(error.message, "message")
            if let place = error.place {
                json.key("place")
                json.object { json in
                    json.add(place.column, "column")
                    json.add(place.file, "file")
                    json.add(place.line, "line")
                    json.add(place.path, "path")
                }
            }
            json.add(error.productIdentifier, "productIdentifier")
            json.add(error.transactionIdentifier?.rawValue, "transactionIdentifier")
        }
    }
}

extension LedgerEntry {
    /// Whether it is of the kind that is written all the time. The encoder writes the others, which are seldom written.
    fileprivate var isPlain: Bool { standing == nil && balances.isEmpty && renewal == nil }
}

extension Payment {
    fileprivate var isPlain: Bool { offer == nil && billingPlan == nil }
}
