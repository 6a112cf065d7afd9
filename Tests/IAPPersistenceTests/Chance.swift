import Foundation
import IAPCore
import IAPPersistence

/// Entries and damage by a seed.
struct Chance {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

    mutating func maybe<Value>(_ value: (inout Chance) -> Value?) -> Value? {
        number(below: 2) == 0 ? nil : value(&self)
    }

    /// Within the years 0 to 9999.
    mutating func date() -> Date {
        Date(timeIntervalSince1970: Double(number(below: 315_569_519_999)) - 62_167_219_200).addingTimeInterval(
            Double(number(below: 8)) / 8
        )
    }

    // MARK: Entries

    private mutating func text(plain: Bool) -> String {
        let texts = ["", "a", "com.example.coins", "2000000123456789", "plans, monthly", "ett svärd", "剣", "🗡️ and 🛡️"]
        let escaped = ["\"", "a\\b", "line\nline", "\u{1}", "\u{7F}", "a/b", "]", "[{}]"]
        return one(of: plain ? texts : texts + escaped)
    }

    private mutating func uuid() -> UUID {
        let (high, low) = (next(), next())
        func byte(_ number: UInt64, _ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * place)) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6),
                byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
                byte(low, 6), byte(low, 7)
            )
        )
    }

    private mutating func payment(plain: Bool) -> Payment {
        let payment = try? Payment(
            productIdentifier: "com.example.product\(number(below: 9))",
            quantity: 1 + number(below: 10),
            applicationUsername: maybe { $0.text(plain: plain) },
            appAccountToken: maybe { $0.uuid() },
            simulatesAskToBuyInSandbox: number(below: 4) == 0
        )
        // The quantity is within 1...10, and the product is named.
        guard let payment else { preconditionFailure("This payment can be.") }
        return payment.identified(by: maybe { $0.uuid() })
    }

    /// - Parameter plain: Whether everything is written without escapes.
    mutating func transaction(plain: Bool) -> PaymentTransaction {
        var transaction = PaymentTransaction(
            transactionIdentifier: TransactionIdentifier(text(plain: plain)),
            originalTransactionIdentifier: maybe { TransactionIdentifier($0.text(plain: plain)) },
            transactionState: one(of: [.purchased, .restored]),
            payment: payment(plain: plain),
            productType: one(of: ProductType.known),
            transactionDate: date()
        )
        transaction.originalPurchaseDate = maybe { $0.date() }
        transaction.expirationDate = maybe { $0.date() }
        transaction.revocationDate = maybe { $0.date() }
        transaction.revocationReason = maybe { .init(rawValue: $0.text(plain: plain)) }
        transaction.ownershipType = one(of: [.purchased, .familyShared])
        transaction.reason = one(of: [.purchase, .renewal])
        transaction.environment = one(of: [.production, .sandbox, .xcode, .init(rawValue: text(plain: plain))])
        transaction.subscriptionGroupIdentifier = maybe { $0.text(plain: plain) }
        transaction.appTransactionIdentifier = maybe { $0.text(plain: plain) }
        transaction.isUpgraded = number(below: 4) == 0
        transaction.offerType = maybe { $0.one(of: [.introductory, .winBack]) }
        transaction.offerIdentifier = maybe { $0.text(plain: plain) }
        transaction.price = maybe { Decimal($0.number(below: 100_000)) / 100 }
        transaction.currencyCode = maybe { _ in CurrencyCode(rawValue: "USD") }
        transaction.storefront = maybe { _ in .usa }
        transaction.signedDate = maybe { $0.date() }
        transaction.jwsRepresentation = maybe { $0.text(plain: plain) }
        if !plain, number(below: 8) == 0 { transaction.error = IAPError(.verificationFailed, text(plain: false)) }
        return transaction
    }

    private mutating func credits(plain: Bool) -> [Credit] {
        (0..<number(below: 3)).compactMap { _ in
            try? Credit(1 + number(below: 1_000_000_000_000), of: text(plain: plain))
        }
    }

    private mutating func renewal(plain: Bool) -> SubscriptionRenewal {
        var renewal = SubscriptionRenewal(
            originalTransactionIdentifier: TransactionIdentifier(text(plain: plain)),
            willAutoRenew: number(below: 2) == 0,
            autoRenewPreference: maybe { $0.text(plain: plain) },
            isInBillingRetry: number(below: 2) == 0,
            gracePeriodExpirationDate: maybe { $0.date() },
            expirationReason: maybe { $0.one(of: [.billingError, .unknown]) }
        )
        renewal.priceIncreaseStatus = one(of: [.noIncreasePending, .pending, .agreed])
        renewal.renewalDate = maybe { $0.date() }
        renewal.renewalPrice = maybe { Decimal($0.number(below: 100_000)) / 100 }
        renewal.currencyCode = maybe { _ in CurrencyCode(rawValue: "USD") }
        renewal.offerType = maybe { $0.one(of: [.introductory, .winBack]) }
        renewal.offerIdentifier = maybe { $0.text(plain: plain) }
        renewal.eligibleWinBackOfferIdentifiers = (0..<number(below: 3)).map { _ in text(plain: plain) }
        renewal.recentSubscriptionStartDate = maybe { $0.date() }
        renewal.signedDate = maybe { $0.date() }
        renewal.jwsRepresentation = maybe { $0.text(plain: plain) }
        return renewal
    }

    mutating func entry(plain: Bool) -> LedgerEntry {
        let identifier = TransactionIdentifier(text(plain: plain))
        let date = date()
        let entry: LedgerEntry =
            switch number(below: 15) {
            case 0: LedgerEntry(.delivered(identifier), date: date)
            case 1: LedgerEntry(.revocationDelivered(identifier), date: date)
            case 2: LedgerEntry(.updated(transaction(plain: plain)), date: date)
            case 3: LedgerEntry(.revoked(transaction(plain: plain), credits: credits(plain: plain)), date: date)
            case 4: LedgerEntry(.reinstated(transaction(plain: plain), credits: credits(plain: plain)), date: date)
            case 5: LedgerEntry(.granted(transaction(plain: plain), credits: credits(plain: plain)), date: date)
            case 6: LedgerEntry(.renewal(renewal(plain: plain)), date: date)
            case 7:
                LedgerEntry(
                    .imported(
                        (0..<number(below: 3)).map { _ in text(plain: plain) },
                        credits: credits(plain: plain),
                        source: text(plain: plain)
                    ),
                    date: date
                )
            case 8:
                (try? laterEntry("later \(text(plain: plain))", note: maybe { $0.text(plain: plain) }))
                    ?? LedgerEntry(.delivered(identifier), date: date)
            case 9:
                LedgerEntry(
                    .snapshot(
                        LedgerEntry.Snapshot(
                            RecordedTransaction(
                                transaction: transaction(plain: plain),
                                credits: credits(plain: plain),
                                recordedDate: date,
                                isDelivered: number(below: 2) == 0,
                                isRevoked: number(below: 2) == 0,
                                revokedCredits: credits(plain: plain),
                                isRevocationDelivered: number(below: 2) == 0,
                                transferredTo: maybe { $0.text(plain: plain) }
                            ),
                            alias: maybe { TransactionIdentifier($0.text(plain: plain)) }
                        )
                    ),
                    date: .distantPast
                )
            case 10:
                LedgerEntry(
                    .balances(["coins": number(below: 100), "gems": number(below: 9)], account: nil),
                    date: date
                )
            case 11: LedgerEntry(.transferred(account: text(plain: plain)), date: date)
            case 12:
                LedgerEntry(
                    .balances(["coins": number(below: 100)], account: maybe { $0.text(plain: plain) }),
                    date: date
                )
            default: LedgerEntry(.recorded(transaction(plain: plain), credits: credits(plain: plain)), date: date)
            }
        let environment = maybe { $0.one(of: [PaymentTransaction.Environment.production, .sandbox]) }
        return LedgerEntry(entry.content, date: entry.date, environment: environment)
    }

    // MARK: Damage

    private static let pieces = texts.map { Array($0.utf8) } + notUTF8

    private static let notUTF8: [[UInt8]] = [
        [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    ]

    private static let texts: [String] = [
        "\"", "{", "}", "[", "]", ":", ",", "\\", "\\u0041", "\\/", "\\ud800", "0", "1", "01", "-1", "1.0", "1e0", ".",
        "10", "11", "99999999999999999999", "1000000000001", "null", "true", "false", " ", "\t", "\u{0}", "\u{7F}", "é",
        "\u{FFFD}", "\u{FEFF}", "purchased", "restored", "failed", "consumable", "eur", "EUR", "Z", "-", "T",
        #","note":"a""#, #""date":"2025-01-01T00:00:00.000Z","#, #","isUpgraded":true"#, #","isUpgraded":false"#,
    ]

    /// Changes one thing about JSON text.
    mutating func alter(_ bytes: inout [UInt8]) {
        let start = number(below: bytes.count)
        let end = min(bytes.count, start + number(below: 24))
        switch number(below: 6) {
        case 0: bytes[start] = UInt8(truncatingIfNeeded: next())
        case 1: bytes[start] ^= 1 << UInt8(number(below: 8))
        case 2: bytes.removeSubrange(start..<min(bytes.count, start + 1 + number(below: 3)))
        case 3: bytes.insert(contentsOf: bytes[start..<end], at: number(below: bytes.count))
        case 4: bytes.insert(contentsOf: one(of: Self.pieces), at: start)
        default:
            let piece = one(of: Self.pieces)
            bytes.replaceSubrange(start..<min(bytes.count, start + piece.count), with: piece)
        }
    }
}
