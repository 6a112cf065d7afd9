import IAP
import IAPSandbox
import SampleTerminal

/// The controls of purchases in the simulated App Store. An app on a customer's device has none of them.
extension Device {
    var purchaseControls: CommandTopic {
        CommandTopic(
            "purchases",
            [
                toggle(
                    "ask-to-buy",
                    help: "let purchases wait for a parent",
                    on: "Purchases wait for a parent from now on.",
                    off: "Purchases need no approval."
                ) { $0.askToBuyEnabled = $1 },
                Command("approve", help: "say yes as the parent") { _ in
                    try await self.answer { try self.appStore.approveAskToBuyTransaction(identifier: $0) }
                },
                Command("decline", help: "say no as the parent") { _ in
                    try await self.answer { try self.appStore.declineAskToBuyTransaction(identifier: $0) }
                },
                Command("fail", "ERROR|off", help: "let purchases fail, such as with networkError") {
                    try self.fail($0[0])
                },
                Command("refund", help: "refund the last payment") { _ in try await self.refund() },
            ]
        )
    }

    /// A command that turns a setting on or off and shows a text about it.
    func toggle(
        _ name: String,
        help: String,
        on: String,
        off: String,
        _ set: @escaping @MainActor (SandboxAppStore, Bool) -> Void
    ) -> Command {
        Command(name, "on|off", help: help) { [self] arguments in
            guard ["on", "off"].contains(arguments[0]) else {
                throw CommandFailure("“\(arguments[0].printable)” is neither on nor off.")
            }
            let isOn = arguments[0] == "on"
            set(appStore, isOn)
            console.say(isOn ? on : off, .good)
        }
    }

    /// The account's latest transaction that fits.
    ///
    /// - Throws: ``CommandFailure`` with the message when none does.
    func latest(orFail message: String, where fits: (SandboxTransaction) -> Bool) throws -> SandboxTransaction {
        guard let found = transactions.last(where: fits) else { throw CommandFailure(message) }
        return found
    }

    /// Answers the request that has waited longest.
    private func answer(_ body: (TransactionIdentifier) throws -> Void) async throws {
        guard let waiting = pendingPurchases.first else {
            throw CommandFailure("No purchase waits for approval.")
        }
        let isShown = try await act("Asking the App Store") { try body(waiting.identifier) }
        if !isShown { console.say("You have that already. Nothing was charged.", .waiting) }
    }

    private func fail(_ name: String) throws {
        guard name.lowercased() != "off" else {
            appStore.failTransactionsEnabled = false
            return console.say("Purchases work again.", .good)
        }
        // The errors with which the App Store may answer a payment.
        let codes: [IAPError.Code] = [
            .paymentCancelled, .paymentInvalid, .paymentNotAllowed, .networkError, .unknown, .clientInvalid,
            .productNotAvailable, .privacyAcknowledgementRequired, .notEntitled, .systemError, .unsupported,
            .ineligibleForOffer, .invalidOfferIdentifier, .invalidOfferPrice, .invalidSignature, .missingOfferParams,
        ]
        guard let code = codes.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
            let names = codes.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure("“\(name.printable)” is no error of a purchase. There are: \(names).")
        }
        appStore.failureError = code
        appStore.failTransactionsEnabled = true
        console.say("Every purchase fails with \(code.rawValue) from now on.", .waiting)
    }

    private func refund() async throws {
        let paid = try latest(orFail: "Nothing was paid, so there is nothing to refund.") {
            $0.state == .purchased && $0.cancelDate == nil
        }
        let isShown = try await act("Asking for a refund") {
            try appStore.refundTransaction(identifier: paid.identifier)
        }
        // A reinstalled app does not know what was bought.
        if !isShown { console.say("\(title(of: paid.productIdentifier)) was refunded.", .waiting) }
    }
}
