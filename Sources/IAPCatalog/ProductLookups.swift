import Foundation
import IAPCore

/// The state of a catalog: known answers, running look-ups, and the requests that wait for them.
///
/// A pure state machine: events go in, effects come out, nothing waits. A request is complete when each of its
/// identifiers has an answer, from the cache or from a look-up. An identifier is in one look-up at a time; a look-up
/// runs while a request waits for it.
struct ProductLookups {
    typealias RequestID = Int
    typealias LookupID = Int

    enum Effect: Sendable {
        /// Start to ask the store for the look-up's identifiers.
        case start(LookupID)
        case cancel([Task<Void, Never>])
        case answer(Promise<ProductsResponse>, Result<ProductsResponse, any Error>)
        case log(IAPLogEvent)
    }

    /// One question to the store, and the state of the catalog when it was asked.
    struct Question: Sendable {
        let identifiers: Set<ProductIdentifier>
        let date: Date
        let generation: Int
    }

    struct Answer {
        /// `nil` for an invalid identifier.
        var product: StoreProduct?
        var date: Date
        var isOffline = false

        /// The same, where the store cannot be reached.
        var offline: Answer {
            var answer = self
            answer.isOffline = true
            return answer
        }
    }

    struct Request {
        let identifiers: [ProductIdentifier]
        let policy: ProductRequestPolicy
        let promise: Promise<ProductsResponse>
        var answers: [ProductIdentifier: Answer] = [:]
    }

    struct Lookup {
        /// The identifiers without an answer.
        var identifiers: Set<ProductIdentifier>
        /// What asks the store, and what waits for the timeout.
        var tasks: [Task<Void, Never>] = []
        var hasAskedForUnmentioned = false
        var lastFailure: IAPError?
    }

    let options: ProductRequestOptions
    let declaredTypes: [ProductIdentifier: ProductType]
    var effects: [Effect] = []
    var requests: [RequestID: Request] = [:]
    var lookups: [LookupID: Lookup] = [:]
    var lastRequest = 0
    var lastLookup = 0
    var cache: [ProductIdentifier: Answer] = [:]
    var offSale: Set<ProductIdentifier> = []
    var storefront: AppStorefront?
    /// Counts the changes of storefront and locale, which outdate what the store was asked before.
    var generation = 0
    /// The products about whose kinds a warning was logged.
    var kindsReported: Set<ProductIdentifier> = []

    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }
}

// MARK: - What is known

extension ProductLookups {
    mutating func storefrontDidChange(to newStorefront: AppStorefront, at now: Date) {
        guard newStorefront != storefront else { return }
        let isFirst = storefront == nil
        storefront = newStorefront
        guard !isFirst else {
            generation += 1
            return
        }
        log(.info, "The storefront is \(newStorefront.countryCode) now. Earlier answers are dropped.")
        dropAnswers(at: now)
    }

    mutating func dropAnswers(at now: Date) {
        generation += 1
        cache = [:]
        // A request that waits for a part of its answer must not mix it with a part from before.
        for id in requests.keys.sorted() {
            requests[id]?.answers = [:]
            seekAnswers(of: id, at: now)
        }
    }
}

// MARK: - Log

extension ProductLookups {
    mutating func log(_ level: IAPLogEvent.Level, _ message: String) {
        effects.append(.log(IAPLogEvent(level, message)))
    }

    /// Names the usual causes
    /// ([`invalidProductIdentifiers`](https://developer.apple.com/documentation/storekit/skproductsresponse/invalidproductidentifiers)).
    mutating func warnOfInvalid(_ identifiers: [ProductIdentifier]) {
        guard !identifiers.isEmpty else { return }
        log(
            .warning,
            """
            The store does not sell \(Self.list(identifiers)). Check the spelling, the app's bundle identifier, the paid \
            apps agreement, and whether the product is cleared for sale in App Store Connect and in this storefront. A \
            new product can take an hour to appear.
            """
        )
    }

    static func list(_ identifiers: some Sequence<ProductIdentifier>) -> String {
        identifiers.sorted().map { "“\($0)”" }.joined(separator: ", ")
    }
}

// MARK: - Kinds

extension ProductLookups {
    /// The product, after a warning if it is of another kind than the app declared; `nil`, after a warning, for a kind
    /// that this version does not know. A warning is logged once for a product.
    mutating func known(_ product: StoreProduct) -> StoreProduct? {
        let identifier = product.productIdentifier
        guard ProductType.known.contains(product.type) else {
            warnOfKind(
                of: identifier,
                """
                The store sells “\(identifier)” as “\(product.type.rawValue)”, a kind that this version of the SDK does not \
                know. The product counts as invalid. Update the SDK.
                """
            )
            return nil
        }
        if let declared = declaredTypes[identifier], declared != product.type {
            warnOfKind(
                of: identifier,
                """
                The store sells “\(identifier)” as \(product.type.rawValue), and the app declares it as \
                \(declared.rawValue). Correct the declaration, or the product in App Store Connect.
                """
            )
        }
        return product
    }

    private mutating func warnOfKind(of identifier: ProductIdentifier, _ message: String) {
        if kindsReported.insert(identifier).inserted { log(.warning, message) }
    }
}
