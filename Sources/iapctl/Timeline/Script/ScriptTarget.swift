import IAPCore
import IAPSandbox
import IAPStoreKitFile

/// Which transaction a command means.
enum ScriptTarget: Sendable {
    /// The account's last one that fits.
    case latest
    case latestOf(ProductDefinition)
    case transaction(TransactionIdentifier)

    /// What a command wants to do with a transaction or its subscription.
    enum Purpose: Sendable {
        /// With a subscription that renews or ends by itself.
        case running
        /// With any subscription, preferably a running one.
        case subscription
        case refund, reversal, approval, settlement, consent

        /// What fits.
        var description: String {
            switch self {
            case .running: "subscription that runs"
            case .subscription: "subscription"
            case .refund: "payment to refund"
            case .reversal: "refund to reverse"
            case .approval: "purchase that waits for approval"
            case .settlement: "purchase or renewal with an issue"
            case .consent: "subscription that waits for consent"
            }
        }

        /// What to write so that something fits.
        var remedy: String {
            switch self {
            case .running, .subscription: "Buy one first."
            case .refund: "Buy first."
            case .reversal: "Refund one first."
            case .approval: "Write “ask to buy on” and buy first; a request lapses after 24 hours."
            case .settlement: "Write “renewals fail” or “purchases interrupt” before it is to happen."
            case .consent: "Raise a price “with consent” first, or “ask consent”."
            }
        }

        /// Whether only a subscription fits.
        var needsSubscription: Bool { [.running, .subscription, .consent].contains(self) }

        /// Whether a transaction fits, whatever the state of its subscription.
        func fits(_ transaction: SandboxTransaction) -> Bool {
            let isPayment = transaction.state == .purchased && transaction.ownershipType == .purchased
            return switch self {
            case .refund: isPayment && transaction.cancelDate == nil
            case .reversal: isPayment && transaction.cancelDate != nil
            case .approval: transaction.isPendingAskToBuyConfirmation
            case .settlement: transaction.state == .failed && transaction.hasPurchaseIssue
            case .running, .subscription, .consent: false
            }
        }

        /// Whether the latest transaction of a subscription in this state fits.
        func fits(_ state: SandboxAppStore.SubscriptionState) -> Bool {
            switch self {
            case .running: state.isRunning
            case .subscription: true
            case .settlement: state.renewal.isInBillingRetry
            case .consent: state.renewal.priceIncreaseStatus == .pending
            case .refund, .reversal, .approval: false
            }
        }
    }
}
