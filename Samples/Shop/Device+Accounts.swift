import IAP
import IAPSandbox
public import SampleTerminal

/// The account that is signed in on this device, and the members of its family.
extension Device {
    public var accountControls: CommandTopic {
        CommandTopic(
            "accounts",
            [
                Command("sign-in", "NAME", help: "sign another customer in on this device") { [self] in
                    try await signIn($0[0])
                },
                Command("sign-out", help: "sign out of the App Store") { [self] _ in try await signOut() },
                Command("share", "NAME", help: "share with a member of the family") { [self] in
                    try await share($0[0])
                },
                Command("unshare", "NAME", help: "end that") { [self] in try await unshare($0[0]) },
            ]
        )
    }

    private func signIn(_ name: String) async throws {
        let earlier = appStore.account()
        try await act("Signing in") { appStore.signIn(account: name) }
        // The name shows the earlier customer what to write to come back.
        let other = earlier.flatMap { $0 == name ? nil : $0.printable } ?? "other accounts"
        console.say("\(name.printable) is signed in. Purchases of \(other) are not shown.", .good)
    }

    private func signOut() async throws {
        let account = try signedInAccount()
        try await act("Signing out") { appStore.signOut() }
        console.say("\(account.printable) is signed out.", .good)
    }

    private func share(_ name: String) async throws {
        let account = try signedInAccount()
        try await act("Asking the App Store") {
            try appStore.startFamilySharing(from: account, with: name)
            app.fetchAvailableProducts()
        }
        let shared = app.products.filter(\.isFamilyShareable).map(\.localizedTitle.printable)
        console.say(
            "\(name.printable) may use what \(account.printable) buys of: \(shared.joined(separator: ", ")).",
            .good
        )
    }

    private func unshare(_ name: String) async throws {
        let account = try signedInAccount()
        try await act("Asking the App Store") { appStore.stopFamilySharing(from: account, with: name) }
        console.say("\(account.printable) no longer shares with \(name.printable).", .good)
    }
}
