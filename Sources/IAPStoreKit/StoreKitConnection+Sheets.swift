#if canImport(Darwin)
public import IAPCore
import StoreKit

#if os(iOS) || os(visionOS)
public import UIKit

extension StoreKitConnection {
    /// A connection that can also show the store's other pages: refund requests, offer codes, subscriptions, messages.
    ///
    /// With it, StoreKit shows no message by itself: each comes as an update, and is shown when the app asks for it
    /// ([`Message`](https://developer.apple.com/documentation/storekit/message)).
    ///
    /// - Parameters:
    ///   - purchaseSheet: How the payment sheet is shown, on the screen that the customer looks at.
    ///   - scene: Where the other pages are shown; `nil` when no window is open.
    public convenience init(
        purchaseSheet: @escaping PurchaseSheet,
        scene: @escaping @MainActor @Sendable () -> UIWindowScene?
    ) {
        self.init(purchaseSheet: purchaseSheet, sheets: Sheets(scene: scene))
    }

    /// - Throws: ``IAPError`` with code `unsupported` when the connection was made without a scene, `systemError` when
    ///   no window is open, `transactionNotFound`; StoreKit's reason otherwise.
    public func present(_ sheet: StoreSheet) async throws -> StoreSheet.Outcome {
        guard let sheets else {
            throw IAPError(.unsupported, "Make the connection with a scene to show pages of the App Store in.")
        }
        do {
            return try await sheets.present(sheet)
        } catch {
            throw IAPError(error)
        }
    }
}
#else
/// The store's pages, where there is no scene to show them in.
struct Sheets: Sendable {}
#endif

extension StoreKitConnection {
    /// Source:
    /// [`currentEntitlements`](https://developer.apple.com/documentation/storekit/transaction/currententitlements),
    /// which asks nobody to sign in.
    public func currentTransactions() async throws -> [PaymentTransaction] {
        try await currentTransactions(boughtWith: nil)
    }
}
#endif
