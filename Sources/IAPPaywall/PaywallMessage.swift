import IAP

/// A message to the customer that is no error.
public enum PaywallNotice: Hashable, Sendable, CaseIterable {
    case restored
    case nothingToRestore
}

/// The message that a paywall shows its customer.
enum PaywallMessage {
    enum Action: Hashable {
        case loading
        case buying(ProductIdentifier)
        case restoring
    }

    case error(IAPError, of: Action)
    case notice(PaywallNotice)

    var error: IAPError? {
        if case .error(let error, _) = self { error } else { nil }
    }

    var notice: PaywallNotice? {
        if case .notice(let notice) = self { notice } else { nil }
    }

    /// Whether the message goes when an action begins: a notice with any action, an error when its action is tried
    /// again.
    func isOver(whenBeginning next: Action) -> Bool {
        switch self {
        case .error(_, let action): action == next
        case .notice: true
        }
    }
}
