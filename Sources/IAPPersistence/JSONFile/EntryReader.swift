import Foundation
import IAPCore

/// Reads entries as ``LineFormat`` writes them, some thirty times as fast as `JSONDecoder`.
///
/// It takes a line only if it is byte for byte what a writer of this version could have written without escapes: keys
/// sorted, nothing between them. Any other line is for `JSONDecoder`, which also says what is wrong with it; so what counts
/// as an entry is decided in one place.
struct EntryReader: Sendable {
    private typealias Slice = LedgerText.Slice

    private var text = LedgerTextWriter()
    private var strings = Interner<String>()
    private var credits = Interner<[Credit]>()
    private var lastIdentifier = ""

    /// Adds the entries of a line's end, from `"line":` to the last brace, or adds nothing and returns `false`.
    ///
    /// - Parameter number: What the line must call itself.
    mutating func read(_ cursor: inout TextCursor, number: Int, into entries: inout [LedgerEntry]) -> Bool {
        let count = entries.count
        guard cursor.skip(#""line":"#), cursor.number() == number, cursor.skip(#","entries":["#) else { return false }
        var hasMore = !cursor.skip("]")
        while hasMore {
            guard readEntry(&cursor, into: &entries) else { break }
            if cursor.skip(",") { continue }
            guard cursor.skip("]") else { break }
            hasMore = false
        }
        // Seals are checked elsewhere.
        if !hasMore, cursor.optional(#","seal":""#, read: { $0.string() }) != nil, cursor.skip("}"), cursor.isAtEnd {
            return true
        }
        entries.removeSubrange(count...)
        return false
    }

    private mutating func readEntry(_ cursor: inout TextCursor, into entries: inout [LedgerEntry]) -> Bool {
        guard cursor.skip("{"), let account = cursor.optional(#""account":""#, read: { $0.string() }),
            account == nil || cursor.skip(",")
        else { return false }
        var balances: [String: Int] = [:]
        if cursor.skip(#""balances":{"#) {
            guard let read = self.balances(&cursor), cursor.skip(",") else { return false }
            balances = read
        }
        var credits: [Credit] = []
        if cursor.skip(#""credits":["#) {
            guard let read = self.credits(&cursor), cursor.skip(",") else { return false }
            credits = read
        }
        guard cursor.skip(#""date":""#), let date = cursor.date(),
            let environment = cursor.optional(#","environment":""#, read: { $0.string() }),
            cursor.skip(#","kind":""#), let kind = cursor.string(),
            let note = cursor.optional(#","note":""#, read: { $0.string() })
        else { return false }
        var products: [ProductIdentifier] = []
        if cursor.skip(#","products":["#) {
            guard let read = self.products(&cursor) else { return false }
            products = read
        }
        var renewal: SubscriptionRenewal?
        if cursor.skip(#","renewal":{"#) {
            renewal = self.renewal(&cursor)
            if renewal == nil { return false }
        }
        var standing: LedgerEntry.Standing?
        if cursor.skip(#","standing":{"#) {
            standing = self.standing(&cursor)
            if standing == nil { return false }
        }
        var word: StoreWord?
        if cursor.skip(#","transaction":"#) {
            word = self.word(&cursor)
            if word == nil { return false }
        }
        guard let identifier = cursor.optional(#","transactionIdentifier":""#, read: { $0.string() }), cursor.skip("}")
        else { return false }
        entries.append(
            LedgerEntry(
                kind: LedgerEntry.Kind(rawValue: shared(kind, cursor)),
                date: date,
                environment: environment.map { PaymentTransaction.Environment(rawValue: shared($0, cursor)) },
                word: word,
                transactionIdentifier: identifier.map { self.identifier($0, cursor) },
                credits: credits,
                renewal: renewal,
                products: products,
                note: note.map(cursor.text),
                standing: standing,
                balances: balances,
                account: account.map { shared($0, cursor) }
            )
        )
        return true
    }

    private mutating func word(_ cursor: inout TextCursor) -> StoreWord? {
        let start = cursor.position
        guard let transaction = TransactionText(&cursor) else { return nil }
        let (text, slice) = text.keep(cursor.bytes[start..<cursor.position])
        return StoreWord(
            transaction,
            identifier: identifier(transaction.identifier, cursor),
            in: slice,
            of: text,
            string: { shared($0, cursor) },
            isPurchase: transaction.isPurchase(in: cursor)
        )
    }

    /// Behind the opening bracket. Credits without a bracket in a unit's name; others are rare enough.
    private mutating func credits(_ cursor: inout TextCursor) -> [Credit]? {
        guard let slice = cursor.upToBracket() else { return nil }
        return credits.value(of: cursor.bytes(of: slice)) {
            var cursor = TextCursor(cursor.bytes, in: slice)
            var credits: [Credit] = []
            repeat {
                guard cursor.skip(#"{"amount":"#), let amount = cursor.number(),
                    cursor.skip(#","unit":""#), let unit = cursor.string(), cursor.skip("}"),
                    let credit = try? Credit(amount, of: cursor.text(unit))
                else { return nil }
                credits.append(credit)
            } while cursor.skip(",")
            return cursor.skip("]") && cursor.isAtEnd ? credits : nil
        }
    }

    /// Behind the opening bracket.
    private func products(_ cursor: inout TextCursor) -> [ProductIdentifier]? {
        var products: [ProductIdentifier] = []
        repeat {
            guard cursor.skip(#"""#), let product = cursor.string() else { return nil }
            products.append(cursor.text(product))
        } while cursor.skip(",")
        return cursor.skip("]") ? products : nil
    }

    /// Behind the opening brace.
    private func balances(_ cursor: inout TextCursor) -> [String: Int]? {
        var balances: [String: Int] = [:]
        repeat {
            guard cursor.skip(#"""#), let unit = cursor.string(), cursor.skip(":"), let amount = cursor.number(),
                balances.updateValue(amount, forKey: cursor.text(unit)) == nil
            else { return nil }
        } while cursor.skip(",")
        return cursor.skip("}") ? balances : nil
    }

    /// Behind the opening brace.
    private mutating func standing(_ cursor: inout TextCursor) -> LedgerEntry.Standing? {
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
    private func renewal(_ cursor: inout TextCursor) -> SubscriptionRenewal? {
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

    /// A string that is likely to come again. One of up to 15 bytes is in itself, and costs less than finding it.
    private mutating func shared(_ slice: Slice, _ cursor: TextCursor) -> String {
        guard slice.count > 15 else { return cursor.text(slice) }
        return strings.value(of: cursor.bytes(of: slice)) { cursor.text(slice) } ?? cursor.text(slice)
    }

    /// An entry about a transaction often follows the one that records it.
    private mutating func identifier(_ slice: Slice, _ cursor: TextCursor) -> TransactionIdentifier {
        if !cursor.isEqual(slice, to: lastIdentifier) { lastIdentifier = cursor.text(slice) }
        return TransactionIdentifier(lastIdentifier)
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
