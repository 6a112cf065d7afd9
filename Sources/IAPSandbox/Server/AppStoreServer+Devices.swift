import Foundation
import IAPCore

extension AppStoreServer {
    /// Makes a device known. A new one, or one that was erased, gets what was paid and finished by nobody; a
    /// consumable only if it waits on no other device.
    mutating func register(_ name: String) {
        guard !history.devices.contains(where: { $0.name == name }) else { return }
        var device = SandboxDevice(name: name)
        for record in history.account.records where record.isInForce && !record.isFinished {
            let id = record.transaction.id
            if record.transaction.productType == .consumable {
                guard !history.devices.contains(where: { $0.queue.contains { $0.id == id } }) else { continue }
                history.account.change(id) { $0.device = name }
            }
            device.put(record.transaction)
        }
        history.devices.append(device)
    }

    /// Forgets what a device knows, as when an app is deleted.
    mutating func erase(_ name: String) {
        history.devices.removeAll { $0.name == name }
    }

    func queue(of device: String) -> [PaymentTransaction] {
        history.devices.first { $0.name == device }?.queue ?? []
    }

    /// Puts a transaction into the queues of all devices that it concerns, and tells them.
    ///
    /// Consumables and purchases that did not succeed concern the device that bought, everything else every device. A
    /// finished transaction that has changed waits in the queues again, so that an app that does not run now hears of
    /// it later. What is told so is signed anew.
    ///
    /// - Parameter request: The submission that it answers, on the device that bought.
    mutating func deliver(_ identifier: TransactionIdentifier, answering request: UUID? = nil) {
        let date = now
        history.account.change(identifier) { $0.sign(at: date) }
        guard let record = history.account[identifier] else { return }
        let concernsOne =
            record.transaction.productType == .consumable || record.transaction.transactionState != .purchased
        let buyer = record.device ?? (concernsOne ? history.devices.first?.name : nil)
        if concernsOne, record.device != buyer { history.account.change(identifier) { $0.device = buyer } }
        for index in history.devices.indices where !concernsOne || history.devices[index].name == buyer {
            let name = history.devices[index].name
            deliver(record.transaction, answering: name == record.device ? request : nil, to: name)
        }
    }

    mutating func deliver(_ transaction: PaymentTransaction, answering request: UUID?, to device: String) {
        guard let index = history.devices.firstIndex(where: { $0.name == device }) else { return }
        var transaction = transaction
        transaction.payment = transaction.payment.identified(by: request)
        history.devices[index].put(transaction)
        tell(device, .transaction(transaction))
    }

    /// Takes a transaction out of a device's queue. Harmless when it is not there, or stands there with news that the
    /// app has not seen.
    ///
    /// - Throws: `invalidAction` while the purchase is not decided, as `finishTransaction(_:)` raises an exception
    ///   (https://developer.apple.com/documentation/storekit/skpaymentqueue/finishtransaction(_:)).
    mutating func finish(_ transaction: PaymentTransaction, on device: String) throws {
        guard transaction.transactionState != .purchasing, transaction.transactionState != .deferred else {
            throw IAPError(
                .invalidAction,
                "A transaction that is \(transaction.transactionState.rawValue) cannot be finished. Wait for its outcome.",
                productIdentifier: transaction.payment.productIdentifier,
                transactionIdentifier: transaction.id
            )
        }
        guard let index = history.devices.firstIndex(where: { $0.name == device }),
            let place = history.devices[index].queue.firstIndex(where: { $0.tellsTheSame(as: transaction) })
        else { return }
        history.devices[index].queue.remove(at: place)
        if transaction.transactionState != .failed {
            history.account.change(transaction.id) { $0.isFinished = true }
        }
    }

    mutating func removeFromQueues(where isRemoved: (PaymentTransaction) -> Bool) {
        for index in history.devices.indices { history.devices[index].queue.removeAll(where: isRemoved) }
    }
}

extension PaymentTransaction {
    /// Whether who has dealt with `other` has dealt with this one.
    fileprivate func tellsTheSame(as other: PaymentTransaction) -> Bool {
        // An app may keep dates in whole seconds or milliseconds.
        let ends = [expirationDate, other.expirationDate].map { $0?.timeIntervalSince1970.rounded(.down) }
        return id == other.id && ends[0] == ends[1] && (revocationDate == nil) == (other.revocationDate == nil)
            && isUpgraded == other.isUpgraded && transactionState != .deferred
    }
}
