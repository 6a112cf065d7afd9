import IAP

/// The message that a paywall shows its customer.
struct PaywallMessage {
    enum Content {
        case error(IAPError)
        case notice(PaywallNotice)
    }

    /// The action that it is the result of.
    enum Origin: Hashable {
        case loading
        case buying(ProductIdentifier)
        case restoring
    }

    let content: Content
    let origin: Origin

    var error: IAPError? {
        if case .error(let error) = content { error } else { nil }
    }

    var notice: PaywallNotice? {
        if case .notice(let notice) = content { notice } else { nil }
    }

    /// Whether the message goes when an action begins: a notice with any action, an error with another try.
    func isOver(whenBeginning next: Origin) -> Bool { notice != nil || origin == next }
}
