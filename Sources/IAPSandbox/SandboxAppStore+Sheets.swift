public import IAPCore

/// The customer, on sheets of the store that an app shows with ``StoreConnection/present(_:)``.
extension SandboxAppStore {
    /// How the customer leaves every sheet; `completed` by default. Then a refund that is asked for is granted at once,
    /// as in Xcode's local tests; a higher price is agreed to, a payment that failed is made good, and a win-back offer
    /// is taken up. On the sheet of subscriptions the customer does nothing: use the controls of this class.
    public var sheetOutcome: StoreSheet.Outcome {
        get { peek { $0.store.settings.sheetOutcome } }
        set { change { $0.store.settings.sheetOutcome = newValue } }
    }

    /// What the customer's offer code buys, on the sheet for that: a payment whose offer is `.code(…)`. `nil`, as at
    /// first, is a customer without one, to whom the sheet shows an error of code `invalidOfferIdentifier`.
    public var offerCodePurchase: Payment? {
        get { peek { $0.store.settings.offerCodePurchase } }
        set { change { $0.store.settings.offerCodePurchase = newValue } }
    }
}
