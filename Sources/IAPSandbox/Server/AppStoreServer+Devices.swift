import Foundation
import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
    /// Makes a device known. A new one, or one that was erased, gets what was paid and finished by nobody; a
    /// consumable only if it waits on no other device. One to which the account comes back gets what waits there, too.
    mutating func register(_ name: String) {
        guard !isSignedOut(name), !history.devices.contains(where: { $0.name == name }) else { return }
        use(accountOf: name)
        var device =
            history.accounts[account].returnToDevice(named: name) ?? SandboxDevice(name: name, account: account)
        let known = Set(device.queue.map(\.number))
        for record in history.accounts[account].records
        where record.isInForce && !record.isFinished && !known.contains(record.number) {
            if record.common.productType == .consumable {
                guard !history.devices.contains(where: { $0.queue.contains { $0.number == record.number } }) else {
                    continue
                }
                history.accounts[account].change(record.id) { $0.device = name }
            }
            device.put(SandboxDevice.Waiting(number: record.number))
        }
        history.devices.append(device)
    }

    /// Forgets what a device knows, as when an app is deleted. The account stays signed in.
    mutating func erase(_ name: String) {
        history.devices.removeAll { $0.name == name }
        for index in history.accounts.indices where history.accounts[index].absentDevices != nil {
            history.accounts[index].forgetDevice(named: name)
        }
    }

    /// What the app on a device has yet to finish.
    func queue(of device: String) -> [PaymentTransaction] {
        guard let device = history.devices.first(where: { $0.name == device }) else { return [] }
        return device.queue.compactMap { waiting in
            history.accounts[device.account][waiting.id].map {
                seen($0.transaction, answering: waiting.requestIdentifier)
            }
        }
    }

    /// What a device has yet to finish of a product, if that is paid and not taken back.
    func unfinishedPurchase(of product: ProductIdentifier, on name: String) -> PaymentTransaction? {
        guard let device = history.devices.first(where: { $0.name == name }) else { return nil }
        // In place: a device may have thousands to finish.
        for waiting in device.queue {
            guard let index = history.accounts[device.account].index(ofNumber: waiting.number),
                history.accounts[device.account].records[index].isInForce,
                history.accounts[device.account].records[index].common.payment.productIdentifier == product
            else { continue }
            return seen(
                history.accounts[device.account].records[index].transaction,
                answering: waiting.requestIdentifier
            )
        }
        return nil
    }

    /// A transaction as a device sees it.
    func seen(_ transaction: PaymentTransaction, answering request: UUID?) -> PaymentTransaction {
        var transaction = transaction
        transaction.payment = transaction.payment.identified(by: request)
        // https://developer.apple.com/documentation/storekittest/failablestorekitapi/verification
        if let error = settings.simulatedErrors[.verification], transaction.error == nil { transaction.error = error }
        return transaction
    }

    /// Puts a transaction into the queues of all devices of the account that it concerns, and tells them.
    ///
    /// Consumables and purchases that did not succeed concern the device that bought, everything else every device. A
    /// finished transaction that has changed waits in the queues again, so that an app that does not run now hears of
    /// it later, and one on a device that the account has left, once it is back. What is told so is signed anew.
    ///
    /// - Parameter request: The submission that it answers, on the device that bought.
    mutating func deliver(_ identifier: TransactionIdentifier, answering request: UUID? = nil) {
        let date = now
        history.accounts[account].change(identifier) { $0.sign(at: date) }
        guard
            history.accounts[account].absentDevices != nil
                || history.devices.contains(where: { $0.account == account }),
            let record = history.accounts[account][identifier]
        else { return }
        let concernsOne = record.common.productType == .consumable || !record.isPurchased
        let buyer = record.device ?? (concernsOne ? history.devices.first { $0.account == account }?.name : nil)
        if concernsOne, record.device != buyer { history.accounts[account].change(identifier) { $0.device = buyer } }
        for index in history.devices.indices
        where history.devices[index].account == account && (!concernsOne || history.devices[index].name == buyer) {
            let name = history.devices[index].name
            put(record, answering: name == record.device ? request : nil, intoQueueAt: index)
        }
        guard !concernsOne || buyer != nil else { return }
        history.accounts[account].wait(for: concernsOne ? buyer : nil) { name in
            SandboxDevice.Waiting(number: record.number, requestIdentifier: name == record.device ? request : nil)
        }
    }

    /// Puts a transaction into the queue of one device, as it stands.
    mutating func deliver(_ identifier: TransactionIdentifier, answering request: UUID?, to device: String) {
        guard let index = history.devices.firstIndex(where: { $0.name == device }),
            let record = history.accounts[account][identifier]
        else { return }
        put(record, answering: request, intoQueueAt: index)
    }

    private mutating func put(_ record: TransactionRecord, answering request: UUID?, intoQueueAt index: Int) {
        history.devices[index].put(SandboxDevice.Waiting(number: record.number, requestIdentifier: request))
        tell(history.devices[index].name, .transaction(seen(record.transaction, answering: request)))
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
                productIdentifier: transaction.productIdentifier,
                transactionIdentifier: transaction.id
            )
        }
        guard !isSignedOut(device) else { return }
        use(accountOf: device)
        guard let index = history.devices.firstIndex(where: { $0.name == device }),
            let place = history.devices[index].place(of: transaction.id),
            history.accounts[account][transaction.id]?.transaction.tellsTheSame(as: transaction) ?? true
        else { return }
        history.devices[index].queue.remove(at: place)
        if transaction.transactionState != .failed {
            history.accounts[account].change(transaction.id) { $0.isFinished = true }
        }
    }

    mutating func removeFromQueues(where isRemoved: (TransactionIdentifier) -> Bool) {
        for index in history.devices.indices { history.devices[index].queue.removeAll { isRemoved($0.id) } }
    }
}
