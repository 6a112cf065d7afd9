import IAP
import IAPSandbox
import SampleTerminal

/// The commands that both samples have.
@MainActor
struct SharedCommands<Shop: SampleShop> {
    let session: Session<Shop>

    /// Comes before the app's own.
    var shop: CommandTopic {
        CommandTopic(
            "shop",
            [
                Command("products", help: "what is for sale") { _ in try await products() },
                Command("buy", "ID [QUANTITY]", help: "buy; one word of the ID will do") {
                    try await buy($0[0], $0.count > 1 ? $0[1] : "1")
                },
                Command("restore", help: "bring back what was bought earlier") { _ in try await restore() },
                Command("status", help: "what you have") { _ in
                    try session.status().forEach { session.console.say($0) }
                },
                Command("history", help: "what the ledger holds") { _ in try await history() },
                Command("uninstall", help: "delete and reinstall the app; the store forgets nothing") { _ in
                    try await uninstall()
                },
            ]
        )
    }

    /// Comes after the app's own.
    var purchases: CommandTopic {
        CommandTopic(
            "purchases",
            [
                Command("ask-to-buy", "on|off", help: "let purchases wait for a parent") { try askToBuy($0[0]) },
                Command("approve", help: "say yes as the parent") { _ in
                    try await answer { try $0.approveAskToBuyTransaction(identifier: $1) }
                },
                Command("decline", help: "say no as the parent") { _ in
                    try await answer { try $0.declineAskToBuyTransaction(identifier: $1) }
                },
                Command("fail", "ERROR|off", help: "let purchases fail, such as with networkError") { try fail($0[0]) },
            ]
        )
    }

    private var console: Console { session.console }

    private func products() async throws {
        let products = try await session.products()
        try await session.productTable().lines(columns: console.isInteractive ? console.size.columns - 3 : nil)
            .forEach { console.say($0) }
        let unsold = Shop.products.filter { identifier in !products.contains { $0.productIdentifier == identifier } }
        if !unsold.isEmpty { console.say("Not for sale here: \(unsold.joined(separator: ", ")).", .waiting) }
    }

    private func buy(_ name: String, _ quantityText: String) async throws {
        guard let quantity = Int(quantityText), (1...10).contains(quantity) else {
            throw CommandFailure("“\(quantityText.printable)” is no quantity. Give a number from 1 to 10.")
        }
        _ = try session.signedIn
        let product = try await session.product(named: name)
        let title = product.localizedTitle.printable
        guard quantity == 1 || product.type == .consumable || product.type == .nonRenewable else {
            throw CommandFailure("\(title) can be owned once. Buy one.")
        }
        let isWaiting = session.pendingPurchases.contains { $0.productIdentifier == product.productIdentifier }
        let (result, news) = try await console.waiting(for: "Buying \(title)") {
            let shop = try session.shop
            return await session.hear { try await shop.purchase(product, quantity: quantity) }
        }
        // Of failures and of waiting the result tells.
        session.say(news.filter { !$0.isUnpaid(product.productIdentifier) })
        switch try result.get() {
        case .purchased(let transaction) where transaction.productIdentifier != product.productIdentifier:
            let end = transaction.expirationDate.map { ", on \(session.text(of: $0))" } ?? ""
            console.say("\(title) begins when the current plan ends\(end).", .waiting)
        case .purchased(let transaction) where !news.contains { $0.delivers(transaction) }:
            console.say("You have \(title) already. Nothing was charged.", .waiting)
        case .purchased: break
        case .pending where isWaiting:
            console.say("\(title) waits for approval already. Nothing more was asked for.", .waiting)
        case .pending(let transaction): session.say([.deferred(transaction)])
        case .cancelled: console.say("The purchase was cancelled. Nothing was charged.", .waiting)
        }
    }

    private func restore() async throws {
        let (result, news) = try await console.waiting(for: "Asking the App Store") {
            let shop = try session.shop
            return await session.hear { try await shop.restorePurchases() }
        }
        session.say(news)
        if try result.get().isEmpty { console.say("There is nothing to restore.", .waiting) }
    }

    private func history() async throws {
        let store = try session.shop.store
        let wording = session.wording
        let entries = store.ledger.history
        if entries.isEmpty {
            let isNew = store.ledger.allHistory.isEmpty
            console.say(isNew ? "Nothing was bought on this device." : "What was bought on this device is others'.")
        }
        entries.forEach { console.say(wording.line(for: $0)) }
    }

    private func uninstall() async throws {
        let news = try await console.waiting(for: "Deleting the app, installing it again") {
            try await session.reinstall()
        }
        console.say("The app is new on this device. The App Store remembers what was bought.", .good)
        session.say(news)
    }

    private func askToBuy(_ choice: String) throws {
        switch choice {
        case "on": session.appStore.askToBuyEnabled = true
        case "off": session.appStore.askToBuyEnabled = false
        default: throw CommandFailure("“\(choice.printable)” is neither on nor off.")
        }
        console.say("Purchases \(choice == "on" ? "wait for a parent from now on" : "need nobody's approval").", .good)
    }

    /// Answers the purchase that has waited longest.
    private func answer(
        _ body: (SandboxAppStore, TransactionIdentifier) throws -> Void
    ) async throws {
        guard let waiting = session.pendingPurchases.first else {
            throw CommandFailure("No purchase waits for approval.")
        }
        let isSaid = try await session.happen("Telling the App Store") { try body($0, waiting.identifier) }
        if !isSaid { console.say("You have that already. Nothing was charged.", .waiting) }
    }

    private func fail(_ name: String) throws {
        guard name.lowercased() != "off" else {
            session.appStore.failTransactionsEnabled = false
            return console.say("Purchases work again.", .good)
        }
        guard let code = Self.codes.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
            let names = Self.codes.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure("“\(name.printable)” is no error of a purchase. There are: \(names).")
        }
        session.appStore.failureError = code
        session.appStore.failTransactionsEnabled = true
        console.say("Every purchase fails with \(code.rawValue) from now on.", .waiting)
    }

    /// What the App Store may answer to a payment.
    private static var codes: [IAPError.Code] {
        [
            .paymentCancelled, .paymentInvalid, .paymentNotAllowed, .networkError, .unknown, .clientInvalid,
            .productNotAvailable, .privacyAcknowledgementRequired, .notEntitled, .systemError, .unsupported,
            .ineligibleForOffer, .invalidOfferIdentifier, .invalidOfferPrice, .invalidSignature, .missingOfferParams,
        ]
    }
}
