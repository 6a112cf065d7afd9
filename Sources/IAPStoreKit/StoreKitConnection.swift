#if canImport(Darwin)
import Foundation
public import IAPCore
import StoreKit

/// The way to Apple's App Store, by StoreKit 2.
///
/// Make one at launch and give it to the store at once: StoreKit tells of approvals, renewals, refunds and purchases on
/// other devices to whoever listens
/// ([`Transaction.updates`](https://developer.apple.com/documentation/storekit/transaction/updates)). Make no more than
/// one: each would tell of the same transactions.
///
/// StoreKit verifies each transaction's signature. One that fails the check comes all the same, with an error of code
/// `verificationFailed`, so that a verifier can refuse it and nobody finishes it.
public final class StoreKitConnection: StoreConnection {
    let purchaseSheet: PurchaseSheet
    /// `nil` where StoreKit shows its messages itself.
    let sheets: Sheets?
    let outbox = Outbox()
    let products = KnownProducts()
    let submissions = Submissions()
    let knownEnvironment = KnownEnvironment()
    let knownAccount = KnownAccount()

    /// - Parameter purchaseSheet: How the payment sheet is shown, on the screen that the customer looks at.
    public convenience init(purchaseSheet: @escaping PurchaseSheet) {
        self.init(purchaseSheet: purchaseSheet, sheets: nil)
    }

    init(purchaseSheet: @escaping PurchaseSheet, sheets: Sheets?) {
        self.purchaseSheet = purchaseSheet
        self.sheets = sheets
    }

    deinit {
        outbox.close()
    }

    /// Source: [`canMakePayments`](https://developer.apple.com/documentation/storekit/appstore/canmakepayments).
    public var canMakePayments: Bool { AppStore.canMakePayments }

    /// The machine's clock.
    public var clock: any StoreClock { .system }

    /// That of the customer's transactions or, for a customer who has none, production if the app has a receipt of the
    /// App Store; `nil` otherwise. Waits for no network, and has nobody sign in, as `AppTransaction` may.
    ///
    /// Sources: [`environment`](https://developer.apple.com/documentation/storekit/transaction/environment),
    /// [`appStoreReceiptURL`](https://developer.apple.com/documentation/foundation/bundle/appstorereceipturl), whose
    /// file is called `sandboxReceipt` in the sandbox.
    public func environment() async -> PaymentTransaction.Environment? {
        for await case .verified(let transaction) in Transaction.all {
            return PaymentTransaction.Environment(rawValue: transaction.environment.rawValue)
        }
        return Bundle.main.appStoreReceiptURL?.lastPathComponent == "receipt" ? .production : nil
    }

    /// That of the customer's transactions or, for a customer who has none, of the app's own, for which StoreKit may
    /// ask the network or the customer. It is asked for only where an `AccountPolicy` needs to know.
    ///
    /// Source:
    /// [`appTransactionID`](https://developer.apple.com/documentation/storekit/apptransaction/apptransactionid).
    public func accountIdentifier() async -> String? {
        if let account = await KnownAccount.ofTransactions() { return account }
        return await KnownAccount.ofApp()
    }

    /// Source: [`Storefront.current`](https://developer.apple.com/documentation/storekit/storefront/current).
    public func storefront() async -> AppStorefront? {
        await Storefront.current.flatMap { try? AppStorefront(countryCode: $0.countryCode) }
    }

    /// A product of a kind that this version does not know counts among the invalid identifiers. When StoreKit names no
    /// storefront the products have none: they are priced all the same.
    ///
    /// Source: [`products(for:)`](https://developer.apple.com/documentation/storekit/product/products(for:)).
    public func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        let found: [Product]
        do {
            found = try await Product.products(for: identifiers)
        } catch {
            try Task.checkCancellation()
            throw IAPError(lookingUp: error)
        }
        let storefront = await storefront()
        try Task.checkCancellation()
        let translated = found.compactMap { StoreProduct($0, in: storefront) }
        let valid = Set(translated.map(\.productIdentifier))
        products.add(found.filter { valid.contains($0.id) })
        return ProductsResponse(
            products: translated,
            invalidProductIdentifiers: identifiers.filter { !valid.contains($0) }.sorted()
        )
    }

    public func updates() -> AsyncStream<StoreUpdate> {
        // The listener must not hold the connection, which ends the stream when it goes.
        let listener = Listener(
            outbox: outbox,
            products: products,
            submissions: submissions,
            environment: knownEnvironment,
            sheets: sheets,
            account: knownAccount,
            clock: clock
        )
        return outbox.open { await listener.listen() }
    }

    /// Where StoreKit has said something else of the transaction since, such as a refund, that is told, and nothing is
    /// finished: StoreKit finishes by identifier, and whoever has dealt with the older word has not with the newer one.
    ///
    /// Source: [`finish()`](https://developer.apple.com/documentation/storekit/transaction/finish()).
    public func finish(_ transaction: PaymentTransaction) async throws {
        // Transactions that are purchasing, deferred or failed are this connection's own invention.
        guard let identifier = UInt64(transaction.transactionIdentifier.rawValue) else { return }
        for await result in Transaction.unfinished where result.unsafePayloadValue.id == identifier {
            if let latest = PaymentTransaction(result, state: .purchased, answering: nil),
                !latest.tellsTheSame(as: transaction)
            {
                return outbox.send(.transaction(latest))
            }
            await result.unsafePayloadValue.finish()
            submissions.forget(identifier)
            return
        }
        // It was finished before, unless the search was cut short.
        try Task.checkCancellation()
    }

    /// Asks the customer to sign in, so call it only when the customer asked to restore.
    ///
    /// StoreKit keeps names that are UUIDs, as app account tokens; any other name restores everything. What is not
    /// finished yet is no restored purchase: it comes through ``updates()`` again, as purchased.
    ///
    /// Sources: [`sync()`](https://developer.apple.com/documentation/storekit/appstore/sync()),
    /// [`currentEntitlements`](https://developer.apple.com/documentation/storekit/transaction/currententitlements).
    public func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] {
        do {
            try await AppStore.sync()
        } catch {
            throw IAPError(error)
        }
        return try await currentTransactions(boughtWith: applicationUsername.flatMap(UUID.init(uuidString:)))
    }

    /// - Parameter token: Of the app's account that bought; any with `nil`.
    func currentTransactions(boughtWith token: UUID?) async throws -> [PaymentTransaction] {
        var unfinished: Set<UInt64> = []
        for await result in Transaction.unfinished { unfinished.insert(result.unsafePayloadValue.id) }
        var restored: [PaymentTransaction] = []
        for await result in Transaction.currentEntitlements {
            let entitlement = result.unsafePayloadValue
            guard entitlement.productType != .consumable, token == nil || entitlement.appAccountToken == token
            else { continue }
            if unfinished.contains(entitlement.id) {
                outbox.send(result, as: .purchased, to: submissions.submission(answeredBy: entitlement))
            } else if let transaction = PaymentTransaction(result, state: .restored, answering: nil) {
                restored.append(transaction)
            }
        }
        try Task.checkCancellation()
        return restored
    }
}
#endif
