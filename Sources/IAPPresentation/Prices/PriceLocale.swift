/// The locale in which a text writes a price. The currency is the store's in both cases.
public enum PriceLocale: Hashable, Sendable, CaseIterable {
    /// The customer's locale, like the text around the price: `9,99 $` for a German in the American store.
    case customer
    /// The store's locale, like `StoreProduct.displayPrice`: `$9.99` for the same German.
    case store
}
