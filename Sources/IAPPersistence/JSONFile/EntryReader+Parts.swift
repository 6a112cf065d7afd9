import Foundation
import IAPCore

extension EntryReader {
    /// Behind the opening bracket.
    func products(_ cursor: inout TextCursor) -> [ProductIdentifier]? {
        var products: [ProductIdentifier] = []
        repeat {
            guard cursor.skip(#"""#), let product = cursor.string() else { return nil }
            products.append(cursor.text(product))
        } while cursor.skip(",")
        return cursor.skip("]") ? products : nil
    }

    /// Behind the opening brace.
    func balances(_ cursor: inout TextCursor) -> [String: Int]? {
        var balances: [String: Int] = [:]
        repeat {
            guard cursor.skip(#"""#), let unit = cursor.string(), cursor.skip(":"), let amount = cursor.number(),
                balances.updateValue(amount, forKey: cursor.text(unit)) == nil
            else { return nil }
        } while cursor.skip(",")
        return cursor.skip("}") ? balances : nil
    }

    /// Behind the opening brace.
    mutating func standing(_ cursor: inout TextCursor) -> LedgerEntry.Standing? {
        var isFirst = true
        var grantNumber = 1
        if cursor.skip(#""grantNumber":"#, &isFirst) {
            guard let number = cursor.number() else { return nil }
            grantNumber = number
        }
        let isDelivered = cursor.skip(#""isDelivered":true"#, &isFirst)
        let isRevoked = cursor.skip(#""isRevoked":true"#, &isFirst)
        let isWithdrawn = cursor.skip(#""isWithdrawn":true"#, &isFirst)
        var repeated: TransactionIdentifier?
        if cursor.skip(#""repeated":""#, &isFirst) {
            guard let identifier = cursor.string() else { return nil }
            repeated = TransactionIdentifier(cursor.text(identifier))
        }
        var takenBack: [Credit] = []
        if cursor.skip(#""takenBack":["#, &isFirst) {
            guard let credits = credits(&cursor) else { return nil }
            takenBack = credits
        }
        guard cursor.skip("}") else { return nil }
        return LedgerEntry.Standing(
            isDelivered: isDelivered,
            isRevoked: isRevoked,
            isWithdrawn: isWithdrawn,
            takenBack: takenBack,
            grantNumber: grantNumber,
            repeated: repeated
        )
    }

    /// Behind the opening brace.
    func renewal(_ cursor: inout TextCursor) -> SubscriptionRenewal? {
        var isFirst = true
        func string(_ key: StaticString) -> TextCursor.Slice?? { cursor.optional(key, &isFirst) { $0.string() } }
        func date(_ key: StaticString) -> Date?? { cursor.optional(key, &isFirst) { $0.date() } }
        guard let preference = string(#""autoRenewPreference":""#),
            let currencyCode = cursor.optional(#""currencyCode":""#, &isFirst, read: { $0.currencyCode() }),
            let winBackOffers = cursor.optional(#""eligibleWinBackOfferIdentifiers":["#, &isFirst, read: products),
            let expirationReason = string(#""expirationReason":""#),
            let graceEnd = date(#""gracePeriodExpirationDate":""#)
        else { return nil }
        let isInBillingRetry = cursor.skip(#""isInBillingRetry":true"#, &isFirst)
        guard let jwsRepresentation = string(#""jwsRepresentation":""#),
            let offerIdentifier = string(#""offerIdentifier":""#),
            let offerType = string(#""offerType":""#),
            let original = string(#""originalTransactionIdentifier":""#), let original,
            let priceIncreaseStatus = string(#""priceIncreaseStatus":""#),
            let recentStart = date(#""recentSubscriptionStartDate":""#),
            let renewalDate = date(#""renewalDate":""#),
            let renewalPrice = cursor.optional(#""renewalPrice":""#, &isFirst, read: { $0.decimal() }),
            let signedDate = date(#""signedDate":""#)
        else { return nil }
        let willAutoRenew = cursor.skip(#""willAutoRenew":true"#, &isFirst)
        guard cursor.skip("}") else { return nil }
        var renewal = SubscriptionRenewal(
            originalTransactionIdentifier: TransactionIdentifier(cursor.text(original)),
            willAutoRenew: willAutoRenew,
            autoRenewPreference: preference.map(cursor.text),
            isInBillingRetry: isInBillingRetry,
            gracePeriodExpirationDate: graceEnd,
            expirationReason: expirationReason.map { .init(rawValue: cursor.text($0)) }
        )
        if let priceIncreaseStatus { renewal.priceIncreaseStatus = .init(rawValue: cursor.text(priceIncreaseStatus)) }
        renewal.renewalDate = renewalDate
        renewal.renewalPrice = renewalPrice.flatMap { Decimal(string: cursor.text($0)) }
        renewal.currencyCode = currencyCode.flatMap { CurrencyCode(rawValue: cursor.text($0)) }
        renewal.offerType = offerType.map { .init(rawValue: cursor.text($0)) }
        renewal.offerIdentifier = offerIdentifier.map(cursor.text)
        renewal.eligibleWinBackOfferIdentifiers = winBackOffers ?? []
        renewal.recentSubscriptionStartDate = recentStart
        renewal.signedDate = signedDate
        renewal.jwsRepresentation = jwsRepresentation.map(cursor.text)
        return renewal
    }
}

extension TextCursor {
    /// Moves over a member's start, with a comma before unless it is the first one.
    fileprivate mutating func skip(_ text: StaticString, _ isFirst: inout Bool) -> Bool {
        var ahead = self
        guard isFirst || ahead.skip(","), ahead.skip(text) else { return false }
        self = ahead
        isFirst = false
        return true
    }

    /// ``optional(_:read:)`` of a member, with a comma before unless it is the first one.
    fileprivate mutating func optional<Value>(
        _ key: StaticString,
        _ isFirst: inout Bool,
        read: (inout TextCursor) -> Value?
    ) -> Value?? {
        guard skip(key, &isFirst) else { return .some(nil) }
        guard let value = read(&self) else { return nil }
        return .some(value)
    }
}
