import Foundation
import IAPCore
import IAPStoreKitFile

/// The App Store's side: the accounts, who is signed in on which device, and what all accounts have in common.
///
/// A value without locks, threads or clocks: it receives the time, changes itself, and lists the updates to send. A
/// function that throws has changed nothing. What an account does is a method of ``SandboxAccount``.
struct AppStoreServer: Sendable {
    var store: StoreContext
    /// Never empty: the first one is signed in on a device that has not signed in. None is ever removed.
    private(set) var accounts: [SandboxAccount]
    /// The account that last signed in on a device, where one did. A device that was erased keeps it.
    private var signedIn: [String: Int]
    /// Devices on which no account is signed in, sorted.
    private var signedOut: [String]
    /// How often the customer had to sign in.
    var signInPromptCount = 0
    /// The accounts that acted since ``takeChanges()``, with their transactions that changed; `nil` until it is called.
    private var changes: [Int: Set<TransactionIdentifier>]?

    init(configuration: StoreConfiguration, history: StoreHistory) {
        store = StoreContext(configuration, history)
        accounts = history.accounts
        signedIn = history.signedIn
        signedOut = history.signedOut
    }

    /// What outlives the process.
    var history: StoreHistory {
        StoreHistory(
            now: store.now,
            lastIdentifier: store.lastIdentifier,
            accounts: accounts,
            signedIn: signedIn,
            signedOut: signedOut,
            prices: store.changedPrices
        )
    }

    // MARK: Accounts

    /// Lets an account act, and then its family receive what it bought and lose what it lost.
    mutating func act<Value>(
        as index: Int,
        _ body: (inout SandboxAccount, inout StoreContext) throws -> Value
    ) rethrows -> Value {
        let value = try body(&accounts[index], &store)
        let familyChanges = store.familyChanges
        changes?[index, default: []].formUnion(store.changedTransactions)
        (store.familyChanges, store.changedTransactions) = ([], [])
        for transaction in familyChanges { updateFamily(of: index, transaction) }
        return value
    }

    /// The account with a name. It is made when it is not known.
    mutating func account(named name: String) -> Int {
        let new = SandboxAccount(name: name)
        let key = new.key
        if let index = accounts.firstIndex(where: { $0.key == key }) { return index }
        accounts.append(new)
        return accounts.count - 1
    }

    /// The account that a transaction belongs to.
    ///
    /// - Throws: `transactionNotFound`.
    func owner(of identifier: TransactionIdentifier) throws -> Int {
        guard let index = accounts.firstIndex(where: { $0.record(identifier) != nil }) else {
            throw IAPError.noTransaction(identifier)
        }
        return index
    }

    /// The account that is signed in on a device; `nil` when none is.
    func account(on device: String) -> Int? {
        signedOut.contains(device) ? nil : signedIn[device] ?? 0
    }

    mutating func setAccount(_ index: Int?, on device: String) {
        signedOut.removeAll { $0 == device }
        if let index { signedIn[device] = index } else { signedOut = (signedOut + [device]).sorted() }
    }

    /// Removes every transaction, of all accounts.
    mutating func clear() {
        for index in accounts.indices { accounts[index].clear() }
    }

    // MARK: Time

    /// When something happens next by itself; `nil` when nothing does.
    var nextDueDate: Date? {
        // In place, since this looks at every account.
        accounts.indices.lazy.compactMap { accounts[$0].nextDueDate }.min()
    }

    /// Does what falls due up to `date`, in order, each at its own date. The store's time never goes back.
    ///
    /// What falls due at one date happens in the order of the accounts, and in an account in the order of purchase.
    mutating func settle(to date: Date) {
        while let due = nextDueDate, due <= date {
            store.now = max(store.now, due)
            for index in accounts.indices {
                for identifier in accounts[index].due(at: due) {
                    act(as: index) { $0.settle(identifier, in: &$1) }
                }
            }
        }
        store.now = max(store.now, date)
    }

    // MARK: Reports

    /// Every account's transactions, by identifier.
    func allTransactions() -> [SandboxTransaction] {
        accounts.flatMap { account in account.records.map(account.sandboxTransaction) }
            .sorted { $0.identifier.number < $1.identifier.number }
    }

    /// How many units were paid for, refunded ones included. A free trial is not paid for.
    func chargedQuantity(of identifier: ProductIdentifier) -> Int {
        accounts.lazy.flatMap(\.records).reduce(0) { sum, record in
            let transaction = record.transaction
            guard transaction.productIdentifier == identifier, record.isPurchased,
                transaction.ownershipType == .purchased,
                transaction.offerType == nil || transaction.price != 0
            else { return sum }
            return sum + transaction.quantity
        }
    }

    /// What has changed since the last call. The first call finds nothing, and begins to collect.
    mutating func takeChanges() -> [SandboxAppStore.AccountChange] {
        defer { changes = [:] }
        return (changes ?? [:]).sorted { $0.key < $1.key }.map { index, transactions in
            let account = accounts[index]
            return SandboxAppStore.AccountChange(
                account: account.name,
                transactions: transactions.sorted { $0.number < $1.number }
                    .compactMap { account.record($0).map(account.sandboxTransaction) },
                subscriptions: account.subscriptions.compactMap { subscription in
                    subscription.sentRenewal.map { .init(renewal: $0, isRunning: subscription.isRunning) }
                }
            )
        }
    }
}

extension SandboxAccount {
    /// A transaction of it, with what only the store sees.
    fileprivate func sandboxTransaction(_ record: TransactionRecord) -> SandboxTransaction {
        let index = subscriptionIndex(beginningWith: record.transaction.originalTransactionIdentifier)
        return SandboxTransaction(record, of: index.map { subscriptions[$0] }, account: name)
    }
}
