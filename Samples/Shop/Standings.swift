import IAP

/// How customers stood with their subscriptions when somebody last looked.
///
/// A look needs no event: access ends by the clock, and a script is told of it in its place.
struct Standings {
    private struct Place: Hashable {
        let account: String?
        let group: String?
        let ownership: PaymentTransaction.OwnershipType
    }

    private var known: [Place: SubscriptionGroupStatus.RenewalState] = [:]

    /// Looks again.
    ///
    /// - Returns: What could not be charged, or ended, since the last look. What is seen for the first time is no news.
    mutating func lapses(in ledger: Ledger) -> [SubscriptionGroupStatus] {
        ledger.subscriptionStatuses.filter { status in
            // The period has run out, and the store has yet to say what follows: most often, the next one.
            if status.state == .expired, let renewal = status.renewal, renewal.willAutoRenew,
                renewal.expirationReason == nil
            {
                return false
            }
            let place = Place(
                account: ledger.account,
                group: status.transaction.subscriptionGroupIdentifier,
                ownership: status.transaction.ownershipType
            )
            let earlier = known.updateValue(status.state, forKey: place)
            guard let earlier, earlier != status.state else { return false }
            return switch status.state {
            case .inGracePeriod, .inBillingRetryPeriod, .expired: true
            default: false
            }
        }
    }
}
