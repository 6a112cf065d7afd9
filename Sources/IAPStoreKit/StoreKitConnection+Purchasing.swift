#if canImport(Darwin)
import Foundation
public import IAPCore
import StoreKit

extension StoreKitConnection {
    /// Looks the product up if it is not known yet, then shows the payment sheet, and returns without waiting for it.
    public func submit(_ payment: Payment) async throws {
        let product = try await product(payment.productIdentifier)
        let submission = payment.requestIdentifier ?? UUID()
        submissions.add(payment)
        tell(.purchasing, of: payment, for: product, named: submission)
        // A task of its own, for the sheet stays when the caller is gone: cancelling withdraws nothing.
        Task { await purchase(product, payment, named: submission) }
    }

    private func product(_ identifier: ProductIdentifier) async throws -> Product {
        if let known = products[identifier] { return known }
        _ = try await products(for: [identifier])
        guard let product = products[identifier] else {
            throw IAPError(
                .productNotAvailable,
                "The App Store does not sell “\(identifier)” to this customer. Compare it with App Store Connect.",
                productIdentifier: identifier
            )
        }
        return product
    }

    private func purchase(_ product: Product, _ payment: Payment, named submission: UUID) async {
        do {
            switch try await purchaseSheet(product, options(for: payment, of: product)) {
            case .success(let result):
                submissions.answer(payment, by: result.unsafePayloadValue.id)
                guard let transaction = PaymentTransaction(result, state: .purchased, answering: payment) else {
                    return
                }
                outbox.send(.transaction(transaction))
            case .pending:
                tell(.deferred, of: payment, for: product, named: submission)
            case .userCancelled:
                fail(payment, for: product, named: submission, StoreKitError.userCancelled)
            @unknown default:
                // Not told as failed: it may be paid. Its transaction comes through the updates then.
                tell(.deferred, of: payment, for: product, named: submission)
            }
        } catch {
            fail(payment, for: product, named: submission, error)
        }
    }

    private func fail(_ payment: Payment, for product: Product, named submission: UUID, _ error: any Error) {
        submissions.remove(payment)
        tell(.failed, of: payment, for: product, named: submission, IAPError(error, productIdentifier: product.id))
    }

    /// StoreKit has transactions of what is paid only, so the other states bear the name of the submission.
    private func tell(
        _ state: PaymentTransactionState,
        of payment: Payment,
        for product: Product,
        named submission: UUID,
        _ error: IAPError? = nil
    ) {
        guard let type = IAPCore.ProductType(product.type) else { return }
        var transaction = PaymentTransaction(
            transactionIdentifier: TransactionIdentifier(submission.uuidString),
            transactionState: state,
            payment: payment,
            productType: type,
            transactionDate: clock.now
        )
        transaction.error = error
        outbox.send(.transaction(transaction))
    }

    private func options(for payment: Payment, of product: Product) -> Set<Product.PurchaseOption> {
        var options: Set<Product.PurchaseOption> = []
        // Only for consumables and non-renewing subscriptions, so not stated unless asked for:
        // https://developer.apple.com/documentation/storekit/product/purchaseoption/quantity(_:)
        if payment.quantity > 1 { options.insert(.quantity(payment.quantity)) }
        if let token = payment.accountToken { options.insert(.appAccountToken(token)) }
        if payment.simulatesAskToBuyInSandbox { options.insert(.simulatesAskToBuyInSandbox(true)) }
        if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *),
            let offer = products.takeOffer(for: product.id), offer.type == .winBack
        {
            options.insert(.winBackOffer(offer))
        }
        return options
    }
}
#endif
