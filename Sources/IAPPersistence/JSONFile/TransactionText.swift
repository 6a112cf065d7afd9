import Foundation
import IAPCore

/// A transaction's text as ``TransactionForm`` writes it, keys sorted: checked whole, but made into nothing yet.
///
/// Whatever is written in another way, such as with escapes, and whatever is wrong, is no such text.
struct TransactionText {
    typealias Slice = LedgerText.Slice

    let account: Slice?
    private let currencyCode: Slice?
    let environment: PaymentTransaction.Environment
    let expirationDate: Date?
    let isUpgraded: Bool
    private let jwsRepresentation: Slice?
    private let offerIdentifier: Slice?
    private let offerType: Slice?
    private let originalPurchaseDate: Date?
    let originalIdentifier: Slice?
    private let ownershipType: Slice
    private let payment: PaymentText
    private let price: Slice?
    let productType: ProductType
    private let reason: Slice
    let revocationDate: Date?
    private let revocationReason: Slice?
    let signedDate: Date?
    private let storefront: Slice?
    let group: Slice?
    let date: Date
    let identifier: Slice
    let state: PaymentTransactionState

    var product: Slice { payment.product }
    var quantity: Int { payment.quantity }

    init?(_ cursor: inout TextCursor) {
        guard cursor.skip("{"),
            let account = cursor.optional(#""appTransactionIdentifier":""#, read: { $0.string() }),
            account == nil || cursor.skip(","),
            let currencyCode = cursor.optional(#""currencyCode":""#, read: { $0.currencyCode() }),
            currencyCode == nil || cursor.skip(","),
            cursor.skip(#""environment":""#), let environment = cursor.environment(),
            let expirationDate = cursor.optional(#","expirationDate":""#, read: { $0.date() })
        else { return nil }
        isUpgraded = cursor.skip(#","isUpgraded":true"#)
        guard let jwsRepresentation = cursor.optional(#","jwsRepresentation":""#, read: { $0.string() }),
            let offerIdentifier = cursor.optional(#","offerIdentifier":""#, read: { $0.string() }),
            let offerType = cursor.optional(#","offerType":""#, read: { $0.string() }),
            let originalPurchaseDate = cursor.optional(#","originalPurchaseDate":""#, read: { $0.date() }),
            let originalIdentifier = cursor.optional(#","originalTransactionIdentifier":""#, read: { $0.string() }),
            cursor.skip(#","ownershipType":""#), let ownershipType = cursor.string(),
            cursor.skip(#","payment":{"#), let payment = PaymentText(&cursor),
            let price = cursor.optional(#","price":""#, read: { $0.decimal() }),
            cursor.skip(#","productType":""#), let productType = cursor.productType(),
            cursor.skip(#","reason":""#), let reason = cursor.string()
        else { return nil }
        guard let revocationDate = cursor.optional(#","revocationDate":""#, read: { $0.date() }),
            let revocationReason = cursor.optional(#","revocationReason":""#, read: { $0.string() }),
            let signedDate = cursor.optional(#","signedDate":""#, read: { $0.date() }),
            let storefront = cursor.optional(#","storefront":""#, read: { $0.string(count: 3, of: 65...90) }),
            let group = cursor.optional(#","subscriptionGroupIdentifier":""#, read: { $0.string() }),
            cursor.skip(#","transactionDate":""#), let date = cursor.date(),
            cursor.skip(#","transactionIdentifier":""#), let identifier = cursor.string(),
            cursor.skip(#","transactionState":""#), let state = cursor.transactionState(),
            cursor.skip("}")
        else { return nil }
        self.account = account
        self.currencyCode = currencyCode
        self.environment = environment
        self.expirationDate = expirationDate
        self.jwsRepresentation = jwsRepresentation
        self.offerIdentifier = offerIdentifier
        self.offerType = offerType
        self.originalPurchaseDate = originalPurchaseDate
        self.originalIdentifier = originalIdentifier
        self.ownershipType = ownershipType
        self.payment = payment
        self.price = price
        self.productType = productType
        self.reason = reason
        self.revocationDate = revocationDate
        self.revocationReason = revocationReason
        self.signedDate = signedDate
        self.storefront = storefront
        self.group = group
        self.date = date
        self.identifier = identifier
        self.state = state
    }

    func isPurchase(in cursor: TextCursor) -> Bool { cursor.isEqual(reason, to: "purchase") }

    /// - Parameter cursor: Over the bytes that this was read from.
    func transaction(in cursor: TextCursor) -> PaymentTransaction? {
        guard let payment = payment.payment(in: cursor) else { return nil }
        var transaction = PaymentTransaction(
            transactionIdentifier: TransactionIdentifier(cursor.text(identifier)),
            originalTransactionIdentifier: originalIdentifier.map { TransactionIdentifier(cursor.text($0)) },
            transactionState: state,
            payment: payment,
            productType: productType,
            transactionDate: date
        )
        transaction.originalPurchaseDate = originalPurchaseDate
        transaction.expirationDate = expirationDate
        transaction.revocationDate = revocationDate
        transaction.revocationReason = revocationReason.map { .init(rawValue: cursor.text($0)) }
        transaction.ownershipType = .init(rawValue: cursor.text(ownershipType))
        transaction.reason = .init(rawValue: cursor.text(reason))
        transaction.environment = environment
        transaction.subscriptionGroupIdentifier = group.map(cursor.text)
        transaction.appTransactionIdentifier = account.map(cursor.text)
        transaction.isUpgraded = isUpgraded
        transaction.offerType = offerType.map { .init(rawValue: cursor.text($0)) }
        transaction.offerIdentifier = offerIdentifier.map(cursor.text)
        transaction.price = price.flatMap { Decimal(string: cursor.text($0)) }
        transaction.currencyCode = currencyCode.flatMap { CurrencyCode(rawValue: cursor.text($0)) }
        transaction.storefront = storefront.flatMap { try? AppStorefront(countryCode: cursor.text($0)) }
        transaction.signedDate = signedDate
        transaction.jwsRepresentation = jwsRepresentation.map(cursor.text)
        return transaction
    }
}
