import Foundation
import IAPCore

/// What is other in a history than when it was last kept.
struct HistoryChange: Sendable, Codable {
    struct Account: Sendable, Codable {
        let place: Int
        /// Whether `account` has all records; otherwise those that have changed.
        let isWhole: Bool
        let account: SandboxAccount
    }

    struct Device: Sendable, Codable {
        let place: Int
        let device: SandboxDevice
    }

    let now: Date
    let lastIdentifier: Int
    let accounts: [Account]
    let devices: [Device]
    /// Whether `devices` are all there are.
    let areDevicesWhole: Bool
    /// `nil` when nobody signed in or out.
    let signedIn: [String: Int]?
    let signedOut: [String]?
    /// `nil` when no price was changed.
    let prices: [ProductIdentifier: ChangedPrice]?
}

extension ServerHistory {
    /// Since ``markKept()``.
    var change: HistoryChange {
        let areDevicesWhole =
            devices.count < keptDeviceCount || devices.prefix(keptDeviceCount).contains { $0.isNew }
        return HistoryChange(
            now: now,
            lastIdentifier: lastIdentifier,
            accounts: accounts.indices.compactMap { place in
                accounts[place].changedPart.map {
                    HistoryChange.Account(place: place, isWhole: accounts[place].isChangedAsAWhole, account: $0)
                }
            },
            devices: devices.indices.compactMap { place in
                guard areDevicesWhole || devices[place].hasChanged else { return nil }
                return HistoryChange.Device(place: place, device: devices[place])
            },
            areDevicesWhole: areDevicesWhole,
            signedIn: haveSignInsChanged ? signedIn : nil,
            signedOut: haveSignInsChanged ? signedOut ?? [] : nil,
            prices: havePricesChanged ? prices ?? [:] : nil
        )
    }

    /// Whether the change fits; otherwise the history is good for nothing.
    mutating func apply(_ change: HistoryChange) -> Bool {
        now = change.now
        lastIdentifier = change.lastIdentifier
        for changed in change.accounts {
            guard (0...accounts.count).contains(changed.place) else { return false }
            if changed.place == accounts.count {
                accounts.append(changed.account)
            } else if changed.isWhole {
                accounts[changed.place] = changed.account
            } else {
                accounts[changed.place].take(changed.account)
            }
        }
        if change.areDevicesWhole { devices = [] }
        for changed in change.devices {
            guard (0...devices.count).contains(changed.place) else { return false }
            if changed.place == devices.count {
                devices.append(changed.device)
            } else {
                devices[changed.place] = changed.device
            }
        }
        if let signedIn = change.signedIn { self.signedIn = signedIn }
        if let signedOut = change.signedOut { self.signedOut = signedOut.isEmpty ? nil : signedOut }
        if let prices = change.prices { self.prices = prices.isEmpty ? nil : prices }
        return true
    }
}
