import IAP
import IAPSandbox
import SampleShop
import SampleTerminal

/// Who buys on this device, and who may use what somebody else bought.
@MainActor
struct AccountCommands {
    let session: Session<Plans>

    var topic: CommandTopic {
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
        let earlier = session.appStore.account()
        try await session.happen("Signing in") { $0.signIn(account: name) }
        // By name, so that whoever wants to come back knows what to write.
        let others = earlier.map { $0 == name ? "others" : $0.printable } ?? "others"
        session.console.say("\(name.printable) is signed in. What \(others) bought is theirs.", .good)
    }

    private func signOut() async throws {
        let account = try session.signedIn
        try await session.happen("Signing out") { $0.signOut() }
        session.console.say("\(account.printable) is signed out.", .good)
    }

    private func share(_ name: String) async throws {
        let account = try session.signedIn
        try await session.happen("Telling the App Store") { try $0.startFamilySharing(from: account, with: name) }
        let shared = try await session.products().filter(\.isFamilyShareable).map(\.localizedTitle.printable)
        session.console.say(
            "\(name.printable) may use what \(account.printable) buys of: \(shared.joined(separator: ", ")).",
            .good
        )
    }

    private func unshare(_ name: String) async throws {
        let account = try session.signedIn
        try await session.happen("Telling the App Store") { $0.stopFamilySharing(from: account, with: name) }
        session.console.say("\(name.printable) has what \(account.printable) bought no longer.", .good)
    }
}
