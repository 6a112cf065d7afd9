/// The result of a purchase that did not fail. A failure is a thrown error.
public indirect enum PurchaseResult: Sendable, Hashable {
    // Indirect, since a transaction is large and goes through many hands.

    /// Paid, recorded and delivered.
    case purchased(PaymentTransaction)
    /// Waits for an approval, such as a parent's, or for something that the customer has to do outside the app. The
    /// transaction arrives later in the store's updates.
    case pending(PaymentTransaction)
    /// The customer closed the payment sheet. Nothing was charged.
    case cancelled
}

/// One line for logs, such as `purchased: com.example.coins × 3, purchased (2000000123456789)`.
extension PurchaseResult: CustomStringConvertible {
    public var description: String {
        switch self {
        case .purchased(let transaction): "purchased: \(transaction)"
        case .pending(let transaction): "pending: \(transaction)"
        case .cancelled: "cancelled"
        }
    }
}
