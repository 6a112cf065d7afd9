extension IAPStore {
    /// What the store wants to tell the customer, oldest first, held back until it is shown with ``present(_:)`` or
    /// dismissed with ``PaymentQueue/dismiss(_:)-(StoreMessage)``.
    public var messages: [StoreMessage] { queue.messages }

    /// Shows a page of the App Store over the app, and returns once the customer has left it: a refund request, the
    /// redemption of an offer code, the management of subscriptions, a message.
    ///
    /// - Throws: As ``PaymentQueue/present(_:)``.
    @discardableResult
    public func present(_ sheet: StoreSheet) async throws -> StoreSheet.Outcome {
        try await queue.present(sheet)
    }
}
