import IAP
import IAPSandbox
public import SampleTerminal

/// What a tester can do in the simulated App Store. An app on a customer's device has none of it.
@MainActor
public struct SimulatorControls {
    let device: Device

    public init(_ device: Device) {
        self.device = device
    }

    var appStore: SandboxAppStore { device.appStore }

    /// Parents who approve, purchases that fail, refunds.
    public var purchases: CommandTopic {
        CommandTopic(
            "purchases",
            [
                toggle("ask-to-buy", help: "let purchases wait for a parent") {
                    appStore.askToBuyEnabled = $0
                    return "Purchases \($0 ? "wait for a parent from now on" : "need nobody's approval")"
                },
                Command("approve", help: "say yes as the parent") { _ in
                    try await answer { try appStore.approveAskToBuyTransaction(identifier: $0) }
                },
                Command("decline", help: "say no as the parent") { _ in
                    try await answer { try appStore.declineAskToBuyTransaction(identifier: $0) }
                },
                Command("fail", "ERROR|off", help: "let purchases fail, such as with networkError") { try fail($0[0]) },
                Command("refund", help: "take the last payment back") { _ in try await refund() },
            ]
        )
    }

    /// A command that turns a setting on or off and says what that means.
    func toggle(_ name: String, help: String, _ set: @escaping @MainActor (Bool) -> String) -> Command {
        Command(name, "on|off", help: help) { arguments in
            guard ["on", "off"].contains(arguments[0]) else {
                throw CommandFailure("“\(arguments[0].printable)” is neither on nor off.")
            }
            device.console.say(set(arguments[0] == "on"), .good)
        }
    }

    /// Answers the request that has waited longest.
    private func answer(_ body: (TransactionIdentifier) throws -> Void) async throws {
        guard let waiting = device.pendingPurchases.first else {
            throw CommandFailure("No purchase waits for approval.")
        }
        let isShown = try await device.act("Telling the App Store") { try body(waiting.identifier) }
        if !isShown { device.console.say("You have that already. Nothing was charged.", .waiting) }
    }

    private func fail(_ name: String) throws {
        guard name.lowercased() != "off" else {
            appStore.failTransactionsEnabled = false
            return device.console.say("Purchases work again.", .good)
        }
        guard let code = Self.codes.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
            let names = Self.codes.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure("“\(name.printable)” is no error of a purchase. There are: \(names).")
        }
        appStore.failureError = code
        appStore.failTransactionsEnabled = true
        device.console.say("Every purchase fails with \(code.rawValue) from now on.", .waiting)
    }

    /// What the App Store may answer to a payment.
    private static var codes: [IAPError.Code] {
        [
            .paymentCancelled, .paymentInvalid, .paymentNotAllowed, .networkError, .unknown, .clientInvalid,
            .productNotAvailable, .privacyAcknowledgementRequired, .notEntitled, .systemError, .unsupported,
            .ineligibleForOffer, .invalidOfferIdentifier, .invalidOfferPrice, .invalidSignature, .missingOfferParams,
        ]
    }

    private func refund() async throws {
        guard let paid = device.transactions.last(where: { $0.state == .purchased && $0.cancelDate == nil }) else {
            throw CommandFailure("Nothing was paid, so there is nothing to refund.")
        }
        let isShown = try await device.act("Asking for a refund") {
            try appStore.refundTransaction(identifier: paid.identifier)
        }
        // An app that was installed anew does not know what was bought.
        if !isShown { device.console.say("\(device.title(of: paid.productIdentifier)) was refunded.", .waiting) }
    }
}
