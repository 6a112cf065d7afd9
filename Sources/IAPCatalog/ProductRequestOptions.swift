import Foundation

/// How long a catalog's answers are fresh, how long it waits for the store, and how it tries again.
///
/// A negative time counts as none.
public struct ProductRequestOptions: Hashable, Sendable {
    /// How long a product serves ``ProductRequestPolicy/cached`` requests, in the store's time; 1 hour by default.
    public var cacheLifetime: Duration
    /// How long an invalid identifier serves; 1 minute by default. It is shorter, since Apple's sandbox is known to
    /// deny products that it sells, and products appear in it up to an hour after they were entered.
    public var invalidCacheLifetime: Duration
    /// How long one look-up may take, all its tries and pauses included; 30 seconds by default. `nil` waits for as long
    /// as the store takes.
    public var timeout: Duration?
    /// The pauses after which a look-up is tried again while the store cannot be reached: after 1, 2, 4 and 8 seconds
    /// by default. With no pauses it is tried once.
    public var retryPauses: [Duration]

    public init(
        cacheLifetime: Duration = .seconds(3600),
        invalidCacheLifetime: Duration = .seconds(60),
        timeout: Duration? = .seconds(30),
        retryPauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8)]
    ) {
        self.cacheLifetime = cacheLifetime
        self.invalidCacheLifetime = invalidCacheLifetime
        self.timeout = timeout
        self.retryPauses = retryPauses
    }
}

extension Duration {
    var inSeconds: TimeInterval { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
