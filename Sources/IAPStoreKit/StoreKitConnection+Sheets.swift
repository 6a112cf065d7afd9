#if canImport(Darwin)
public import IAPCore
import StoreKit

#if os(iOS) || os(visionOS)
public import UIKit

extension StoreKitConnection {
    /// Makes a connection that can also show StoreKit's other sheets: refund requests, offer codes, subscriptions,
    /// messages.
    ///
    /// StoreKit then shows no message by itself: the connection sends each as an update, and shows it when the app
    /// presents it ([`Message`](https://developer.apple.com/documentation/storekit/message)).
    ///
    /// - Parameters:
    ///   - purchaseSheet: How the payment sheet is shown, on the screen that the customer looks at.
    ///   - scene: Where the other sheets are shown; `nil` when no window is open.
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
            throw IAPError(.unsupported, "Make the connection with a scene to show the App Store's sheets in.")
        }
        do {
            return try await sheets.present(sheet)
        } catch {
            throw IAPError(error)
        }
    }
}
#else
/// StoreKit's sheets on platforms without a scene.
struct Sheets: Sendable {}
#endif

extension StoreKitConnection {
    /// Source:
    /// [`currentEntitlements`](https://developer.apple.com/documentation/storekit/transaction/currententitlements),
    /// which does not ask the customer to sign in.
    public func currentTransactions() async throws -> [PaymentTransaction] {
        try await currentTransactions(boughtWith: nil)
    }
}
#endif
