#if canImport(Darwin)
public import Foundation
public import IAPCore
import StoreKit

/// A connection to Apple's App Store through StoreKit 2.
///
/// Make one at launch and open the store with it immediately: StoreKit emits approvals, renewals, refunds and purchases
/// made on other devices to an app that listens
/// ([`Transaction.updates`](https://developer.apple.com/documentation/storekit/transaction/updates)). Make only one:
/// each connection would send the same transactions.
///
/// StoreKit verifies each transaction's signature. A transaction that fails the check is sent with an error of code
/// `verificationFailed`, so that a verifier rejects it and it stays unfinished.
public final class StoreKitConnection: StoreConnection {
    let purchaseSheet: PurchaseSheet
    /// `nil` where StoreKit shows its messages itself.
    let sheets: Sheets?
    let updateStream = UpdateStream()
    let products = KnownProducts()
    let submissions = Submissions()
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
        updateStream.close()
    }

    /// Source: [`canMakePayments`](https://developer.apple.com/documentation/storekit/appstore/canmakepayments).
    public var canMakePayments: Bool { AppStore.canMakePayments }

    /// The machine's clock.
    public var clock: any StoreClock { .system }

    /// The environment of the customer's transactions. For a customer without transactions: production if the app has
    /// an App Store receipt, otherwise `nil`. Does not use the network and does not ask the customer to sign in, as
    /// `AppTransaction` may.
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

    /// The account of the customer's transactions. For a customer without transactions: the account of the app's own
    /// transaction, for which StoreKit may use the network or ask the customer to sign in. The SDK reads it only when
    /// an `AccountPolicy` needs it.
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

    /// Looks products up. The products have prices also when StoreKit names no storefront.
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
        // The listener must not retain the connection, whose deinit ends the stream.
        let listener = UpdateListener(
            updates: updateStream,
            products: products,
            submissions: submissions,
            sheets: sheets,
            account: knownAccount,
            clock: clock
        )
        return updateStream.open { await listener.listen() }
    }

    /// Behind what StoreKit has handed to this process so far.
    public func sendCheckpoint(_ identifier: UUID) -> Bool { updateStream.sendCheckpoint(identifier) }

    /// Finishes a transaction. If StoreKit holds a newer revision of it, such as a refund, sends that revision and
    /// finishes nothing: StoreKit finishes by identifier, and the newer revision has not been handled.
    ///
    /// Source: [`finish()`](https://developer.apple.com/documentation/storekit/transaction/finish()).
    public func finish(_ transaction: PaymentTransaction) async throws {
        // This connection made the transactions that are purchasing, deferred or failed; StoreKit does not have them.
        guard let identifier = UInt64(transaction.transactionIdentifier.rawValue) else { return }
        for await result in Transaction.unfinished where result.unsafePayloadValue.id == identifier {
            if let latest = PaymentTransaction(result, state: .purchased, answering: nil),
                !latest.statesTheSame(as: transaction)
            {
                return updateStream.send(.transaction(latest))
            }
            await result.unsafePayloadValue.finish()
            submissions.forget(identifier)
            return
        }
        // It was finished before, unless a cancellation ended the search.
        try Task.checkCancellation()
    }

    /// Restores. StoreKit may ask the customer to sign in, so call it only when the customer asked to restore.
    ///
    /// StoreKit keeps user names that are UUIDs as app account tokens; any other name restores everything. An
    /// unfinished transaction is not restored: ``updates()`` sends it again, as purchased.
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

    /// - Parameter token: The app account token of the buyer; `nil` for any buyer.
    func currentTransactions(boughtWith token: UUID?) async throws -> [PaymentTransaction] {
        var unfinished: Set<UInt64> = []
        for await result in Transaction.unfinished { unfinished.insert(result.unsafePayloadValue.id) }
        var restored: [PaymentTransaction] = []
        for await result in Transaction.currentEntitlements {
            let entitlement = result.unsafePayloadValue
            guard entitlement.productType != .consumable, token == nil || entitlement.appAccountToken == token
            else { continue }
            if unfinished.contains(entitlement.id) {
                updateStream.send(result, as: .purchased, to: submissions.submission(answeredBy: entitlement))
            } else if let transaction = PaymentTransaction(result, state: .restored, answering: nil) {
                restored.append(transaction)
            }
        }
        try Task.checkCancellation()
        return restored
    }
}
#endif
