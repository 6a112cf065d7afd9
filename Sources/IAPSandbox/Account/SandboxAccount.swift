import Foundation
import IAPCore
import IAPStoreKitFile

/// One customer: what an account has bought, its subscriptions and its devices.
///
/// A value without locks, threads or clocks. The store's part is a parameter of whatever the account does. A function
/// that throws has changed nothing.
struct SandboxAccount: Sendable, Equatable, Codable {
    let name: String
    private(set) var records = TransactionRecords()
    /// At most one a group.
    private(set) var subscriptions: [SandboxSubscription] = []
    /// The purchases that wait for approval, the longest waiting first.
    var askedToBuy: [TransactionIdentifier] = []
    /// The offer codes that were redeemed: each can be once.
    var redeemedCodes: Set<String> = []
    /// The nonces of the signatures of promotional offers: each can be used once.
    var usedNonces: Set<UUID> = []
    /// The accounts that may use what this one has bought, by their place in the store.
    var familyMembers: [Int] = []
    /// Where the account is or was signed in.
    var devices: [SandboxDevice] = []

    init(name: String) {
        self.name = name
    }

    // MARK: Transactions

    /// Keeps a transaction; one with the same identifier is replaced.
    mutating func record(_ record: TransactionRecord, in store: inout StoreContext) {
        records.put(record)
        store.noteChange(of: record.id)
    }

    mutating func change(
        _ identifier: TransactionIdentifier,
        in store: inout StoreContext,
        _ body: (inout TransactionRecord) -> Void
    ) {
        records.change(identifier, body)
        store.noteChange(of: identifier)
    }

    /// - Throws: `transactionNotFound`.
    func existingRecord(_ identifier: TransactionIdentifier) throws -> TransactionRecord {
        guard let record = records[identifier] else { throw IAPError(noTransaction: identifier) }
        return record
    }

    /// Removes transactions, and whatever waits for devices of them.
    mutating func forget(_ identifiers: Set<TransactionIdentifier>) {
        records.remove(identifiers)
        askedToBuy.removeAll(where: identifiers.contains)
        for index in devices.indices { devices[index].queue.remove(identifiers) }
    }

    /// Removes a transaction; the first one of a subscription together with the rest.
    mutating func delete(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws {
        guard try existingRecord(identifier).transaction.productType == .autoRenewable else {
            return forget([identifier])
        }
        let renewals = records.all.filter { $0.transaction.originalTransactionIdentifier == identifier }
        forget(Set([identifier] + renewals.map(\.id)))
        subscriptions = subscriptions.compactMap { fitting($0, at: store.now) }
        store.expectAction(at: nextDueDate)
    }

    /// The subscription as the transactions that are left have it; `nil` when none is left.
    private func fitting(_ subscription: SandboxSubscription, at date: Date) -> SandboxSubscription? {
        guard records[subscription.latestTransaction] == nil else { return subscription }
        let latest = records.all.last {
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
        let earlier = self
        self = SandboxAccount(name: earlier.name)
        familyMembers = earlier.familyMembers
        devices = earlier.devices
        for index in devices.indices { devices[index].queue = TransactionQueue() }
    }

    // MARK: Subscriptions

    mutating func add(_ subscription: SandboxSubscription, in store: inout StoreContext) {
        subscriptions.append(subscription)
        store.expectAction(at: subscription.dueDate)
    }

    mutating func changeSubscription(
        at index: Int,
        in store: inout StoreContext,
        _ body: (inout SandboxSubscription) -> Void
    ) {
        body(&subscriptions[index])
        store.expectAction(at: subscriptions[index].dueDate)
    }

    func subscriptionIndex(inGroupOf definition: ProductDefinition) -> Int? {
        guard let group = definition.subscription?.subscriptionGroupIdentifier else { return nil }
        // In place, since a subscription is large.
        return subscriptions.indices.first { subscriptions[$0].groupIdentifier == group }
    }

    func subscription(inGroupOf definition: ProductDefinition) -> SandboxSubscription? {
        subscriptionIndex(inGroupOf: definition).map { subscriptions[$0] }
    }

    func subscriptionIndex(endingWith identifier: TransactionIdentifier) -> Int? {
        subscriptions.firstIndex { $0.latestTransaction == identifier }
    }
}

extension IAPError {
    init(noTransaction identifier: TransactionIdentifier) {
        self.init(
            .transactionNotFound,
            "The sandbox has no transaction \(identifier). Take an identifier from allTransactions().",
            transactionIdentifier: identifier
        )
    }
}
