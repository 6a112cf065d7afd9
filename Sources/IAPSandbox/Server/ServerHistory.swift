import Foundation
import IAPCore

/// A price that is other than the configuration's.
struct ChangedPrice: Hashable, Sendable, Codable {
    /// The configuration's when it was changed. Once that is another one, it is the later word.
    let configured: Decimal
    let price: Decimal
}

/// What the App Store remembers, whatever becomes of the app and its device.
struct ServerHistory: Sendable, Codable {
    private enum CodingKeys: String, CodingKey {
        case now, lastIdentifier, accounts, devices, signedIn, signedOut, prices
    }

    var now: Date
    var lastIdentifier = 0
    /// Never empty: the first one is where devices are signed in unless told otherwise. None is ever removed.
    var accounts = [SandboxAccount(name: SandboxAppStore.defaultAccount)]
    var devices: [SandboxDevice] = []
    /// Which account is signed in on a device, where it is not the first one. A device that was erased keeps it.
    var signedIn: [String: Int] = [:] { didSet { haveSignInsChanged = true } }
    /// Devices on which nobody is signed in, sorted.
    var signedOut: [String]? { didSet { haveSignInsChanged = true } }

    /// Of products whose price was changed; an earlier version kept none.
    var prices: [ProductIdentifier: ChangedPrice]? { didSet { havePricesChanged = true } }

    private(set) var haveSignInsChanged = false
    private(set) var havePricesChanged = false
    /// How many devices there were when the history was last kept.
    private(set) var keptDeviceCount = 0

    init(now: Date) {
        self.now = now
    }

    /// Begins to follow what changes from here on.
    mutating func markKept() {
        haveSignInsChanged = false
        havePricesChanged = false
        keptDeviceCount = devices.count
        for place in accounts.indices where accounts[place].mustMarkKept { accounts[place].markKept() }
        for place in devices.indices where devices[place].hasChanged { devices[place].markKept() }
    }

    /// Whether every account that is spoken of is there.
    var isWhole: Bool {
        let places = accounts.indices
        return !accounts.isEmpty && signedIn.values.allSatisfy(places.contains)
            && devices.allSatisfy { places.contains($0.account) }
            && accounts.allSatisfy { $0.familyMembers.allSatisfy(places.contains) }
            && places.allSatisfy { place in accounts[place].absentDevices?.allSatisfy { $0.account == place } ?? true }
    }
}
