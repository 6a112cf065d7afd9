#if os(iOS) || os(visionOS)
import IAPCore
import StoreKit
import UIKit

/// StoreKit's sheets in a window of the app, and the messages that wait to be shown there.
struct Sheets: Sendable {
    let scene: @MainActor @Sendable () -> UIWindowScene?
    private let messages = Locked<[StoreMessage: Message]>([:])

    init(scene: @escaping @MainActor @Sendable () -> UIWindowScene?) {
        self.scene = scene
    }

    @MainActor
    func present(_ sheet: StoreSheet) async throws -> StoreSheet.Outcome {
        guard let scene = scene() else {
            throw IAPError(
                .systemError,
                "No window is open to show the App Store's sheet in. Present it again when one is."
            )
        }
        switch sheet {
        case .refundRequest(let identifier):
            guard let number = UInt64(identifier.rawValue) else {
                throw IAPError(
                    .transactionNotFound,
                    "The App Store has no transaction \(identifier).",
                    transactionIdentifier: identifier
                )
            }
            let status = try await Transaction.beginRefundRequest(for: number, in: scene)
            return status == .success ? .completed : .cancelled
        case .offerCodeRedemption:
            try await AppStore.presentOfferCodeRedeemSheet(in: scene)
        case .subscriptionManagement(let group):
            if let group, #available(iOS 17, visionOS 1, *) {
                try await AppStore.showManageSubscriptions(in: scene, subscriptionGroupID: group)
            } else {
                try await AppStore.showManageSubscriptions(in: scene)
            }
        case .message(let message):
            // StoreKit does not show again what the customer has seen.
            try messages.withLock { $0.removeValue(forKey: message) }?.display(in: scene)
        }
        return .completed
    }

    /// Receives the messages that StoreKit would otherwise show immediately.
    func receiveMessages(_ send: (StoreMessage) -> Void) async {
        for await message in Message.messages {
            let update = StoreMessage(reason: StoreMessage.Reason(message.reason))
            messages.withLock { $0[update] = message }
            send(update)
        }
    }
}

extension StoreMessage.Reason {
    fileprivate init(_ reason: Message.Reason) {
        self = .generic
        if reason == .priceIncreaseConsent { self = .priceIncreaseConsent }
        if #available(iOS 16.4, visionOS 1, *), reason == .billingIssue { self = .billingIssue }
        if #available(iOS 18, visionOS 2, *), reason == .winBackOffer { self = .winBackOffer }
    }
}
#endif
