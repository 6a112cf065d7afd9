public import Foundation
public import IAPCore

/// What was bought, durably.
public final class Ledger: Sendable {
    /// What became of a transaction that was to be recorded.
    public enum Recording: Sendable, Hashable {
        /// It counts from now on.
        case recorded(RecordedTransaction)
        /// It counted before, and grants nothing anew.
        case known(RecordedTransaction)
    }

    /// What was taken back for a revoked transaction.
    public struct Revocation: Sendable, Hashable {
        public let record: RecordedTransaction
        /// Credits taken from the balances.
        public let takenBack: [Credit]
        /// Credits that had been spent already. They stay spent; no balance goes below zero.
        public let shortfall: [Credit]
    }

    public init(
        storage: some LedgerStorage,
        clock: any StoreClock,
        nonRenewingPeriods: [ProductIdentifier: SubscriptionPeriod] = [:],
        log: @escaping IAPLogEvent.Handler = { _ in }
    ) async throws {}

    public func isPurchased(_ product: ProductIdentifier) -> Bool { false }
    public var purchasedProducts: Set<ProductIdentifier> { [] }
    public func balance(of unit: String) -> Int { 0 }
    public var balances: [String: Int] { [:] }
    public func transaction(_ identifier: TransactionIdentifier) -> RecordedTransaction? { nil }
    /// Every recorded transaction, oldest record first.
    public var transactions: [RecordedTransaction] { [] }
    public var unfulfilled: [RecordedTransaction] { [] }
    public var history: [LedgerEntry] { [] }
    public func subscriptionStatus(inGroup group: String) -> SubscriptionStatus? { nil }
    public var subscriptionStatuses: [SubscriptionStatus] { [] }

    /// `isDelivered`: nothing is left for a delivery handler to do; record and delivery are one append.
    public func record(_ transaction: PaymentTransaction, credits: [Credit], isDelivered: Bool) async throws -> Recording { fatalError() }
    public func markDelivered(_ identifier: TransactionIdentifier) async throws {}
    /// `nil` when it was revoked before. Unknown transactions are recorded as revoked, granting nothing.
    public func revoke(_ transaction: PaymentTransaction, isWithdrawn: Bool) async throws -> Revocation? { nil }
    public func markWithdrawn(_ identifier: TransactionIdentifier) async throws {}
    public func record(_ renewal: SubscriptionRenewal) async throws {}
    public func spend(_ amount: Int, of unit: String, note: String? = nil) async throws {}
    public func importPurchases(_ products: Set<ProductIdentifier>, credits: [Credit], from source: String) async throws -> Bool { false }
    /// Reads what other ledgers on the same storage have added.
    public func refresh() async throws {}
}
