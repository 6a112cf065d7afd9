import Foundation
import IAPCore
import IAPStoreKitFile

/// Renewals that could not be charged
/// (https://developer.apple.com/documentation/storekittest/sktestsession/shouldenterbillingretryonrenewal,
/// https://developer.apple.com/documentation/storekittest/sktestsession/billinggraceperiodisenabled).
extension SandboxAccount {
    mutating func enterBillingRetry(_ index: Int, in store: inout StoreContext) {
        let rate = store.settings.store.timeRate
        let hasGrace = store.settings.store.billingGracePeriodIsEnabled
        changeSubscription(at: index, in: &store) { subscription in
            let end = subscription.expirationDate
            let retryEnd = rate.billingRetryEnd(after: end)
            if hasGrace {
                subscription.phase = .inGracePeriod(
                    end: rate.gracePeriodEnd(after: end, subscription.term.period),
                    retryEnd: retryEnd
                )
            } else {
                subscription.phase = .inBillingRetry(end: retryEnd)
                subscription.expirationReason = .billingError
            }
        }
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }

    mutating func endGracePeriod(ofSubscriptionAt index: Int, retryEnd: Date, in store: inout StoreContext) {
        changeSubscription(at: index, in: &store) { subscription in
            subscription.phase = .inBillingRetry(end: retryEnd)
            subscription.expirationReason = .billingError
        }
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }

    /// Charges for a renewal that had failed. During the grace period, paid days go on as if it had not; later, they
    /// begin now
    /// (https://developer.apple.com/help/app-store-connect/manage-subscriptions/enable-billing-grace-period-for-auto-renewable-subscriptions).
    mutating func recover(_ index: Int, in store: inout StoreContext) throws {
        let subscription = subscriptions[index]
        let definition = try subscription.nextDefinition(in: store)
        renew(index, definition, at: subscription.givesAccess ? nil : store.now, in: &store)
    }
}

extension SandboxSubscription {
    /// The product of the next period.
    ///
    /// - Throws: `productNotAvailable` when it is not sold now.
    func nextDefinition(in store: StoreContext) throws -> ProductDefinition {
        guard let definition = store.productForSale(nextProduct) else {
            throw IAPError(
                .productNotAvailable,
                "“\(nextProduct)” is not sold now, so it cannot be renewed. Put it on sale again.",
                productIdentifier: nextProduct
            )
        }
        return definition
    }
}
