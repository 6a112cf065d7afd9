#if canImport(Darwin)
import Foundation
import IAPCore
import StoreKit

/// The payments that were submitted, and which transactions answer them.
///
/// StoreKit ties a transaction to its purchase only in the purchase's own result. One that comes later, after an approval,
/// is known by what it is for.
final class Submissions: Sendable {
    private struct State {
        var open: [Payment] = []
        var answered: [UInt64: Payment] = [:]
    }

    private let state = Locked(State())

    func add(_ payment: Payment) {
        state.withLock { $0.open.append(payment) }
    }

    func remove(_ payment: Payment) {
        state.withLock { state in
            if let index = state.open.firstIndex(of: payment) { state.open.remove(at: index) }
        }
    }

    func answer(_ payment: Payment, by identifier: UInt64) {
        remove(payment)
        state.withLock { $0.answered[identifier] = payment }
    }

    func forget(_ identifier: UInt64) {
        state.withLock { $0.answered[identifier] = nil }
    }

    /// The payment that a transaction is known to answer.
    func payment(answeredBy transaction: Transaction) -> Payment? {
        state.withLock { $0.answered[transaction.id] }
    }

    /// The payment that a transaction is known to answer or, as news, answers now.
    func payment(answeredByNew transaction: Transaction) -> Payment? {
        state.withLock { state in
            if let payment = state.answered[transaction.id] { return payment }
            guard transaction.revocationDate == nil, transaction.reasonOfPurchase == .purchase,
                let index = state.open.firstIndex(where: {
                    $0.productIdentifier == transaction.productID && $0.quantity == transaction.purchasedQuantity
                        && $0.accountToken == transaction.appAccountToken
                })
            else { return nil }
            let payment = state.open.remove(at: index)
            state.answered[transaction.id] = payment
            return payment
        }
    }
}

extension Payment {
    /// StoreKit 2 knows buyers by UUIDs. The App Store takes a user name that is one for a token:
    /// https://developer.apple.com/documentation/storekit/skmutablepayment/applicationusername
    var accountToken: UUID? {
        appAccountToken ?? applicationUsername.flatMap(UUID.init(uuidString:))
    }
}
#endif
