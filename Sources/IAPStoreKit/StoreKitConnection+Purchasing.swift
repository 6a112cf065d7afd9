#if canImport(Darwin)
import Foundation
public import IAPCore
import StoreKit

extension StoreKitConnection {
    /// Looks the product up unless it is known, shows the payment sheet, and returns without waiting for its result.
    public func submit(_ payment: Payment) async throws {
        let product = try await product(payment.productIdentifier)
        let type = IAPCore.ProductType(product.type)
        guard IAPCore.ProductType.known.contains(type) else { throw IAPError(notSelling: product.id) }
        _ = try offerOption(for: payment, of: product)
        let submission = Submission(payment, of: type, at: clock.now)
        send(.purchasing, of: submission)
        // A task of its own: the sheet stays open when the caller's task is cancelled.
        Task { await purchase(product, submission) }
    }

    private func product(_ identifier: ProductIdentifier) async throws -> Product {
        if let known = products[identifier] { return known }
        _ = try await products(for: [identifier])
        guard let product = products[identifier] else { throw IAPError(notSelling: identifier) }
        return product
    }

    private func purchase(_ product: Product, _ submission: Submission) async {
        do {
            switch try await purchaseSheet(product, options(for: submission.payment, of: product)) {
            case .success(let result):
                knownAccount.learnEnvironment(of: result.unsafePayloadValue)
                submissions.answer(submission, by: result.unsafePayloadValue.id)
                updateStream.send(result, as: .purchased, to: submission)
            case .pending:
                wait(submission)
            case .userCancelled:
                fail(submission, StoreKitError.userCancelled)
            @unknown default:
                // Not failed, since it may be paid. The updates bring its transaction then.
                wait(submission)
            }
        } catch {
            fail(submission, error)
        }
    }

    private func wait(_ submission: Submission) {
        // Sent first, so that no approval can be sent before it.
        send(.deferred, of: submission)
        submissions.wait(submission)
    }

    private func fail(_ submission: Submission, _ error: any Error) {
        send(.failed, of: submission, IAPError(error, productIdentifier: submission.payment.productIdentifier))
    }

    private func send(_ state: PaymentTransactionState, of submission: Submission, _ error: IAPError? = nil) {
        updateStream.send(
            .transaction(submission.transaction(state, in: knownAccount.environment, at: clock.now, error))
        )
    }

    private func options(for payment: Payment, of product: Product) -> Set<Product.PurchaseOption> {
        var options: Set<Product.PurchaseOption> = []
        // Only for consumables and non-renewing subscriptions, so not stated unless asked for:
        // https://developer.apple.com/documentation/storekit/product/purchaseoption/quantity(_:)
        if payment.quantity > 1 { options.insert(.quantity(payment.quantity)) }
        if let token = payment.accountToken { options.insert(.appAccountToken(token)) }
        // `submit` has thrown already if there is no such offer.
        if let option = try? offerOption(for: payment, of: product) { options.insert(option) }
        if payment.simulatesAskToBuyInSandbox { options.insert(.simulatesAskToBuyInSandbox(true)) }
        if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *),
            payment.offer == nil, let offer = products.takeOffer(for: product.id, at: clock.now), offer.type == .winBack
        {
            options.insert(.winBackOffer(offer))
        }
        return options
    }

    /// Returns the option that requests the payment's offer.
    ///
    /// - Throws: `invalidOfferIdentifier` for a win-back offer that the product does not have; `unsupported` for an
    ///   offer that this system, or StoreKit's payment sheet, does not support.
    private func offerOption(for payment: Payment, of product: Product) throws -> Product.PurchaseOption? {
        guard payment.billingPlan == nil || payment.billingPlan == .upFront else {
            throw IAPError(
                .unsupported,
                "StoreKitConnection does not support billing plans yet. Buy without one.",
                productIdentifier: product.id
            )
        }
        guard let offer = payment.offer else { return nil }
        if let signature = offer.signature {
            return .promotionalOffer(
                offerID: offer.id,
                keyID: signature.keyIdentifier,
                nonce: signature.nonce,
                signature: signature.signature,
                timestamp: signature.timestamp
            )
        }
        guard offer.type == .winBack, #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) else {
            throw IAPError(
                .unsupported,
                "StoreKit takes no payment with a \(offer.type.rawValue) offer here. Codes are redeemed on Apple's own sheet.",
                productIdentifier: product.id
            )
        }
        guard let winBack = product.subscription?.winBackOffers.first(where: { $0.id == offer.id }) else {
            throw IAPError(
                .invalidOfferIdentifier,
                "The App Store has no win-back offer “\(offer.id)” for “\(product.id)”. Compare it with App Store Connect.",
                productIdentifier: product.id
            )
        }
        return .winBackOffer(winBack)
    }
}

extension IAPError {
    /// For a product that the App Store does not sell, and for one of a kind that this version does not know.
    fileprivate init(notSelling product: ProductIdentifier) {
        self.init(
            .productNotAvailable,
            """
            The App Store does not sell “\(product)” to this customer, or it is of a kind that this version of the SDK does not \
            know. Compare it with App Store Connect.
            """,
            productIdentifier: product
        )
    }
}
#endif
