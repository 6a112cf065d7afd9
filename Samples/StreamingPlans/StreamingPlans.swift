import Foundation
import IAP
import IAPSandbox
import SampleShop
import SampleTerminal

/// The program, with a terminal instead of a view.
@main
enum StreamingPlans {
    static func main() async {
        exit(await SampleProgram(PlansViewController.self).run())
    }
}

extension PlansViewController: SampleApp {
    static var name: String { "StreamingPlans" }
    static var shortName: String { "month" }
    static var catalog: [UInt8] { PackageResources.Plans_storekit }

    func purchaseMyProduct(_ product: StoreProduct, quantity: Int) {
        buy(product, quantity: quantity)
    }

    func simulatorLabels(of appStore: SandboxAppStore) -> [String] {
        ["STORE DATE: \(appStore.clock.now.ISO8601Format())"]
    }

    func topics(on device: Device) -> [CommandTopic] {
        let offers = CommandTopic(
            "offers",
            [
                Command("offers", help: "what you may have for less") { [self] _ in try await listOffers(on: device) },
                Command("take", "OFFER", help: "buy with an offer, such as come-back") { [self] in
                    try await take($0[0], on: device)
                },
                device.redeemCommand(for: Self.month),
                Command("show", help: "show the App Store's message") { [self] _ in
                    try await showMessage(on: device)
                },
            ]
        )
        return device.subscriptionControls + [offers, device.accountControls]
    }

    private func listOffers(on device: Device) async throws {
        try await device.act("Asking the App Store") { fetchAvailableProducts() }
        let lines = products.compactMap(offerLabel)
        (lines.isEmpty ? ["There is no offer for you now."] : lines).forEach { device.console.say($0.printable) }
    }

    private func take(_ identifier: String, on device: Device) async throws {
        _ = try device.signedInAccount()
        try await device.act("Asking the App Store") { fetchAvailableProducts() }
        for product in products {
            guard let offer = product.subscription?.offers.first(where: { $0.id == identifier }) else { continue }
            try await device.act("Buying \(product.localizedTitle.printable)") {
                buy(product, offer: Self.paymentOffer(offer, identifier))
            }
            return
        }
        throw CommandFailure("No plan has an offer “\(identifier.printable)”. “offers” lists what you may have.")
    }

    private static func paymentOffer(_ offer: SubscriptionOffer, _ identifier: String) -> Payment.Offer {
        switch offer.type {
        case .winBack: .winBack(identifier)
        case .code: .code(identifier)
        default:
            // A real app asks its server to sign. The simulated App Store accepts any signature.
            .promotional(
                identifier,
                signature: Payment.Offer.Signature(
                    keyIdentifier: "PLANS",
                    nonce: UUID(),
                    timestamp: 1_767_225_600_000,
                    signature: Data("signed".utf8)
                )
            )
        }
    }

    private func showMessage(on device: Device) async throws {
        guard let message = store.queue.messages.first else {
            throw CommandFailure("The App Store has no message.")
        }
        // On this sheet the customer enters another card.
        if message.reason == .billingIssue { device.appStore.shouldEnterBillingRetryOnRenewal = false }
        try await device.act("Showing it") { try await store.queue.present(.message(message)) }
        device.console.say("Shown: \(message.reason.rawValue).", .good)
    }
}
