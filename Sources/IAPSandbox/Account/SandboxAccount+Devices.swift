import Foundation
import IAPCore

/// The devices that the account is signed in on, and what the apps there receive.
extension SandboxAccount {
    func isSignedIn(on device: String) -> Bool {
        devices.contains { $0.name == device && $0.isSignedIn }
    }

    /// Signs in on a device.
    ///
    /// A new device, or one that was erased, gets what was paid and not finished; a consumable only if it waits on no
    /// other device. A device that the account comes back to gets what waits there, too.
    mutating func signIn(on name: String, in store: inout StoreContext) {
        var device = SandboxDevice(name: name)
        if let index = devices.firstIndex(where: { $0.name == name }) {
            device = devices.remove(at: index)
            device.isSignedIn = true
            // A consumable that was left unfinished comes to one device alone, and that may be another one by now.
            let moved = device.queue.all.filter { entry in
                guard let record = records[entry.transaction] else { return true }
                return record.transaction.productType == .consumable && record.isInForce && record.device != name
            }
            device.queue.remove(moved.map(\.transaction))
        }
        for record in records.all
        where record.isInForce && !record.isFinished && !device.queue.contains(record.id) {
            if record.transaction.productType == .consumable {
                guard !devices.contains(where: { $0.isSignedIn && $0.queue.contains(record.id) }) else { continue }
                change(record.id, in: &store) { $0.device = name }
            }
            device.queue.put(record, answering: nil)
        }
        devices.append(device)
    }

    /// Leaves a device. What is unfinished there waits until the account comes back.
    mutating func signOut(of name: String) {
        guard let index = devices.firstIndex(where: { $0.name == name }) else { return }
        devices[index].isSignedIn = false
    }

    /// Forgets a device.
    mutating func erase(_ name: String) {
        devices.removeAll { $0.name == name }
    }

    /// Sends an update to the devices on which the account is signed in.
    func sendToDevices(_ update: StoreUpdate, in store: inout StoreContext) {
        for device in devices where device.isSignedIn { store.send(update, to: device.name) }
    }

    // MARK: Transactions

    /// What the app on a device has yet to finish.
    func queue(of name: String, in store: StoreContext) -> [PaymentTransaction] {
        guard let device = devices.first(where: { $0.name == name && $0.isSignedIn }) else { return [] }
        return device.queue.all.compactMap { entry in
            records[entry.transaction].map { store.seen($0.transaction, answering: entry.requestIdentifier) }
        }
    }

    /// What a device has yet to finish of a product, if that is in force.
    func unfinishedPurchase(of product: ProductIdentifier, on name: String) -> PaymentTransaction? {
        let device = devices.first { $0.name == name && $0.isSignedIn }
        return device?.queue.entries(of: product).lazy
            .compactMap { records[$0.transaction] }
            .first(where: \.isInForce)?.transaction
    }

    /// Puts a transaction into the queues of all devices that it concerns, and sends it to those on which the account
    /// is signed in.
    ///
    /// Consumables and purchases that did not succeed concern the device that bought, everything else every device. A
    /// finished transaction that has changed waits in the queues again, so that an app that does not run now receives
    /// it later. What is delivered so is signed anew.
    ///
    /// - Parameter request: The submission that it answers, on the device that bought.
    mutating func deliver(
        _ identifier: TransactionIdentifier,
        answering request: UUID? = nil,
        in store: inout StoreContext
    ) {
        let date = store.now
        change(identifier, in: &store) { $0.sign(at: date) }
        guard var record = records[identifier] else { return }
        let concernsOne = record.transaction.productType == .consumable || !record.isPurchased
        if concernsOne, record.device == nil {
            record.device = devices.first(where: \.isSignedIn)?.name
            self.record(record, in: &store)
        }
        for index in devices.indices where !concernsOne || devices[index].name == record.device {
            put(record, answering: devices[index].name == record.device ? request : nil, at: index, in: &store)
        }
    }

    /// Puts a transaction into the queue of one device, as it is.
    mutating func deliver(
        _ identifier: TransactionIdentifier,
        answering request: UUID?,
        to device: String,
        in store: inout StoreContext
    ) {
        guard let index = devices.firstIndex(where: { $0.name == device && $0.isSignedIn }),
            let record = records[identifier]
        else { return }
        put(record, answering: request, at: index, in: &store)
    }

    private mutating func put(
        _ record: TransactionRecord,
        answering request: UUID?,
        at index: Int,
        in store: inout StoreContext
    ) {
        devices[index].queue.put(record, answering: request)
        guard devices[index].isSignedIn else { return }
        store.send(.transaction(store.seen(record.transaction, answering: request)), to: devices[index].name)
    }

    /// Sends a transaction once more, without putting it into a queue.
    func redeliver(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws {
        let record = try existingRecord(identifier)
        for device in devices where device.isSignedIn && (record.device == nil || record.device == device.name) {
            store.send(.transaction(record.transaction), to: device.name)
        }
    }

    /// Takes a transaction out of a device's queue. Nothing happens when it is not there, or waits there in a later
    /// revision that the app has not seen.
    ///
    /// - Throws: `invalidAction` while the purchase is not decided.
    mutating func finish(
        _ transaction: PaymentTransaction,
        on device: String,
        in store: inout StoreContext
    ) throws {
        try transaction.checkIsDecided()
        guard let index = devices.firstIndex(where: { $0.name == device && $0.isSignedIn }),
            devices[index].queue.contains(transaction.id),
            records[transaction.id]?.transaction.statesTheSame(as: transaction) ?? true
        else { return }
        devices[index].queue.remove([transaction.id])
        if transaction.transactionState != .failed {
            change(transaction.id, in: &store) { $0.isFinished = true }
        }
    }

    /// Empties a device's queue, as an app does that has dealt with all that is in it.
    mutating func finishAll(on device: String, in store: inout StoreContext) {
        guard let index = devices.firstIndex(where: { $0.name == device }) else { return }
        for entry in devices[index].queue.all {
            change(entry.transaction, in: &store) { $0.isFinished = $0.isPurchased }
        }
        devices[index].queue = TransactionQueue()
    }
}

extension TransactionQueue {
    fileprivate mutating func put(_ record: TransactionRecord, answering request: UUID?) {
        put(
            Entry(
                transaction: record.id,
                product: record.transaction.productIdentifier,
                requestIdentifier: request
            )
        )
    }
}

extension PaymentTransaction {
    /// - Throws: `invalidAction` while the purchase is not decided, as `finishTransaction(_:)` raises an exception
    ///   (https://developer.apple.com/documentation/storekit/skpaymentqueue/finishtransaction(_:)).
    func checkIsDecided() throws {
        guard transactionState != .purchasing, transactionState != .deferred else {
            throw IAPError(
                .invalidAction,
                "A transaction that is \(transactionState.rawValue) cannot be finished. Wait for its outcome.",
                productIdentifier: payment.productIdentifier,
                transactionIdentifier: id
            )
        }
    }
}
