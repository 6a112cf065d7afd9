import IAP
import IAPSandbox
public import SampleTerminal

/// Who is signed in on this device, and who shares purchases with a family.
extension SimulatorControls {
    public var accounts: CommandTopic {
        CommandTopic(
            "people",
            [
                Command("sign-in", "NAME", help: "let another customer use this device") { try await signIn($0[0]) },
                Command("sign-out", help: "let nobody be signed in to the App Store") { _ in try await signOut() },
                Command("share", "NAME", help: "let somebody of the family use what can be shared") {
                    try await share($0[0])
                },
                Command("unshare", "NAME", help: "share with them no more") { try await unshare($0[0]) },
            ]
        )
    }

    private func signIn(_ name: String) async throws {
        let earlier = appStore.account()
        try await device.act("Signing in") { appStore.signIn(account: name) }
        // By name, so that the earlier customer knows what to write to come back.
        let others = earlier.map { $0 == name ? "others" : $0.printable } ?? "others"
        device.console.say("\(name.printable) is signed in. What \(others) bought is theirs.", .good)
    }

    private func signOut() async throws {
        let account = try device.signedInAccount()
        try await device.act("Signing out") { appStore.signOut() }
        device.console.say("\(account.printable) is signed out.", .good)
    }

    private func share(_ name: String) async throws {
        let account = try device.signedInAccount()
        try await device.act("Telling the App Store") {
            try appStore.startFamilySharing(from: account, with: name)
            device.app.fetchAvailableProducts()
        }
        let shared = device.app.products.filter(\.isFamilyShareable).map(\.localizedTitle.printable)
        device.console.say(
            "\(name.printable) may use what \(account.printable) buys of: \(shared.joined(separator: ", ")).",
            .good
        )
    }

    private func unshare(_ name: String) async throws {
        let account = try device.signedInAccount()
        try await device.act("Telling the App Store") { appStore.stopFamilySharing(from: account, with: name) }
        device.console.say("\(name.printable) has what \(account.printable) bought no longer.", .good)
    }
}
