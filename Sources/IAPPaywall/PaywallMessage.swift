import IAP

/// The one thing that a paywall tells its customer now.
struct PaywallMessage {
    enum Content {
        case error(IAPError)
        case notice(PaywallNotice)
    }

    /// What it came of.
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

    /// Whether it has had its time once something begins: a notice when anything does, an error when what failed is
    /// tried again.
    func isOver(whenBeginning next: Origin) -> Bool { notice != nil || origin == next }
}
