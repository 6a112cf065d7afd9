import IAPCore

/// The devices on which the account was signed in, and is no longer. What the apps there were told of it, they are to
/// hear the rest of once it is signed in again: until then it waits as it does for an app that is closed.
extension SandboxAccount {
    /// Keeps what a device knows of the account, which leaves it.
    mutating func leave(_ device: SandboxDevice) {
        absentDevices = (absentDevices ?? []) + [device]
    }

    /// Gives back what a device knows of the account, which comes back to it, without what has become of another device
    /// or is no more; `nil` where it never was.
    mutating func returnToDevice(named name: String) -> SandboxDevice? {
        guard let index = absentDevices?.firstIndex(where: { $0.name == name }),
            var device = absentDevices?.remove(at: index)
        else { return nil }
        device.queue.removeAll { waiting in
            guard let record = self[waiting.id] else { return true }
            // A consumable that was left unfinished comes to one device alone, and that may be another one by now.
            return record.common.productType == .consumable && record.isInForce && record.device != name
        }
        device.markNew()
        return device
    }

    /// Lets a transaction wait for the device with a name, or for all.
    ///
    /// - Parameter waiting: What waits on the device with a name.
    mutating func wait(for name: String?, _ waiting: (_ device: String) -> SandboxDevice.Waiting) {
        for index in (absentDevices ?? []).indices {
            guard let device = absentDevices?[index].name, name == nil || device == name else { continue }
            absentDevices?[index].put(waiting(device))
        }
    }

    /// Forgets a device.
    mutating func forgetDevice(named name: String) {
        guard absentDevices?.contains(where: { $0.name == name }) ?? false else { return }
        absentDevices?.removeAll { $0.name == name }
    }

    /// Lets transactions wait no longer.
    mutating func removeFromAbsentQueues(where isRemoved: (TransactionIdentifier) -> Bool) {
        for index in (absentDevices ?? []).indices {
            absentDevices?[index].queue.removeAll { isRemoved($0.id) }
        }
    }
}
