import Foundation
import IAP
import IAPPaywall
import IAPSandbox
import SampleShop
import SampleTerminal

/// Lower prices for who may have them, and what the App Store wants to tell.
@MainActor
struct OfferCommands {
    let session: Session<Plans>

    var topic: CommandTopic {
        CommandTopic(
            "offers",
            [
                Command("offers", help: "what you may have for less") { _ in try await offers() },
                Command("take", "OFFER", help: "buy with an offer, such as come-back") { try await take($0[0]) },
                Command("redeem", "CODE", help: "type an offer code in, such as SPRING") { try await redeem($0[0]) },
                Command("show", help: "show what the App Store wants to tell") { _ in try await show() },
            ]
        )
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
        _ = try session.signedIn
        for product in try await session.products() {
            guard let offer = product.subscription?.offers.first(where: { $0.id == identifier }) else { continue }
            var options = PurchaseOptions()
            options.offer = wish(for: offer, identifier)
            let (result, news) = try await session.console.waiting(for: "Buying \(product.localizedTitle.printable)") {
                let shop = try session.shop
                return await session.hear { try await shop.purchase(product, quantity: 1, options: options) }
            }
            session.say(news.filter { !$0.isUnpaid(product.productIdentifier) })
            switch try result.get() {
            case .purchased(let transaction) where !news.contains { $0.delivers(transaction) }:
                session.console.say("The offer begins with the next period.", .waiting)
            case .purchased: break
            case .pending(let transaction): session.say([.deferred(transaction)])
            case .cancelled: session.console.say("The purchase was cancelled. Nothing was charged.", .waiting)
            }
            return
        }
        throw CommandFailure("No plan has an offer “\(identifier.printable)”. “offers” tells what you may have.")
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
        let account = try session.signedIn
        let isSaid: Bool
        do {
            isSaid = try await session.happen("Redeeming") {
                try $0.redeemOfferCode(code, productIdentifier: Plans.month, account: account)
            }
        } catch let error as IAPError where error.code == .invalidOfferIdentifier {
            throw CommandFailure(
                "No offer of \(session.title(of: Plans.month)) has the code “\(code.printable)”. Type one that the "
                    + "catalog has; the built-in one has SPRING."
            )
        }
        if !isSaid { session.console.say("The offer begins with the next period.", .waiting) }
    }

    private func show() async throws {
        let store = try session.shop.store
        guard let message = store.queue.messages.first else {
            throw CommandFailure("The App Store has nothing to tell.")
        }
        // On that page the customer gives another card.
        if message.reason == .billingIssue { session.appStore.shouldEnterBillingRetryOnRenewal = false }
        let (result, news) = await session.console.waiting(for: "Showing it") {
            await session.hear { try await store.present(.message(message)) }
        }
        try session.report(news)
        _ = try result.get()
        session.console.say("Shown: \(message.reason.rawValue).", .good)
    }
}
