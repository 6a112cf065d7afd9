public import Foundation

/// The way to a store: Apple's, a simulated one, or yours.
///
/// A connection translates; it decides nothing. Whether a transaction counts, what it grants, and when it may be
/// finished is the payment queue's affair. Hold your own connection to `StoreConnectionSuite` of `IAPTesting`.
///
/// All requirements may be called from any thread, and at once.
public protocol StoreConnection: Sendable {
    /// Whether this customer may pay at all. Asked while a screen draws: answer without waiting.
    var canMakePayments: Bool { get }

    /// The clock by which this store's subscriptions expire: the machine's for Apple's store, virtual for a simulated
    /// one.
    var clock: any StoreClock { get }

    /// The environment whose transactions count now, which is that of every transaction that this connection tells of;
    /// `nil` when it cannot be told, and then those of all environments count. Asked once, when a store opens.
    func environment() async -> PaymentTransaction.Environment?

    /// The storefront of the customer's account; `nil` when unknown.
    func storefront() async -> AppStorefront?

    /// The account that is signed in to the store, by the name that its transactions bear as
    /// ``PaymentTransaction/appTransactionIdentifier``; `nil` when it cannot be told, which is what the default
    /// answers. Asked once at most, when a store opens. ``updates()`` tell of it by ``StoreUpdate/account(_:)``: at
    /// their beginning, if it can be told, and when another one signs in or nobody is signed in any longer.
    func accountIdentifier() async -> String?

    /// Looks products up.
    ///
    /// Identifiers that the store does not know or does not sell are part of a successful answer. The order is free.
    ///
    /// - Throws: ``IAPError`` with code `networkError` when asking again later may help, any other code when not.
    ///   `CancellationError` when the task is cancelled.
    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse

    /// What the store tells, in order.
    ///
    /// The first call begins with every transaction that has not been finished, whatever its state. One consumer reads
    /// the stream; a later call takes over and ends the stream before it. The stream ends when the connection does.
    func updates() -> AsyncStream<StoreUpdate>

    /// Hands a payment to the store; returns once the store has it.
    ///
    /// What becomes of it comes through ``updates()``, in transactions that bear this payment with its
    /// `requestIdentifier`. Transactions that answer no submitted payment bear none. Cancelling the task withdraws
    /// nothing.
    ///
    /// - Throws: ``IAPError`` when the store does not take the payment. No transaction follows then.
    func submit(_ payment: Payment) async throws

    /// Tells the store that a transaction is dealt with, as it was told here, so that it does not come again.
    ///
    /// What the store has said of it since, such as a refund, is not dealt with: a connection to a store that finishes
    /// by identifier finishes nothing then, and lets the newer word come. Finishing twice is harmless. When this
    /// throws, the transaction comes again.
    func finish(_ transaction: PaymentTransaction) async throws

    /// Asks the store what the customer bought earlier: non-consumables and subscriptions, in state `restored`.
    ///
    /// - Parameter applicationUsername: Only what was bought under this name, if the store keeps names.
    /// - Throws: ``IAPError``; code `paymentCancelled` when the customer did not sign in.
    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction]

    /// What the customer has by what the store knows on this device, in state `restored`: as after a restore, but
    /// asking nobody to sign in.
    ///
    /// A store that cannot tell without asking throws `unsupported`, which is what the default does.
    func currentTransactions() async throws -> [PaymentTransaction]

    /// Shows a page of the store over the app, and returns once the customer has left it. What comes of it arrives
    /// through ``updates()``.
    ///
    /// - Throws: ``IAPError`` with code `unsupported` where the store has no such page; the default knows none. Any
    ///   other code when the page could not be shown.
    func present(_ sheet: StoreSheet) async throws -> StoreSheet.Outcome

    /// Sends ``StoreUpdate/checkpoint(_:)`` through the stream that ``updates()`` returned last, behind every update
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
            "This store cannot tell what the customer has without asking them. Let them tap on “Restore”."
        )
    }

    public func present(_ sheet: StoreSheet) async throws -> StoreSheet.Outcome {
        throw IAPError(.unsupported, "This store has no such page.")
    }

    public func sendCheckpoint(_ identifier: UUID) -> Bool { false }
}
