/// Whether earlier answers of the store may answer a product request.
public struct ProductRequestPolicy: Hashable, Sendable {
    /// Whether an answer within its cache lifetime serves without asking.
    let acceptsCache: Bool
    /// Whether the last known answer, of any age, serves when the store cannot be reached.
    let acceptsLastKnown: Bool

    /// An earlier answer serves while it is fresh enough; otherwise the store is asked. When it cannot be reached, the
    /// last known answers serve, marked by `ProductsResponse.offlineSince`.
    public static let cached = ProductRequestPolicy(acceptsCache: true, acceptsLastKnown: true)

    /// The store is asked, or the request joins a running look-up. When the store cannot be reached, the request
    /// throws.
    public static let fresh = ProductRequestPolicy(acceptsCache: false, acceptsLastKnown: false)

    /// The store is asked as with ``fresh``. When it cannot be reached, the last known answers serve, marked by
    /// `ProductsResponse.offlineSince`.
    public static let cachedWhileOffline = ProductRequestPolicy(acceptsCache: false, acceptsLastKnown: true)
}
