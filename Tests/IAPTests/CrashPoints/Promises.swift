import IAP
import IAPSandbox
import IAPTesting
import Testing

/// The SDK's promises, held against the store's own record.
struct Promises {
    let world: World
    let store: IAPStore
    let context: Comment

    func check() {
        let notes = world.notes.withLock { $0 }
        let paid = world.appStore.allTransactions().filter {
            $0.state == .purchased && !notes.elsewhere.contains($0.identifier)
        }
        checkRecords(of: paid, notes)
        checkCredits(of: paid, notes)
        checkDeliveries(of: paid, notes)
    }

    private func checkRecords(of paid: [SandboxTransaction], _ notes: World.Notes) {
        let ledger = store.ledger
        let recorded = ledger.history.filter { $0.content.kind == .recorded || $0.content.kind == .snapshot }
            .compactMap(\.transactionIdentifier)
        #expect(Set(recorded).count == recorded.count, context)
        #expect(Set(ledger.transactions.map(\.transaction.id)) == Set(paid.map(\.identifier)), context)
        #expect(notes.acknowledgedPurchases.isSubset(of: paid.map(\.identifier)), context)
        for product in [premium, monthly] {
            let isOwned = paid.contains { $0.productIdentifier == product && $0.cancelDate == nil }
            #expect(store.isPurchased(product) == isOwned, context)
        }
        for transaction in paid {
            let record = ledger.transaction(transaction.identifier)
            #expect(record?.isRevoked == (transaction.cancelDate != nil), context)
            #expect(record?.isFulfilled == true, context)
        }
    }

    private func checkCredits(of paid: [SandboxTransaction], _ notes: World.Notes) {
        let spends = store.ledger.history.filter { $0.content.kind == .spent }
        for spend in spends {
            #expect(spend.credits.map(\.amount) == [spend.note.flatMap { notes.begunSpends[$0] }], context)
        }
        // A compacted ledger has the balances that they left.
        let isCompacted = store.ledger.history.contains { $0.content.kind == .balances }
        let names = spends.compactMap(\.note) + (isCompacted ? notes.spendsBeforeCompacting : [])
        #expect(Set(names).count == names.count, context)
        #expect(notes.acknowledgedSpends.isSubset(of: names), context)
        let spent = names.reduce(0) { $0 + (notes.begunSpends[$1] ?? 0) }

        func units(_ transactions: [SandboxTransaction]) -> Int {
            transactions.filter { $0.productIdentifier == coins }.reduce(0) { $0 + $1.quantity }
        }
        let kept = units(paid) - units(paid.filter { $0.cancelDate != nil })
        #expect(store.balance(of: "coins") == max(0, kept * 10 - spent), context)
    }

    private func checkDeliveries(of paid: [SandboxTransaction], _ notes: World.Notes) {
        guard world.hasHandler else { return }
        let identifiers = Set(notes.deliveries.map(\.transaction.id))
        #expect(identifiers.isSubset(of: paid.map(\.identifier)), context)
        for transaction in paid {
            let deliveries = notes.deliveries.filter { $0.transaction.id == transaction.identifier }
            let kinds = Set(deliveries.map(\.kind))
            // One key a kind: repetitions are known as such.
            #expect(Set(deliveries.map(\.idempotencyKey)).count == kinds.count, context)
            if transaction.cancelDate == nil {
                #expect(kinds == [.grant], context)
            } else if kinds.contains(.grant) {
                #expect(deliveries.last?.kind == .revocation, context)
            }
        }
    }
}
