import Foundation

/// How long a catalog's answers are fresh, how long it waits for the store, and how it tries again.
///
/// A negative time counts as none.
public struct ProductRequestOptions: Hashable, Sendable {
    /// How long a product serves ``ProductRequestPolicy/cached`` requests, in the store's time; 1 hour by default.
    public var cacheLifetime: Duration
    /// How long an invalid identifier does; 1 minute by default. Shorter, since the store's sandbox is known to deny
    /// products that it sells, and products appear in it up to an hour after they were entered.
    public var invalidCacheLifetime: Duration
    /// How long one look-up may take, all its tries and pauses included; 30 seconds by default. `nil` waits for as long
    /// as the store takes.
    public var timeout: Duration?
    /// How often a look-up is tried again while the store cannot be reached; 4 times by default.
    public var retryLimit: Int
    /// The pause before the first new try; 1 second by default. Each pause is twice the one before.
    public var firstRetryPause: Duration
    /// What no pause exceeds; 8 seconds by default.
    public var longestRetryPause: Duration

    public init(
        cacheLifetime: Duration = .seconds(3600),
        invalidCacheLifetime: Duration = .seconds(60),
        timeout: Duration? = .seconds(30),
        retryLimit: Int = 4,
        firstRetryPause: Duration = .seconds(1),
        longestRetryPause: Duration = .seconds(8)
    ) {
        self.cacheLifetime = cacheLifetime
        self.invalidCacheLifetime = invalidCacheLifetime
        self.timeout = timeout
        self.retryLimit = retryLimit
        self.firstRetryPause = firstRetryPause
        self.longestRetryPause = longestRetryPause
    }

    /// The pause after the failure with this number, counted from 0.
    func retryPause(afterFailure failure: Int) -> Duration {
        // In floating point, because a product of durations may overflow and trap; and finite, since twice nothing is
        // nothing.
        .seconds(min(firstRetryPause.inSeconds * pow(2, Double(min(failure, 64))), longestRetryPause.inSeconds))
    }
}

extension Duration {
    var inSeconds: TimeInterval { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
