import Foundation
import IAPCore

/// The devices that the account is signed in on, and what the apps there receive.
extension SandboxAccount {
    func isSignedIn(on device: String) -> Bool { signedInDevice(device) != nil }

    private func signedInDevice(_ name: String) -> Int? {
        devices.firstIndex { $0.name == name && $0.isSignedIn }
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
            device.queue.removeAll { entry in
                guard let record = record(entry.transaction) else { return true }
                return record.transaction.productType == .consumable && record.isInForce && record.device != name
            }
        }
        let queued = Set(device.queue.map(\.transaction))
        for record in records where record.isInForce && !record.isFinished && !queued.contains(record.id) {
            if record.transaction.productType == .consumable {
                guard !devices.contains(where: { $0.isSignedIn && $0.hasQueued(record.id) }) else { continue }
                change(record.id, in: &store) { $0.device = name }
            }
            device.enqueue(record, answering: nil)
        }
        devices.append(device)
    }

    /// Leaves a device. What is unfinished there waits until the account comes back.
    mutating func signOut(of name: String) {
        if let index = signedInDevice(name) { devices[index].isSignedIn = false }
    }

    /// Sends an update to the devices on which the account is signed in.
    func sendToDevices(_ update: StoreUpdate, in store: inout StoreContext) {
        for device in devices where device.isSignedIn { store.send(update, to: device.name) }
    }

    // MARK: Transactions

    /// What the app on a device has yet to finish.
    func queue(of name: String, in store: StoreContext) -> [PaymentTransaction] {
        guard let index = signedInDevice(name) else { return [] }
        return devices[index].queue.compactMap { entry in
            record(entry.transaction).map { store.seen($0.transaction, answering: entry.requestIdentifier) }
        }
    }

    /// What a device has yet to finish of a product, if that is in force.
    func unfinishedPurchase(of product: ProductIdentifier, on name: String) -> PaymentTransaction? {
        guard let index = signedInDevice(name) else { return nil }
        return devices[index].queue.lazy.filter { $0.product == product }
            .compactMap { record($0.transaction) }
            .first(where: \.isInForce)?.transaction
    }

    /// Puts a transaction into the queues of all devices that it concerns, and sends it to those on which the account
    /// is signed in.
    ///
    /// Consumables and purchases that did not succeed concern the device that bought, everything else every device. A
    /// finished transaction that has changed waits in the queues again, so that an app that does not run now receives
    /// it later. A transaction that is delivered this way has a newer signed date.
    ///
    /// - Parameter request: The request that it answers, on the device that bought.
    mutating func deliver(
        _ identifier: TransactionIdentifier,
        request: UUID? = nil,
        in store: inout StoreContext
    ) {
        let date = store.now
        let firstDevice = devices.first(where: \.isSignedIn)?.name
        change(identifier, in: &store) { record in
            record.sign(at: date)
            if record.concernsOneDevice, record.device == nil { record.device = firstDevice }
        }
        guard let record = record(identifier) else { return }
        for index in devices.indices where !record.concernsOneDevice || devices[index].name == record.device {
            enqueue(record, devices[index].name == record.device ? request : nil, at: index, in: &store)
        }
    }

    /// Puts a transaction into the queue of the device that pays, as it is.
    mutating func deliver(
        _ identifier: TransactionIdentifier,
        answering purchase: Purchase,
        in store: inout StoreContext
    ) {
        guard let device = purchase.device, let index = signedInDevice(device), let record = record(identifier) else {
            return
        }
        enqueue(record, purchase.request, at: index, in: &store)
    }

    private mutating func enqueue(
        _ record: TransactionRecord,
        _ request: UUID?,
        at index: Int,
        in store: inout StoreContext
    ) {
        devices[index].enqueue(record, answering: request)
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
    mutating func finish(_ transaction: PaymentTransaction, on device: String, in store: inout StoreContext) {
        guard let index = signedInDevice(device), devices[index].hasQueued(transaction.id),
            record(transaction.id)?.transaction.statesTheSame(as: transaction) ?? true
        else { return }
        devices[index].dequeue(transaction.id)
        if transaction.transactionState != .failed {
            change(transaction.id, in: &store) { $0.isFinished = true }
        }
    }

    /// Empties a device's queue, as an app does that has dealt with all that is in it.
    mutating func finishAll(on device: String, in store: inout StoreContext) {
        guard let index = signedInDevice(device) else { return }
        for entry in devices[index].queue {
            change(entry.transaction, in: &store) { $0.isFinished = $0.isPurchased }
        }
        devices[index].queue = []
    }
}

extension TransactionRecord {
    fileprivate var concernsOneDevice: Bool { transaction.productType == .consumable || !isPurchased }
}
