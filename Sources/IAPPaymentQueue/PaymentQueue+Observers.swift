public import Dispatch
import Foundation
import IAPCore

extension PaymentQueue {
    /// Adds an observer, which is held weakly, and hears of everything that happens from now on. Adding it again does
    /// nothing.
    ///
    /// - Parameter callbackQueue: Where it is called; the main queue by default. A concurrent queue keeps the order as
    ///   well.
    public func add(_ observer: any PaymentTransactionObserver, callbackQueue: DispatchQueue = .main) {
        let identifier = ObjectIdentifier(observer)
        let box = ObserverBox(observer)
        state.withLock { state in
            // An identifier may belong to a new object at the address of one that is gone.
            guard state.observers[identifier]?.box.observer == nil else { return }
            let subscription = broadcast.subscribe(on: callbackQueue) { [weak self, box] event in
                guard let self else { return }
                guard let observer = box.observer else { return self.forget(identifier, box) }
                observer.hear(event, from: self)
            }
            state.observers[identifier] = Registration(box: box, subscription: subscription)
        }
    }

    /// Removes an observer. On its callback queue, no call follows.
    public func remove(_ observer: any PaymentTransactionObserver) {
        let registration = state.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(observer)) }
        registration?.box.clear()
    }

    /// How many observers there are, with those that are gone and not yet missed. A test waits for it.
    package var observerCount: Int { state.withLock { $0.observers.count } }

    /// Drops the registration of an observer that is gone.
    private func forget(_ identifier: ObjectIdentifier, _ box: ObserverBox) {
        let registration = state.withLock { state -> Registration? in
            // The address may belong to another observer since.
            guard state.observers[identifier]?.box === box else { return nil }
            return state.observers.removeValue(forKey: identifier)
        }
        withExtendedLifetime(registration) {}
    }

    struct Registration {
        let box: ObserverBox
        let subscription: Subscription
    }
}

/// An observer, held weakly.
///
/// `@unchecked Sendable`: the reference is touched under the lock alone, and the observer is called on its callback
/// queue alone.
final class ObserverBox: @unchecked Sendable {
    private let lock = NSLock()
    private weak var storage: (any PaymentTransactionObserver)?

    init(_ observer: any PaymentTransactionObserver) {
        storage = observer
    }

    var observer: (any PaymentTransactionObserver)? { lock.withLock { storage } }

    func clear() {
        lock.withLock { storage = nil }
    }
}

extension PaymentTransactionObserver {
    fileprivate func hear(_ event: PaymentQueueEvent, from queue: PaymentQueue) {
        switch event {
        case .updated(let transaction), .changed(let transaction), .failed(let transaction):
            paymentQueue(queue, updatedTransactions: [transaction])
        case .refused(let payment, let error): paymentQueue(queue, didRefuse: payment, error: error)
        case .revoked(let record): paymentQueue(queue, didRevoke: record)
        case .finished(let transaction): paymentQueue(queue, finishedTransactions: [transaction])
        case .removed(let transaction): paymentQueue(queue, removedTransactions: [transaction])
        case .restoreFinished: paymentQueueRestoreCompletedTransactionsFinished(queue)
        case .restoreFailed(let error): paymentQueue(queue, restoreCompletedTransactionsFailedWithError: error)
        case .storefrontChanged: paymentQueueDidChangeStorefront(queue)
        case .accountChanged(let account): paymentQueue(queue, didChangeAccount: account)
        case .purchasedProductsChanged(let products): paymentQueue(queue, didChangePurchasedProducts: products)
        case .subscriptionStatusChanged(let status): paymentQueue(queue, didChangeSubscriptionStatus: status)
        case .renewalChanged(let renewal): paymentQueue(queue, didChangeRenewal: renewal)
        case .purchaseIntent(let payment): paymentQueue(queue, didReceivePurchaseIntent: payment)
        case .message(let message): paymentQueue(queue, didReceive: message)
        case .closed: break
        }
    }
}
