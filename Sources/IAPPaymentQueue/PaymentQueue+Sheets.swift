import Foundation
public import IAPCore

extension PaymentQueue {
    /// What the store wants to tell the customer, oldest first. Each is kept until it is shown or dismissed, so that
    /// nothing comes between a customer and what they are doing.
    public var messages: [StoreMessage] { state.withLock { $0.messages } }

    /// Forgets what the store wanted to tell.
    public func dismiss(_ message: StoreMessage) {
        state.withLock { state in state.messages.removeAll { $0 == message } }
    }

    /// Shows a page of the store over the app, and returns once the customer has left it.
    ///
    /// What comes of it, such as a refund or a purchase by a code, is told like everything else. A message that was
    /// shown is forgotten.
    ///
    /// - Throws: ``IAPError`` with code `unsupported` where the store has no such page; the store's reason when it
    ///   could not be shown.
    @discardableResult
    public func present(_ sheet: StoreSheet) async throws -> StoreSheet.Outcome {
        start()
        let outcome = try await connection.present(sheet)
        if case .message(let message) = sheet { dismiss(message) }
        return outcome
    }

    func keep(_ message: StoreMessage) {
        state.withLock { state in
            // A store tells again what was not shown.
            if !state.messages.contains(message) { state.messages.append(message) }
        }
        broadcast.send(.message(message))
    }
}
