import Foundation
import IAPCore
import IAPStoreKitFile

/// One customer: what an account has bought, its subscriptions and its devices.
///
/// A value without locks, threads or clocks. The store's part is a parameter of whatever the account does. A function
/// that throws has changed nothing.
struct SandboxAccount: Sendable, Equatable, Codable {
    let name: String
    /// In the order of their identifiers. Changed through ``change(_:in:_:)``, so that the change is noted.
    private(set) var records: [TransactionRecord] = []
    /// At most one a group.
    var subscriptions: [SandboxSubscription] = []
    /// The purchases that wait for approval, the longest waiting first.
    var askedToBuy: [TransactionIdentifier] = []
    /// The offer codes that were redeemed: each can be once.
    var redeemedCodes: Set<String> = []
    /// The nonces of the signatures of promotional offers: each can be used once.
    var usedNonces: Set<UUID> = []
    /// The accounts that may use what this one has bought, by their position in the store.
    var familyMembers: [Int] = []
    /// Where the account is or was signed in.
    var devices: [SandboxDevice] = []

    init(name: String) {
        self.name = name
    }

    // MARK: Names

    /// What distinguishes its name from others. As with the addresses of Apple's accounts, capitals make no difference;
    /// everything else does, so that `tester+1@example.com` is a customer of its own.
    var key: String { name.lowercased() }

    /// As transactions name it: 18 digits, always the same for the same name.
    ///
    /// Apple's are as long, and the same for a customer's every device and purchase
    /// (https://developer.apple.com/documentation/storekit/apptransaction/apptransactionid).
    var appTransactionIdentifier: String {
        // FNV-1a, since Swift's own hashes differ from launch to launch.
        let hash = key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return String(700_000_000_000_000_000 + hash % 100_000_000_000_000_000)
    }

    // MARK: Transactions

    /// A transaction of this moment, at the product's own price.
    func newTransaction(
        _ identifier: TransactionIdentifier,
        _ purchase: Purchase,
        _ state: PaymentTransactionState,
        in store: StoreContext
    ) -> PaymentTransaction {
        let payment = purchase.payment
        var transaction = PaymentTransaction(
            transactionIdentifier: identifier,
            transactionState: state,
            payment: payment,
            productType: purchase.product.type,
            transactionDate: store.now
        )
        transaction.environment = .xcode
        transaction.appTransactionIdentifier = appTransactionIdentifier
        transaction.subscriptionGroupIdentifier = purchase.product.subscription?.subscriptionGroupIdentifier
        // The total of the quantity: https://developer.apple.com/documentation/appstoreserverapi/price
        transaction.price = purchase.product.price * Decimal(payment.quantity)
        transaction.storefront = store.settings.store.storefront
        transaction.currencyCode = store.settings.currencyCode
        return transaction
    }

    /// Adds a new transaction.
    mutating func add(_ record: TransactionRecord, in store: inout StoreContext) {
        records.insert(record, at: position(record.id))
        store.changedTransactions.append(record.id)
    }

    mutating func change(
        _ identifier: TransactionIdentifier,
        in store: inout StoreContext,
        _ body: (inout TransactionRecord) -> Void
    ) {
        guard let index = recordIndex(identifier) else { return }
        body(&records[index])
        store.changedTransactions.append(identifier)
    }

    func record(_ identifier: TransactionIdentifier) -> TransactionRecord? {
        recordIndex(identifier).map { records[$0] }
    }

    private func recordIndex(_ identifier: TransactionIdentifier) -> Int? {
        let position = position(identifier)
        return position < records.count && records[position].id == identifier ? position : nil
    }

    /// Where a transaction is, or belongs.
    private func position(_ identifier: TransactionIdentifier) -> Int {
        var candidates = 0..<records.count
        while let middle = candidates.middle {
            let isBefore = records[middle].id.number < identifier.number
            candidates = isBefore ? middle + 1..<candidates.upperBound : candidates.lowerBound..<middle
        }
        return candidates.lowerBound
    }

    /// - Throws: `transactionNotFound`.
    func existingRecord(_ identifier: TransactionIdentifier) throws -> TransactionRecord {
        guard let record = record(identifier) else { throw IAPError.noTransaction(identifier) }
        return record
    }

    /// Removes a record that another one is about to replace.
    mutating func removeRecord(_ identifier: TransactionIdentifier) {
        if let index = recordIndex(identifier) { records.remove(at: index) }
    }

    /// Removes transactions, and whatever waits for devices of them.
    mutating func forget(_ identifiers: Set<TransactionIdentifier>) {
        records.removeAll { identifiers.contains($0.id) }
        askedToBuy.removeAll(where: identifiers.contains)
        for index in devices.indices { devices[index].queue.removeAll { identifiers.contains($0.transaction) } }
    }

    /// Removes a transaction; the first one of a subscription together with the rest.
    mutating func delete(_ identifier: TransactionIdentifier, at date: Date) throws {
        guard try existingRecord(identifier).transaction.productType == .autoRenewable else {
            return forget([identifier])
        }
        let renewals = records.filter { $0.transaction.originalTransactionIdentifier == identifier }
        forget(Set([identifier] + renewals.map(\.id)))
        subscriptions = subscriptions.compactMap { fitting($0, at: date) }
    }

    /// The subscription as the transactions that are left have it; `nil` when none is left.
    private func fitting(_ subscription: SandboxSubscription, at date: Date) -> SandboxSubscription? {
        guard record(subscription.latestTransaction) == nil else { return subscription }
        let latest = records.last {
            $0.transaction.originalTransactionIdentifier == subscription.originalTransactionIdentifier
        }
        guard let transaction = latest?.transaction, let expirationDate = transaction.expirationDate else { return nil }
        var subscription = subscription
        subscription.latestTransaction = transaction.id
        subscription.productIdentifier = transaction.productIdentifier
        subscription.end(at: expirationDate)
        subscription.phase = .active
        if expirationDate <= date {
            subscription.phase = .expired
            subscription.willAutoRenew = false
        }
        return subscription
    }

    /// Becomes a customer who has bought nothing, on the same devices and in the same family.
    mutating func clear() {
        var cleared = SandboxAccount(name: name)
        cleared.familyMembers = familyMembers
        cleared.devices = devices.map { SandboxDevice(name: $0.name, isSignedIn: $0.isSignedIn) }
        self = cleared
    }

    // MARK: Subscriptions

    func subscriptionIndex(inGroupOf product: ProductDefinition) -> Int? {
        guard let group = product.subscription?.subscriptionGroupIdentifier else { return nil }
        return subscriptions.firstIndex { $0.groupIdentifier == group }
    }

    func subscription(inGroupOf product: ProductDefinition) -> SandboxSubscription? {
        subscriptionIndex(inGroupOf: product).map { subscriptions[$0] }
    }

    /// The subscription that a transaction belongs to, by its first transaction.
    func subscriptionIndex(beginningWith original: TransactionIdentifier?) -> Int? {
        subscriptions.firstIndex { $0.originalTransactionIdentifier == original }
    }

    func subscriptionIndex(endingWith identifier: TransactionIdentifier) -> Int? {
        subscriptions.firstIndex { $0.latestTransaction == identifier }
    }
}

extension Range<Int> {
    fileprivate var middle: Int? { isEmpty ? nil : lowerBound + count / 2 }
}
