#if canImport(Darwin)
import IAPCore
import StoreKit

/// Reads StoreKit's sequences, and sends what they emit as updates.
struct UpdateListener: Sendable {
    let updates: UpdateStream
    let products: KnownProducts
    let submissions: Submissions
    let sheets: Sheets?
    let account: KnownAccount
    let clock: any StoreClock

    /// Listens until its task is cancelled.
    func listen() async {
        async let transactions: Void = receiveTransactions()
        async let renewals: Void = receiveRenewals()
        async let storefronts: Void = receiveStorefronts()
        async let intents: Void = receivePurchaseIntents()
        async let messages: Void = receiveMessages()
        async let account: Void = receiveAccount()
        _ = await (transactions, renewals, storefronts, intents, messages, account)
    }

    private func receiveMessages() async {
        #if os(iOS) || os(visionOS)
        await sheets?.receiveMessages { updates.send(.message($0)) }
        #endif
    }

    private func receiveTransactions() async {
        // The iterator is made first, so that no update is missed while the unfinished transactions are read.
        var changes = Transaction.updates.makeAsyncIterator()
        var unfinished: Set<UInt64> = []
        for await result in Transaction.unfinished {
            unfinished.insert(result.unsafePayloadValue.id)
            send(result)
        }
        await sendLostEntitlements(except: unfinished)
        while let result = await changes.next() { send(result) }
    }

    /// Sends finished purchases that no longer entitle to anything. StoreKit may not emit a change that happened while
    /// the app was not running (https://developer.apple.com/forums/thread/751340).
    ///
    /// Source: [`all`](https://developer.apple.com/documentation/storekit/transaction/all), which includes refunded
    /// consumables.
    private func sendLostEntitlements(except unfinished: Set<UInt64>) async {
        for await result in Transaction.all {
            // An unverified transaction must not revoke anything.
            guard case .verified(let transaction) = result else { continue }
            account.learnEnvironment(of: transaction)
            guard !unfinished.contains(transaction.id) else { continue }
            if transaction.revocationDate != nil {
                updates.send(result, as: .purchased, to: nil)
            } else if transaction.isUpgraded, let end = transaction.expirationDate, end > clock.now {
                // As restored, since a ledger on a new device must not grant its credits again.
                updates.send(result, as: .restored, to: nil)
            }
        }
    }

    private func send(_ result: VerificationResult<Transaction>) {
        let transaction = result.unsafePayloadValue
        account.learnEnvironment(of: transaction)
        if case .verified = result { send(account: transaction.account) }
        updates.send(result, as: .purchased, to: submissions.submission(answeredBy: transaction))
    }

    private func receiveAccount() async {
        send(account: await KnownAccount.ofTransactions())
    }

    private func send(account: String?) {
        if let changed = self.account.learn(account) { updates.send(.account(changed)) }
    }

    private func receiveRenewals() async {
        var changes = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
        // StoreKit does not emit what changed while the app was not running.
        for status in await Product.SubscriptionInfo.Status.current() { send(status) }
        while let status = await changes.next() { send(status) }
    }

    private func send(_ status: Product.SubscriptionInfo.Status) {
        // An unverified renewal must not prolong anything.
        guard case .verified(let renewal) = status.renewalInfo else { return }
        var update = SubscriptionRenewal(renewal)
        update.jwsRepresentation = status.renewalInfo.jwsRepresentation
        updates.send(.subscriptionRenewal(update))
    }

    private func receiveStorefronts() async {
        for await storefront in Storefront.updates {
            products.removeAll()
            guard let storefront = try? AppStorefront(countryCode: storefront.countryCode) else { continue }
            updates.send(.storefront(storefront))
        }
    }

    /// Receives the purchases that customers begin in the App Store, on the platforms where they can.
    ///
    /// Source: [`PurchaseIntent`](https://developer.apple.com/documentation/storekit/purchaseintent).
    private func receivePurchaseIntents() async {
        #if os(iOS) || os(macOS)
        guard #available(iOS 16.4, macOS 14.4, *) else { return }
        for await intent in PurchaseIntent.intents {
            let product = intent.product
            // A product of a kind that this version does not know must not be sold.
            guard IAPCore.ProductType.known.contains(IAPCore.ProductType(product.type)),
                StoreProduct(product, in: nil) != nil, let payment = try? Payment(productIdentifier: product.id)
            else { continue }
            products.add([product])
            if #available(iOS 18.0, macOS 15.0, *) {
                products.keepOffer(intent.offer, for: product.id, at: clock.now)
            }
            updates.send(.purchaseIntent(payment))
        }
        #endif
    }
}
#endif
