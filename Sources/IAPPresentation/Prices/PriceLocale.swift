/// In which locale a price stands in a text. The currency is the store's in both.
public enum PriceLocale: Hashable, Sendable, CaseIterable {
    /// The customer's, as the text around it: `9,99 $` for a German in the American store.
    case customer
    /// The store's, as `StoreProduct.displayPrice`: `$9.99` for the same German.
    case store
}
