import Foundation
import IAP
import IAPSandbox
import SampleShop
import SampleTerminal

/// Lower prices for who may have them, and what the App Store wants to tell.
@MainActor
struct OfferCommands {
    let session: Session<Plans>

    var all: [Command] {
        [
            Command("offers", help: "what you may have for less") { _ in try await offers() },
            Command("take", "OFFER", help: "buy with an offer, such as come-back") { try await take($0[0]) },
            Command("redeem", "CODE", help: "type an offer code in, such as SPRING") { try await redeem($0[0]) },
            Command("show", help: "show what the App Store wants to tell") { _ in try await show() },
        ]
    }

    private func offers() async throws {
        let store = try session.shop.store
        var lines: [String] = []
        for product in try await session.products() {
            guard let offer = product.offer(for: store.offerEligibility(for: product)) else { continue }
            let text = OfferFormat(locale: session.appStore.locale).text(for: offer, of: product)
            lines.append("\(product.localizedTitle.printable): \(text)\(offer.id.map { " (take \($0))" } ?? "")")
        }
        if lines.isEmpty { lines = ["There is no offer for you now."] }
        lines.forEach { session.console.say($0) }
    }

    private func take(_ identifier: String) async throws {
        for product in try await session.products() {
            guard let offer = product.subscription?.offers.first(where: { $0.id == identifier }) else { continue }
            var options = PurchaseOptions()
            options.offer = wish(for: offer, identifier)
            let shop = try session.shop
            session.feed.clear()
            let result = try await session.console.waiting(for: "Buying \(product.localizedTitle.printable)") {
                try await shop.purchase(product, quantity: 1, options: options)
            }
            guard case .purchased(let transaction) = result else { return }
            if transaction.offerIdentifier == identifier {
                session.say(.delivered(transaction))
            } else {
                session.console.say("The offer begins with the next period.", .waiting)
            }
            return
        }
        throw CommandFailure("No plan has an offer “\(identifier.printable)”.")
    }

    private func wish(for offer: SubscriptionOffer, _ identifier: String) -> Payment.Offer {
        switch offer.type {
        case .winBack: .winBack(identifier)
        case .code: .code(identifier)
        default:
            // A server of the app's signs this. The sandbox believes any signature unless it is given a check.
            .promotional(
                identifier,
                signature: Payment.Offer.Signature(
                    keyIdentifier: "PLANS",
                    nonce: UUID(),
                    timestamp: Int(session.appStore.clock.now.timeIntervalSince1970 * 1_000),
                    signature: Data("signed".utf8)
                )
            )
        }
    }

    private func redeem(_ code: String) async throws {
        let news = try await session.console.waiting(for: "Redeeming") {
            try await session.happen { try $0.redeemOfferCode(code, productIdentifier: Plans.month) }
        }
        for item in news { try session.report(item) }
    }

    private func show() async throws {
        let store = try session.shop.store
        guard let message = store.messages.first else {
            throw CommandFailure("The App Store has nothing to tell.")
        }
        session.appStore.shouldEnterBillingRetryOnRenewal = false
        let news = try await session.console.waiting(for: "Showing it") {
            try await session.happen { _ in try await store.present(.message(message)) }
        }
        for item in news { try session.report(item) }
        session.console.say("Shown: \(message.reason.rawValue).", .good)
    }
}
