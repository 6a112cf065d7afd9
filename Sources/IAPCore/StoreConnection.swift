public import Foundation

/// A connection to a store: Apple's, a simulated one, or yours.
///
/// A connection translates and decides nothing. The payment queue decides whether a transaction counts, what it grants,
/// and when it may be finished. Test your own connection with `StoreConnectionSuite` of `IAPTesting`.
///
/// Every requirement may be called from any thread, also concurrently.
public protocol StoreConnection: Sendable {
    /// Whether this customer may pay at all. Screens read it while they draw: return without waiting.
    var canMakePayments: Bool { get }

    /// The clock by which this store's subscriptions expire: the machine's for Apple's store, virtual for a simulated
    /// one.
    var clock: any StoreClock { get }

    /// The environment of every transaction that this connection sends; transactions of other environments do not
    /// count. With `nil`, for an unknown environment, transactions of all environments count. Called once, when a store
    /// opens.
    func environment() async -> PaymentTransaction.Environment?

    /// The storefront of the customer's account; `nil` when unknown.
    func storefront() async -> AppStorefront?

    /// The account that is signed in to the store, as transactions name it in
    /// ``PaymentTransaction/appTransactionIdentifier``; `nil`, the default, when it is unknown. Called at most once,
    /// when a store opens. ``updates()`` sends ``StoreUpdate/account(_:)`` at its beginning, if the account is known,
    /// and whenever another account signs in or the customer signs out.
    func accountIdentifier() async -> String?

    /// Looks products up.
    ///
    /// Identifiers that the store does not know or does not sell are part of a successful answer. The order is free.
    ///
    /// - Throws: ``IAPError`` with code `networkError` when another try may help, any other code when not.
    ///   `CancellationError` when the task is cancelled.
    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse

    /// The store's updates, in order.
    ///
    /// The first call begins with every unfinished transaction, whatever its state. One consumer reads the stream; a
    /// later call takes over and ends the stream before it. The stream ends when the connection does.
    func updates() -> AsyncStream<StoreUpdate>

    /// Submits a payment to the store; returns once the store has it.
    ///
    /// The results come through ``updates()``, as transactions that have this payment with its `requestIdentifier`.
    /// Transactions that answer no submitted payment have no `requestIdentifier`. Cancelling the task does not cancel
    /// the payment.
    ///
    /// - Throws: ``IAPError`` when the store does not accept the payment. No transaction follows then.
    func submit(_ payment: Payment) async throws

    /// Finishes a transaction with the store, so that the store does not send it again.
    ///
    /// Only this revision of the transaction has been handled. If the store has sent a newer revision since, such as a
    /// refund, a connection to a store that finishes by identifier finishes nothing, and sends the newer revision.
    /// Finishing twice is harmless. When this throws, the store sends the transaction again.
    func finish(_ transaction: PaymentTransaction) async throws

    /// Asks the store what the customer bought earlier: non-consumables and subscriptions, in state `restored`.
    ///
    /// - Parameter applicationUsername: Only what was bought under this name, if the store keeps names.
    /// - Throws: ``IAPError``; code `paymentCancelled` when the customer did not sign in.
    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction]

    /// The customer's purchases that the store knows on this device, in state `restored`, as after a restore, but
    /// without asking the customer to sign in.
    ///
    /// The default throws `unsupported`, for a store that has to ask.
    func currentTransactions() async throws -> [PaymentTransaction]

    /// Shows a sheet of the store over the app, and returns once the customer has closed it. Its results arrive through
    /// ``updates()``.
    ///
    /// - Throws: ``IAPError`` with code `unsupported` when the store has no such sheet, which is the default; any other
    ///   code when the sheet could not be shown.
    func present(_ sheet: StoreSheet) async throws -> StoreSheet.Outcome

    /// Sends ``StoreUpdate/checkpoint(_:)`` through the stream that ``updates()`` returned last, after every update
    /// that the store has sent so far. `waitUntilIdle()` of the payment queue waits for it.
    ///
    /// - Returns: Whether the stream is certain to yield the checkpoint, or to end. The default returns `false` and
    ///   sends nothing: the payment queue then waits for the updates that it has received, and not for those that are
    ///   still in the stream.
    func sendCheckpoint(_ identifier: UUID) -> Bool
}

extension StoreConnection {
    public func accountIdentifier() async -> String? { nil }

    public func currentTransactions() async throws -> [PaymentTransaction] {
        throw IAPError(
            .unsupported,
            "This store does not list purchases without asking the customer. Let the customer tap on “Restore”."
        )
    }

    public func present(_ sheet: StoreSheet) async throws -> StoreSheet.Outcome {
        throw IAPError(.unsupported, "This store has no such sheet.")
    }

    public func sendCheckpoint(_ identifier: UUID) -> Bool { false }
}
