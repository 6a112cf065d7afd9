import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("Accounts")
struct AccountTests {
    private func premium(_ account: String?) throws -> PaymentTransaction {
        var transaction = try bought(account == "anna" ? "1" : "2", of: "premium", .nonConsumable)
        transaction.appTransactionIdentifier = account
        return transaction
    }

    private func month(_ account: String) throws -> PaymentTransaction {
        var transaction = try period(account == "anna" ? "11" : "12", original: account == "anna" ? "11" : "12")
        transaction.appTransactionIdentifier = account
        return transaction
    }

    private func buyCoins(_ ledger: Ledger, _ identifier: TransactionIdentifier, _ account: String?) async throws {
        var transaction = try bought(identifier)
        transaction.appTransactionIdentifier = account
        _ = try await ledger.record(transaction, credits: [Credit(10, of: "coins")], isDelivered: true)
    }

    private func open(
        _ storage: some LedgerStorage,
        _ policy: AccountPolicy,
        _ account: String? = "anna"
    ) async throws -> Ledger {
        try await Ledger(storage: storage, clock: ManualClock(), account: account, accountPolicy: policy)
    }

    @Test("Kept, everything counts for every account; a spend is that of the signed-in one")
    func keeping() async throws {
        let storage = InMemoryStorage()
        let ledger = try await open(storage, .keep)
        try await ledger.record(premium("anna"))
        try await buyCoins(ledger, "3", "anna")
        #expect(ledger.signIn("ben") && ledger.account == "ben")
        try await buyCoins(ledger, "4", "ben")
        #expect(ledger.isPurchased("premium") && ledger.balance(of: "coins") == 20)
        try await ledger.spend(15, of: "coins")
        #expect(ledger.balance(of: "coins") == 5)
        // Ben's own are used up, and five of Anna's.
        #expect(try await open(storage, .hide, "ben").balance(of: "coins") == 0)
        #expect(try await open(storage, .hide, "anna").balance(of: "coins") == 5)
        #expect(try await code { try await ledger.spend(6, of: "coins") } == .insufficientBalance)
    }

    @Test("Hidden, an account's purchases, subscriptions, credits and deliveries come back when it signs in again")
    func hiding() async throws {
        let ledger = try await open(InMemoryStorage(), .hide)
        try await ledger.record(premium("anna"))
        try await ledger.record(month("anna"))
        try await buyCoins(ledger, "3", "anna")
        _ = try await ledger.record(premium("anna").numbered("5"), credits: [], isDelivered: false)
        let annas = ledger.balances
        #expect(ledger.signIn("ben"))
        #expect(ledger.purchasedProducts.isEmpty && ledger.balances.isEmpty && ledger.openWork.isEmpty)
        #expect(ledger.subscriptionStatuses.isEmpty)
        #expect(ledger.transactions.isEmpty && ledger.allTransactions.count == 4)
        try await buyCoins(ledger, "4", "ben")
        try await ledger.spend(7, of: "coins")
        #expect(try await code { try await ledger.spend(4, of: "coins") } == .insufficientBalance)
        try await ledger.markDelivered("5")
        #expect(ledger.purchasedProducts.isEmpty && ledger.openWork.isEmpty)
        #expect(ledger.signIn("anna"))
        #expect(ledger.purchasedProducts == ["premium", "monthly"] && ledger.balances == annas)
        #expect(ledger.subscriptionStatus(inGroup: "plans")?.state == .subscribed && ledger.openWork.isEmpty)
        #expect(ledger.signIn(nil))
        #expect(ledger.purchasedProducts.isEmpty && ledger.balance(of: "coins") == 0)
    }

    @Test("Hidden, an account's history, its place in groups and its offers are hidden as well; all can be asked for")
    func hidingHistory() async throws {
        let ledger = try await open(InMemoryStorage(), .hide)
        var trial = try month("anna")
        trial.offerType = .introductory
        try await ledger.record(trial)
        try await ledger.record(SubscriptionRenewal(originalTransactionIdentifier: "11", willAutoRenew: true))
        _ = try await ledger.record(premium("anna"), credits: [], isDelivered: false)
        try await ledger.markDelivered("1")
        try await buyCoins(ledger, "3", "anna")
        try await ledger.spend(2, of: "coins", note: "a hat")
        try await buyCoins(ledger, "6", nil)
        let annas = ledger.history
        #expect(annas.count == 10)
        #expect(ledger.signIn("ben"))
        #expect(ledger.history.map(\.transactionIdentifier) == ["6", "6"])
        #expect(ledger.transactions.map(\.transaction.id) == ["6"])
        #expect(ledger.subscriptionStatuses(inGroup: "plans").isEmpty)
        #expect(!ledger.hasHadIntroductoryOffer(inGroup: "plans"))
        try await buyCoins(ledger, "4", "ben")
        try await ledger.spend(1, of: "coins", note: "a horse")
        #expect(ledger.history.count == 5 && ledger.allHistory.count == 13)
        #expect(Set(ledger.allTransactions.map(\.account)) == ["anna", "ben", nil])
        // A caller that knows its identifier may ask for it.
        #expect(ledger.transaction("1")?.account == "anna")
        #expect(ledger.signIn("anna"))
        #expect(ledger.history == annas && ledger.hasHadIntroductoryOffer(inGroup: "plans"))
        #expect(ledger.subscriptionStatuses(inGroup: "plans").count == 1)
    }

    @Test("What has passed to another account is in that one's history, from its record on")
    func historyOfTransferred() async throws {
        let storage = InMemoryStorage()
        let ledger = try await open(storage, .transfer)
        try await ledger.record(premium("anna"))
        #expect(ledger.signIn("ben"))
        #expect(try await ledger.transferPurchases())
        #expect(
            try await open(storage, .hide, "ben").history.map(\.content.kind) == [.recorded, .delivered, .transferred]
        )
        let annas = try await open(storage, .hide, "anna")
        #expect(annas.history.isEmpty && annas.allHistory.count == 3)
    }

    @Test("What has no known account counts for each, and so does all while the signed-in account is not known")
    func unknown() async throws {
        let storage = InMemoryStorage()
        let ledger = try await open(storage, .hide, nil)
        try await ledger.record(premium(nil))
        try await ledger.record(month("anna"))
        try await buyCoins(ledger, "3", nil)
        try await buyCoins(ledger, "4", "anna")
        #expect(ledger.purchasedProducts == ["premium", "monthly"] && ledger.balance(of: "coins") == 20)
        // The first telling is no change.
        #expect(!ledger.signIn("ben"))
        #expect(ledger.purchasedProducts == ["premium"] && ledger.balance(of: "coins") == 10)
        try await ledger.spend(4, of: "coins")
        #expect(ledger.signIn("anna") && ledger.balance(of: "coins") == 16)
        // Her own go first.
        try await ledger.spend(12, of: "coins")
        #expect(ledger.signIn("ben") && ledger.balance(of: "coins") == 4)
        // Once its account is known, it is hers.
        var known = try premium(nil)
        known.appTransactionIdentifier = "anna"
        #expect(try await !ledger.record(known, credits: [], isDelivered: true).hasChanged)
        #expect(ledger.purchasedProducts.isEmpty)
        #expect(ledger.signIn("anna") && ledger.isPurchased("premium"))
    }

    @Test("A refund takes from the account that bought, not from the signed-in one, and a reversal gives back to it")
    func refund() async throws {
        let ledger = try await open(InMemoryStorage(), .hide)
        try await buyCoins(ledger, "3", "anna")
        try await ledger.spend(4, of: "coins")
        #expect(ledger.signIn("ben"))
        try await buyCoins(ledger, "4", "ben")
        var refunded = try bought("3")
        refunded.appTransactionIdentifier = "anna"
        refunded.revocationDate = newYear + day
        refunded.signedDate = newYear + day
        let record = try await ledger.revoke(refunded, hasHandler: false)
        #expect(record?.revokedCredits.map(\.amount) == [6] && record?.account == "anna")
        #expect(ledger.balance(of: "coins") == 10)
        refunded.revocationDate = nil
        refunded.signedDate = newYear + 2 * day
        try await ledger.record(refunded)
        #expect(ledger.balance(of: "coins") == 10)
        #expect(ledger.signIn("anna") && ledger.balance(of: "coins") == 6)
    }

    @Test("Transferred, all passes to the account that signs in, once, and a refund takes it from there")
    func transferring() async throws {
        let storage = InMemoryStorage()
        let ledger = try await open(storage, .transfer)
        try await ledger.record(premium("anna"))
        try await buyCoins(ledger, "3", "anna")
        #expect(try await !ledger.transferPurchases())
        #expect(ledger.signIn("ben"))
        // Nothing is missing in between.
        #expect(ledger.isPurchased("premium") && ledger.balance(of: "coins") == 10)
        #expect(try await ledger.transferPurchases())
        #expect(try await !ledger.transferPurchases())
        #expect(try await storage.load(after: .start).entries.count { $0.content.kind == .transferred } == 1)
        #expect(ledger.transaction("1")?.account == "ben")
        try await ledger.spend(4, of: "coins")
        let bens = try await open(storage, .hide, "ben")
        #expect(bens.isPurchased("premium") && bens.balance(of: "coins") == 6)
        let annas = try await open(storage, .hide, "anna")
        #expect(!annas.isPurchased("premium") && annas.balance(of: "coins") == 0)
        var refunded = try bought("3")
        refunded.appTransactionIdentifier = "anna"
        refunded.revocationDate = newYear + day
        #expect(try await ledger.revoke(refunded, hasHandler: false)?.revokedCredits.map(\.amount) == [6])
        #expect(ledger.balance(of: "coins") == 0)
    }

    @Test("Two ledgers on one file transfer once, and see each other's transfer, after compacting as well")
    func twoLedgers() async throws {
        let folder = try TemporaryFolder()
        let first = try await open(JSONFileStorage(url: folder.ledger), .transfer)
        try await first.record(premium("anna"))
        try await buyCoins(first, "3", "anna")
        let second = try await open(JSONFileStorage(url: folder.ledger), .transfer)
        #expect(first.signIn("ben") && second.signIn("ben"))
        async let firstPasses = first.transferPurchases()
        async let secondPasses = second.transferPurchases()
        #expect(try await [firstPasses, secondPasses].count { $0 } == 1)
        try await first.refresh()
        try await second.refresh()
        #expect(first.history.count { $0.content.kind == .transferred } == 1 && first.history == second.history)
        try await first.compact()
        try await second.spend(3, of: "coins")
        let bens = try await open(JSONFileStorage(url: folder.ledger), .hide, "ben")
        #expect(bens.isPurchased("premium") && bens.balance(of: "coins") == 7)
        #expect(bens.transaction("1")?.account == "ben")
        #expect(try await !open(JSONFileStorage(url: folder.ledger), .transfer, "ben").transferPurchases())
    }

    @Test("A transfer that could not be kept has not happened, and happens at the next opening")
    func crashBetween() async throws {
        let storage = CountingStorage()
        let ledger = try await open(storage, .transfer)
        try await ledger.record(premium("anna"))
        #expect(ledger.signIn("ben"))
        storage.fail(with: IAPError(.storageFailed, "The power is gone."))
        #expect(try await code { try await ledger.transferPurchases() } == .storageFailed)
        #expect(ledger.isPurchased("premium") && ledger.transaction("1")?.account == "anna")
        let again = try await open(storage, .transfer, "ben")
        #expect(try await again.transferPurchases())
        #expect(again.transaction("1")?.account == "ben")
        // Back at the first one, everything passes to her.
        #expect(again.signIn("anna"))
        #expect(try await again.transferPurchases())
        #expect(again.transaction("1")?.account == "anna")
    }

    @Test("A spend of a version that knows no accounts uses up what any account has")
    func olderVersion() async throws {
        let storage = InMemoryStorage()
        let ledger = try await open(storage, .hide)
        try await buyCoins(ledger, "3", "anna")
        let end = try await storage.load(after: .start).end
        _ = try await storage.append(
            [LedgerEntry(.spent([Credit(4, of: "coins")], note: nil, account: nil), date: newYear)],
            after: end
        )
        try await ledger.refresh()
        #expect(ledger.balance(of: "coins") == 6)
    }
}

extension PaymentTransaction {
    fileprivate func numbered(_ identifier: TransactionIdentifier) -> PaymentTransaction {
        var transaction = self
        transaction.transactionIdentifier = identifier
        return transaction
    }
}
