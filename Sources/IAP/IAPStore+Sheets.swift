extension IAPStore {
    /// Shows a sheet of the App Store over the app, and returns once the customer has left it: a refund request, the
    /// redemption of an offer code, the management of subscriptions, a message of ``PaymentQueue/messages``.
    ///
    /// - Throws: As ``PaymentQueue/present(_:)``.
    @discardableResult
    public func present(_ sheet: StoreSheet) async throws -> StoreSheet.Outcome {
        try await queue.present(sheet)
    }
}
