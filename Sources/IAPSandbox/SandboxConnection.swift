public import Foundation
import IAPStoreKitFile
public import IAPCore

/// The connection of a device to a simulated App Store. Made by ``SandboxAppStore/connection(device:)``.
///
/// The updates of a device have one reader: the caller that asked last, through this connection or another one of the
/// device. They end when the connection that opened them is gone. They begin with the unfinished transactions and with the
/// renewal information of every subscription.
///
/// Buying what the customer has already charges nothing and answers with the earlier transaction, in state
/// `purchased` and under its own identifier: a non-consumable that is owned ([App Store Connect
/// help](https://developer.apple.com/help/app-store-connect/reference/in-app-purchase-types)), a subscription that
/// runs, a consumable that is not finished ([an Apple answer](https://developer.apple.com/forums/thread/833064)). So
/// does choosing a plan that begins at the next renewal, after an update with the renewal information.
public final class SandboxConnection: StoreConnection {
    /// The device's name.
    public let device: String
    private let appStore: SandboxAppStore
    /// The stream that ``updates()`` returned last.
    private let openedStream = Locked<AsyncStream<StoreUpdate>.Continuation?>(nil)

    init(appStore: SandboxAppStore, device: String) {
        self.appStore = appStore
        self.device = device
    }

    public var canMakePayments: Bool { appStore.canMakePayments }

    public var clock: any StoreClock { appStore.clock }

    /// `xcode`, as in Xcode's local tests.
    public func environment() async -> PaymentTransaction.Environment? { .xcode }

    /// 18 digits, the same for the account on every device. `nil` when no account is signed in, and for an account without
    /// purchases while there is an error set for the API `appTransaction`.
    public func accountIdentifier() async -> String? {
        appStore.peek { [device] server in
            server.isAccountKnown(on: device) ? server.accountIdentifier(on: device) : nil
        }
    }

    public func storefront() async -> AppStorefront? { appStore.storefront }

    /// Products come in the order of the configuration, invalid identifiers in alphabetical order.
    ///
    /// - Throws: The error set for the API `loadProducts`; ``IAPError`` with code `invalidStorefront` when no
    ///   currency is known for the storefront.
    public func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        try Task.checkCancellation()
        try await stayingSilent(if: .silentProductRequests)
        if appStore.faults.contains(.emptyProductsResponse) {
            return ProductsResponse(products: [], invalidProductIdentifiers: [])
        }
        return try appStore.peek { try $0.store.products(for: identifiers) }
    }

    public func updates() -> AsyncStream<StoreUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        appStore.openUpdates(of: device, continuation)
        openedStream.withLock { $0 = continuation }
        return stream
    }

    /// The outcome is in the updates by the time this returns.
    ///
    /// - Throws: ``IAPError`` with code `clientInvalid` when no account is signed in on the device, `paymentNotAllowed`
    ///   when purchases are disabled, `productNotAvailable` when the product is unknown or off sale, `invalidQuantity`
    ///   for several of what is bought once
    ///   ([`quantity(_:)`](https://developer.apple.com/documentation/storekit/product/purchaseoption/quantity(_:))),
    ///   `storageFailed` when the history cannot be written; the error set for the API `purchase`.
    public func submit(_ payment: Payment) async throws {
        try await stayingSilent(if: .silentPayments)
        try appStore.tryChange { [device] in try $0.submit(payment, from: device) }
    }

    /// - Throws: ``IAPError`` with code `invalidAction` for a transaction that is not decided yet, `storageFailed`
    ///   when the history cannot be written.
    public func finish(_ transaction: PaymentTransaction) async throws {
        let faults = appStore.faults
        if faults.contains(.refusesFinishing) {
            throw IAPError(
                .networkError,
                "The sandbox simulates a store that cannot be reached to finish. Take the fault away to go on."
            )
        }
        if faults.contains(.forgetsFinishing) { return }
        try appStore.tryChange { [device] in try $0.finish(transaction, on: device) }
    }

    /// What the account owns now, as
    /// [`currentEntitlements`](https://developer.apple.com/documentation/storekit/transaction/currententitlements)
    /// has it: each non-consumable, the running period of each subscription, the latest purchase of each non-renewing
    /// subscription. They keep their identifiers and need no finishing. Consumables do not come back, nor what was
    /// refunded, has expired or was upgraded from, nor what this device has yet to finish, since that comes through
    /// the updates. By date.
    ///
    /// - Throws: The error set for the API `appStoreSync`; ``IAPError`` with code `paymentCancelled` when no account
    ///   is signed in.
    public func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] {
        try await stayingSilent(if: .silentRestores)
        return try appStore.tryChange { [device] in
            try $0.restore(applicationUsername: applicationUsername, on: device)
        }
    }

    /// What a restore would bring, without asking the customer to sign in.
    public func currentTransactions() async throws -> [PaymentTransaction] {
        try appStore.tryChange { [device] in $0.currentTransactions(on: device) }
    }

    /// The customer leaves the sheet as ``SandboxAppStore/sheetOutcome`` says.
    ///
    /// - Throws: The error set for the sheet's API; what the store says to the refund or the code.
    public func present(_ sheet: StoreSheet) async throws -> StoreSheet.Outcome {
        try appStore.tryChange { [device] in try $0.present(sheet, on: device) }
    }

    public func sendCheckpoint(_ identifier: UUID) -> Bool {
        guard let stream = openedStream.withLock({ $0 }) else { return false }
        // A stream that another one has replaced ends without it.
        stream.yield(.checkpoint(identifier))
        return true
    }

    /// Waits until the caller is cancelled, if the store has a fault.
    private func stayingSilent(if fault: StoreFault) async throws {
        guard appStore.faults.contains(fault) else { return }
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
        throw CancellationError()
    }

    deinit {
        openedStream.withLock { $0 }?.finish()
    }
}
