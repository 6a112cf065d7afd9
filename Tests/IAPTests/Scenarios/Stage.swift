import Foundation
import IAP
import IAPSandbox

/// A store, a device with an app on it, perhaps a member of the customer's family with another, and what is known of
/// them.
final class Stage {
    let appStore: SandboxAppStore
    /// `nil` while the app is closed.
    var runningApp: StageApp?
    /// What a closed app has left.
    var closedApp: (storage: InMemoryStorage, facts: [String: String])?
    /// The family member's, once something is shared.
    var member: StageApp?
    private var transactions: [TransactionIdentifier: String] = [:]

    init(now: String) async throws {
        appStore = try SandboxAppStore(
            configuration: StoreConfiguration(products: Cinema.products()),
            clock: ManualClock(now: day(now))
        )
        runningApp = try await StageApp(appStore, device: SandboxAppStore.defaultDevice)
    }

    var app: StageApp {
        get throws {
            guard let runningApp else { throw Missing() }
            return runningApp
        }
    }

    /// Takes a step, and says what has changed.
    func play(_ step: String) async throws -> [String] {
        var answer: String?
        do {
            answer = try await take(step)
        } catch let error as IAPError {
            answer = "throws \(error.code.rawValue)"
        }
        var lines = answer.map { ["answer: \($0)"] } ?? []
        await runningApp?.store.waitUntilIdle()
        await member?.store.waitUntilIdle()
        lines += changedTransactions().map { "store: \($0)" }
        lines += runningApp?.changedAnswers().map { "sdk: \($0)" } ?? []
        lines += member?.changedAnswers().map { "member's sdk: \($0)" } ?? []
        lines += runningApp?.delegateLines().map { "delegate: \($0)" } ?? []
        lines += member?.delegateLines().map { "member's delegate: \($0)" } ?? []
        return lines
    }

    private func changedTransactions() -> [String] {
        var changes: [String] = []
        let all = appStore.allTransactions()
        for transaction in all {
            let text = transaction.line
            if transactions[transaction.id] != text { changes.append(text) }
            transactions[transaction.id] = text
        }
        let gone = Set(transactions.keys).subtracting(all.map(\.id))
        for identifier in gone.sorted(by: { $0.rawValue < $1.rawValue }) {
            transactions[identifier] = nil
            changes.append("\(identifier) is gone")
        }
        return changes
    }

    /// The latest transaction of a product.
    func transaction(of product: String) throws -> TransactionIdentifier {
        guard let latest = appStore.allTransactions().last(where: { $0.productIdentifier == product }) else {
            throw Missing()
        }
        return latest.identifier
    }
}

extension SandboxTransaction {
    /// Such as `1 gold 2025-01-01…2025-02-01 9.99 renewal`.
    fileprivate var line: String {
        var words = [identifier.rawValue, productIdentifier]
        words.append(purchaseDate.short + (expirationDate.map { "…\($0.short)" } ?? ""))
        if quantity > 1 { words.append("×\(quantity)") }
        words.append("\(price ?? 0)")
        if let currencyCode, currencyCode.rawValue != "USD" { words.append(currencyCode.rawValue) }
        if state != .purchased { words.append("\(state)") }
        if reason == .renewal { words.append("renewal") }
        if let offerType {
            words.append(([offerType.rawValue, offerIdentifier].compactMap { $0 }).joined(separator: " "))
        }
        if ownershipType == .familyShared { words.append("shared with \(account)") }
        if isPendingAskToBuyConfirmation { words.append("asked") }
        if isUpgraded { words.append("upgraded") }
        if let cancelDate { words.append("revoked \(cancelDate.short)") }
        if let refundedAmount { words.append("refunded \(refundedAmount)") }
        if hasPurchaseIssue { words.append("issue") }
        return words.joined(separator: " ")
    }
}

extension Date {
    /// The day in UTC, and the time if it is not midnight.
    var short: String {
        let text = ISO8601Format()
        return text.hasSuffix("T00:00:00Z") ? String(text.prefix(10)) : String(text.dropLast())
    }
}

/// A day in UTC, such as `2025-01-31`.
func day(_ text: String) -> Date {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2])) ?? .distantPast
}
