import Dispatch
import Foundation
import IAP
import IAPSandbox

/// An app on a device, and the last answers of its SDK.
final class StageApp {
    let store: IAPStore
    let device: String
    let storage: InMemoryStorage
    private let delegateLog = DelegateLog()
    private let service: IAPService
    private(set) var facts: [String: String] = [:]

    init(
        _ appStore: SandboxAppStore,
        device: String,
        storage: InMemoryStorage = InMemoryStorage()
    ) async throws {
        self.device = device
        self.storage = storage
        var options = IAPStore.Options()
        options.notificationCenter = NotificationCenter()
        // Asking again after a while would be measured by real time.
        options.productRequests.retryPauses = []
        // The delegate receives what an earlier launch left.
        options.startsImmediately = false
        store = try await IAPStore(
            connection: appStore.connection(device: device),
            storage: storage,
            products: Cinema.declarations(),
            options: options
        )
        service = IAPService(store: store, callbackQueue: DispatchQueue(label: "delegateLog"))
        service.delegate = delegateLog
        store.start()
    }

    /// What the delegate received, sorted: purchases and messages are handled side by side.
    func delegateLines() -> [String] {
        delegateLog.take().sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    }

    /// The answers that differ from the last ones.
    func changedAnswers() -> [String] {
        let answers = answers()
        var changes: [String] = []
        for (key, value) in answers where facts[key] != value { changes.append("\(key)\(value)") }
        for key in facts.keys.sorted() where !answers.contains(where: { $0.key == key }) {
            changes.append("not any more: \(key)")
        }
        facts = Dictionary(answers.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        return changes
    }

    /// Takes an earlier app's answers for the last ones.
    func follow(_ earlier: [String: String]) { facts = earlier }

    private func answers() -> [(key: String, value: String)] {
        var answers: [(key: String, value: String)] = []
        for product in store.ledger.ownedProducts {
            let end = Self.end(product.expirationDate, product.isInGracePeriod)
            answers.append(("has \(product.productIdentifier)", end))
        }
        for entitlement in store.entitlements {
            let end = Self.end(entitlement.expirationDate, entitlement.isInGracePeriod)
            answers.append(("entitled to \(entitlement.name)", end))
        }
        for status in store.ledger.subscriptionStatuses {
            let group = status.transaction.subscriptionGroupIdentifier ?? ""
            // One decides; a family may share another.
            let others = store.ledger.subscriptionStatuses(inGroup: group).filter {
                $0.transaction.id != status.transaction.id
            }
            answers.append(("group \(group)", ": \(status.line)"))
            for (number, other) in others.enumerated() {
                answers.append(("group \(group), number \(number + 2)", ": \(other.line)"))
            }
        }
        for (unit, amount) in store.ledger.balances.sorted(by: { $0.key < $1.key }) {
            answers.append(("balance of \(unit)", ": \(amount)"))
        }
        func add(_ key: String, _ values: [String]) {
            if !values.isEmpty { answers.append((key, ": \(values.joined(separator: ", "))")) }
        }
        add("messages", store.queue.messages.map(\.reason.rawValue))
        add("pending", store.queue.pendingPayments.map(\.productIdentifier))
        add("intents", store.queue.purchaseIntents.map(\.productIdentifier))
        return answers
    }

    private static func end(_ date: Date?, _ isInGrace: Bool) -> String {
        (date.map { " until \($0.short)" } ?? "") + (isInGrace ? " by grace" : "")
    }
}

extension SubscriptionGroupStatus {
    fileprivate var line: String {
        var words = [
            state.rawValue, transaction.productIdentifier, isActive ? "until" : "since", accessEndDate.short,
        ]
        guard let renewal else { return words.joined(separator: " ") }
        if let reason = renewal.expirationReason { words.append("(\(reason.rawValue))") }
        if renewal.willAutoRenew {
            words.append("renews")
            if let pendingProduct { words.append("as \(pendingProduct)") }
            if let price = renewal.renewalPrice { words.append("for \(price)") }
            if let offer = renewal.offerType {
                words.append(([offer.rawValue, renewal.offerIdentifier].compactMap { $0 }).joined(separator: " "))
            }
        } else if isActive {
            words.append("ends")
        }
        if renewal.priceIncreaseStatus != .noIncreasePending {
            words.append("increase \(renewal.priceIncreaseStatus.rawValue)")
        }
        if let first = renewal.eligibleWinBackOfferIdentifiers.first { words.append("win-back \(first)") }
        return words.joined(separator: " ")
    }
}

/// The delegate of an app, which notes what it receives.
private final class DelegateLog: IAPServiceDelegate, Sendable {
    private let lines = Locked<[String]>([])

    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    private func note(_ line: String) { lines.withLock { $0.append(line) } }

    func getProducts(products: [StoreProduct]) {}
    func didCompleteTransaction(_ transaction: PaymentTransaction) { note("completed \(transaction.name)") }
    func didFailTransaction(_ transaction: PaymentTransaction) {
        note("failed \(transaction.productIdentifier): \(transaction.error?.code.rawValue ?? "")")
    }
    func didRejectPurchase(of productIdentifier: ProductIdentifier, error: IAPError) {
        note("rejected \(productIdentifier): \(error.code.rawValue)")
    }
    func didDeferTransaction(_ transaction: PaymentTransaction) {
        note("deferred \(transaction.productIdentifier)")
    }
    func didRestoreTransaction(_ transaction: PaymentTransaction) { note("restored \(transaction.name)") }
    func service(_ service: IAPService, didReceive event: PaymentQueueEvent) {
        switch event {
        case .changed(let transaction): note("changed \(transaction.name)")
        case .restoreFinished(let transactions): note("restoring ended, \(transactions.count)")
        case .restoreFailed(let error): note("restoring failed: \(error.code.rawValue)")
        case .revoked(let record): note("revoked \(record.transaction.name)")
        case .purchaseIntent(let payment): note("intent \(payment.productIdentifier)")
        case .message(let message): note("message \(message.reason.rawValue)")
        case .storefrontChanged(let storefront): note("storefront \(storefront.countryCode)")
        default: break
        }
    }
}

extension PaymentTransaction {
    fileprivate var name: String { "\(transactionIdentifier) \(payment.productIdentifier)" }
}
