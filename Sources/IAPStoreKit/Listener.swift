#if canImport(Darwin)
import IAPCore
import StoreKit

/// Hears what StoreKit tells, and passes it on as updates.
struct Listener: Sendable {
    let outbox: Outbox
    let products: KnownProducts
    let submissions: Submissions
    let environment: KnownEnvironment
    let sheets: Sheets?
    let account: KnownAccount
    let clock: any StoreClock

    /// Returns when its task is cancelled.
    func listen() async {
        async let transactions: Void = hearTransactions()
        async let renewals: Void = hearRenewals()
        async let storefronts: Void = hearStorefronts()
        async let intents: Void = hearPurchaseIntents()
        async let messages: Void = hearMessages()
        async let account: Void = hearAccount()
        _ = await (transactions, renewals, storefronts, intents, messages, account)
    }

    private func hearMessages() async {
        #if os(iOS) || os(visionOS)
        await sheets?.hearMessages { outbox.send(.message($0)) }
        #endif
    }

    private func hearTransactions() async {
        // The iterator comes first, so that what happens while the unfinished ones are read is not missed.
        var news = Transaction.updates.makeAsyncIterator()
        var unfinished: Set<UInt64> = []
        for await result in Transaction.unfinished {
            unfinished.insert(result.unsafePayloadValue.id)
            tell(result)
        }
        await tellWhatLostEffect(except: unfinished)
        while let result = await news.next() { tell(result) }
    }

    /// Tells of finished purchases that count no longer: that this changed while the app did not run may be no news to
    /// StoreKit (https://developer.apple.com/forums/thread/751340).
    ///
    /// Source: [`all`](https://developer.apple.com/documentation/storekit/transaction/all), which has refunded
    /// consumables too.
    private func tellWhatLostEffect(except unfinished: Set<UInt64>) async {
        for await result in Transaction.all {
            // What is not verified must not take anything away.
            guard case .verified(let transaction) = result else { continue }
            environment.learn(from: transaction)
            guard !unfinished.contains(transaction.id) else { continue }
            if transaction.revocationDate != nil {
                outbox.send(result, as: .purchased, to: nil)
            } else if transaction.isUpgraded, let end = transaction.expirationDate, end > clock.now {
                // Restored, for a ledger that does not know it, on a new device, must not grant its credits again.
                outbox.send(result, as: .restored, to: nil)
            }
        }
    }

    private func tell(_ result: VerificationResult<Transaction>) {
        let transaction = result.unsafePayloadValue
        environment.learn(from: transaction)
        if case .verified = result { tell(account: transaction.account) }
        outbox.send(result, as: .purchased, to: submissions.submission(answeredBy: transaction))
    }

    private func hearAccount() async {
        tell(account: await KnownAccount.ofTransactions())
    }

    private func tell(account told: String?) {
        if let account = account.learn(told) { outbox.send(.account(account)) }
    }

    private func hearRenewals() async {
        var news = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
        // What changed while the app did not run is no news to StoreKit.
        for status in await Product.SubscriptionInfo.Status.current() { tell(status) }
        while let status = await news.next() { tell(status) }
    }

    private func tell(_ status: Product.SubscriptionInfo.Status) {
        // What is not verified must not prolong anything.
        guard case .verified(let renewal) = status.renewalInfo else { return }
        var told = SubscriptionRenewal(renewal)
        told.jwsRepresentation = status.renewalInfo.jwsRepresentation
        outbox.send(.subscriptionRenewal(told))
    }

    private func hearStorefronts() async {
        for await storefront in Storefront.updates {
            products.removeAll()
            guard let storefront = try? AppStorefront(countryCode: storefront.countryCode) else { continue }
            outbox.send(.storefront(storefront))
        }
    }
}
#endif
