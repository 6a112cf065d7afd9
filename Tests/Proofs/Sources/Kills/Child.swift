import Foundation
import IAP
import IAPSandbox
import PurchaseAudit

/// The process that is killed: it buys, spends, restores, and is refunded, until the end.
struct Child {
    let directory: URL
    let role: Role
    let seed: UInt64
    let compactsOften: Bool

    /// What may refuse a customer. Everything else is a failure.
    private static let refusals: Set<IAPError.Code> = [
        .insufficientBalance, .alreadyDelivered, .productNotAvailable, .invalidAction,
    ]

    func live() async throws -> Never {
        let diary = try Diary(in: directory)
        let appStore = try role.appStore(in: directory)
        let store = try await role.store(in: directory, appStore, diary, starts: true)
        // Tells the parent that it has begun.
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        var random = SeededRandom(seed: seed)
        var spendCount = 0
        let parent = getppid()
        while true {
            // Whoever was to kill it is dead itself.
            if getppid() != parent { exit(3) }
            do {
                switch random.below(compactsOften ? 24 : 17) {
                case 0..<7: try await buy(Shop.consumables[random.below(3)], 1 + random.below(3), store, diary)
                case 7:
                    // Side by side, they share an append.
                    async let first: Void = buy("coins.small", 1, store, diary)
                    async let second: Void = buy("gems", 1, store, diary)
                    _ = try await (first, second)
                case 8: try await buy(Shop.nonConsumables[random.below(2)], 1, store, diary)
                case 9: try await buy((Shop.subscriptions + Shop.nonRenewables)[random.below(3)], 1, store, diary)
                case 10...12:
                    spendCount += 1
                    let note = "\(role.rawValue)-\(seed)-\(spendCount)"
                    try await spend(1 + random.below(30), note, store, diary)
                case 13: try await store.restorePurchases()
                case 14:
                    let paid = appStore.allTransactions().filter { $0.state == .purchased && $0.cancelDate == nil }
                    guard !paid.isEmpty else { break }
                    try appStore.refundTransaction(identifier: paid[random.below(paid.count)].identifier)
                case 15:
                    appStore.advance(by: 3_600)
                    let refunded = appStore.allTransactions().filter { $0.cancelDate != nil }
                    guard !refunded.isEmpty else { break }
                    try appStore.reverseRefund(identifier: refunded[random.below(refunded.count)].identifier)
                default:
                    try await store.ledger.compact()
                    try diary.write("compacted \(role.rawValue)")
                }
            } catch let error as IAPError where Self.refusals.contains(error.code) {
                continue
            }
        }
    }

    private func buy(_ product: ProductIdentifier, _ quantity: Int, _ store: IAPStore, _ diary: Diary) async throws {
        if case .purchased(let transaction) = try await store.purchase(product, quantity: quantity) {
            try diary.write("bought \(transaction.transactionIdentifier)")
        }
    }

    private func spend(_ amount: Int, _ note: String, _ store: IAPStore, _ diary: Diary) async throws {
        try diary.write("spend \(note) \(amount)")
        do {
            try await store.spend(amount, of: "coins", note: note)
        } catch {
            try diary.write("unspent \(note)")
            throw error
        }
        try diary.write("spent \(note)")
    }
}
