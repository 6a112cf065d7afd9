import IAPCore

/// What the store has for the app to take up once it is ready.
struct Inbox {
    /// The payments that the customer wants to make outside the app, oldest first.
    private(set) var purchaseIntents: [Payment] = []
    /// The store's messages for the customer, oldest first.
    private(set) var messages: [StoreMessage] = []

    mutating func add(_ purchaseIntent: Payment) { purchaseIntents.append(purchaseIntent) }

    mutating func add(_ message: StoreMessage) {
        // A store sends again what was not shown.
        if !messages.contains(message) { messages.append(message) }
    }

    /// Removes one intent; others for the same payment stay.
    mutating func discard(_ purchaseIntent: Payment) {
        if let index = purchaseIntents.firstIndex(of: purchaseIntent) { purchaseIntents.remove(at: index) }
    }

    mutating func discard(_ message: StoreMessage) { messages.removeAll { $0 == message } }

    /// Removes the intents that a purchase of the product fulfills.
    mutating func discardPurchaseIntents(for product: ProductIdentifier) {
        purchaseIntents.removeAll { $0.productIdentifier == product }
    }
}
