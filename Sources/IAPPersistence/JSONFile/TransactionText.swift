import Foundation
import IAPCore

/// A transaction's text as ``TransactionForm`` writes it, keys sorted: checked whole, but made into nothing yet.
///
/// Whatever is written in another way, such as with escapes, and whatever is wrong, is no such text.
struct TransactionText {
    typealias Slice = LedgerText.Slice

    let account: Slice?
    private let currencyCode: Slice?
    let environment: Slice
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
            cursor.skip(#""environment":""#), let environment = cursor.string(),
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
        transaction.environment = .init(rawValue: cursor.text(environment))
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

/// A payment's text, behind its opening brace.
struct PaymentText {
    typealias Slice = LedgerText.Slice

    private let appAccountToken: Slice?
    private let applicationUsername: Slice?
    let product: Slice
    let quantity: Int
    private let requestIdentifier: Slice?
    private let simulatesAskToBuyInSandbox: Bool

    init?(_ cursor: inout TextCursor) {
        guard let appAccountToken = cursor.optional(#""appAccountToken":""#, read: { $0.uuid() }),
            appAccountToken == nil || cursor.skip(","),
            let applicationUsername = cursor.optional(#""applicationUsername":""#, read: { $0.string() }),
            applicationUsername == nil || cursor.skip(","),
            cursor.skip(#""productIdentifier":""#), let product = cursor.string(), product.count > 0,
            cursor.skip(#","quantity":"#), let quantity = cursor.number(), (1...10).contains(quantity),
            let requestIdentifier = cursor.optional(#","requestIdentifier":""#, read: { $0.uuid() })
        else { return nil }
        simulatesAskToBuyInSandbox = cursor.skip(#","simulatesAskToBuyInSandbox":true"#)
        guard cursor.skip("}") else { return nil }
        self.appAccountToken = appAccountToken
        self.applicationUsername = applicationUsername
        self.product = product
        self.quantity = quantity
        self.requestIdentifier = requestIdentifier
    }

    func payment(in cursor: TextCursor) -> Payment? {
        let payment = try? Payment(
            productIdentifier: cursor.text(product),
            quantity: quantity,
            applicationUsername: applicationUsername.map(cursor.text),
            appAccountToken: appAccountToken.flatMap { UUID(uuidString: cursor.text($0)) },
            simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox
        )
        return payment?.identified(by: requestIdentifier.flatMap { UUID(uuidString: cursor.text($0)) })
    }
}

extension TextCursor {
    /// What follows a key that may be left out: `.some(nil)` if it is, `nil` if it is there and cannot be read.
    @inline(__always)
    mutating func optional<Value>(_ key: StaticString, read: (inout TextCursor) -> Value?) -> Value?? {
        guard skip(key) else { return .some(nil) }
        guard let value = read(&self) else { return nil }
        return .some(value)
    }

    mutating func currencyCode() -> Slice? { string(count: 3, of: 65...90) }

    fileprivate mutating func string(count: Int, of bytes: ClosedRange<UInt8>) -> Slice? {
        string().flatMap { $0.count == count && all($0, satisfy: bytes.contains) ? $0 : nil }
    }

    /// Digits with at most one point between them, few enough for every `Decimal`.
    mutating func decimal() -> Slice? {
        guard let slice = string(), (1...30).contains(slice.count) else { return nil }
        var digits = 0
        var points = 0
        for byte in bytes[slice.start..<slice.end] {
            if byte &- 48 < 10 {
                digits += 1
            } else if byte == UInt8(ascii: "."), digits > 0 {
                points += 1
            } else {
                return nil
            }
        }
        let endsInDigit = bytes[slice.end - 1] != UInt8(ascii: ".")
        return points <= 1 && endsInDigit ? slice : nil
    }

    fileprivate mutating func uuid() -> Slice? {
        guard let slice = string(), slice.count == 36 else { return nil }
        for (place, byte) in bytes[slice.start..<slice.end].enumerated() {
            let isRight =
                switch place {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: byte &- 48 < 10 || (65...70).contains(byte) || (97...102).contains(byte)
                }
            guard isRight else { return nil }
        }
        return slice
    }

    fileprivate mutating func productType() -> ProductType? {
        if skip(#"consumable""#) { return .consumable }
        if skip(#"nonConsumable""#) { return .nonConsumable }
        if skip(#"autoRenewable""#) { return .autoRenewable }
        return skip(#"nonRenewable""#) ? .nonRenewable : nil
    }

    fileprivate mutating func transactionState() -> PaymentTransactionState? {
        if skip(#"purchased""#) { return .purchased }
        return skip(#"restored""#) ? .restored : nil
    }
}
