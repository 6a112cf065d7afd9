import Foundation
import IAPCore

/// What is known of products, what the store is being asked, and who waits for it.
///
/// A pure machine: events go in, effects come out, nothing waits. A request is complete when each of its identifiers has an
/// answer, from the cache or from a look-up. An identifier is in one look-up at a time; a look-up lives while someone waits.
struct ProductLookups {
    typealias RequestID = Int
    typealias LookupID = Int

    enum Effect: Sendable {
        /// Start to ask the store for the look-up's identifiers.
        case start(LookupID)
        /// Nobody needs the look-up's tasks any longer.
        case end(LookupID)
        case answer(RequestID, Result<ProductsResponse, any Error>)
        case log(IAPLogEvent)
    }

    /// One asking of the store, and what the world was like then.
    struct Question: Sendable {
        let identifiers: Set<ProductIdentifier>
        let date: Date
        fileprivate let drops: Int
        fileprivate let storefrontChanges: Int
    }

    private struct Answer {
        /// `nil` for an invalid identifier.
        var product: StoreProduct?
        var date: Date
        var isOffline = false
    }

    private struct Request {
        let identifiers: [ProductIdentifier]
        let policy: ProductRequestPolicy
        var answers: [ProductIdentifier: Answer] = [:]
    }

    private struct Lookup {
        /// What the store has not told yet.
        var identifiers: Set<ProductIdentifier>
        var requests: Set<RequestID>
        var hasAskedForUnmentioned = false
        var lastFailure: IAPError?
    }

    let options: ProductRequestOptions
    private var effects: [Effect] = []
    private var requests: [RequestID: Request] = [:]
    private var lookups: [LookupID: Lookup] = [:]
    private var lookupOf: [ProductIdentifier: LookupID] = [:]
    private var lastLookup = 0
    private var cache: [ProductIdentifier: Answer] = [:]
    private var offSale: Set<ProductIdentifier> = []
    private var storefront: AppStorefront?
    private var drops = 0
    private var storefrontChanges = 0

    init(options: ProductRequestOptions) {
        self.options = options
    }

    var requestCount: Int { requests.count }

    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }
}

// MARK: - Requests

extension ProductLookups {
    /// - Parameter identifiers: Without duplicates.
    mutating func begin(
        _ id: RequestID,
        for identifiers: [ProductIdentifier],
        policy: ProductRequestPolicy,
        at now: Date
    ) {
        requests[id] = Request(identifiers: identifiers, policy: policy)
        seekAnswers(of: id, at: now)
    }

    mutating func cancel(_ id: RequestID) {
        guard requests[id] != nil else { return }
        end(id, with: .failure(CancellationError()))
    }

    /// Answers what can be answered at once, joins the look-ups under way, and starts one for the rest.
    private mutating func seekAnswers(of id: RequestID, at now: Date) {
        guard var request = requests[id] else { return }
        var unknown: Set<ProductIdentifier> = []
        for identifier in request.identifiers where request.answers[identifier] == nil {
            if offSale.contains(identifier) {
                request.answers[identifier] = Answer(product: nil, date: now)
            } else if request.policy.acceptsCache, let answer = cache[identifier], isFresh(answer, at: now) {
                request.answers[identifier] = answer
            } else if let lookup = lookupOf[identifier] {
                if request.policy.acceptsLastKnown, isUnreachable(lookups[lookup]?.lastFailure), var answer = cache[identifier] {
                    answer.isOffline = true
                    request.answers[identifier] = answer
                } else {
                    lookups[lookup]?.requests.insert(id)
                }
            } else {
                unknown.insert(identifier)
            }
        }
        requests[id] = request
        if !unknown.isEmpty {
            lastLookup += 1
            lookups[lastLookup] = Lookup(identifiers: unknown, requests: [id])
            for identifier in unknown { lookupOf[identifier] = lastLookup }
            effects.append(.start(lastLookup))
        }
        endIfComplete(id)
    }

    private func isFresh(_ answer: Answer, at now: Date) -> Bool {
        let lifetime = answer.product == nil ? options.invalidCacheLifetime : options.cacheLifetime
        let age = now.timeIntervalSince(answer.date)
        // A clock that was set back says nothing about an answer's age.
        return age >= 0 && age < lifetime.inSeconds
    }

    private mutating func endIfComplete(_ id: RequestID) {
        guard let request = requests[id], request.answers.count == request.identifiers.count else { return }
        let answers = request.identifiers.map { ($0, request.answers[$0]) }
        let valid = answers.compactMap { offSale.contains($0) ? nil : $1?.product }
        let invalid = answers.filter { offSale.contains($0) || $1?.product == nil }.map(\.0)
        let offlineSince = answers.compactMap { $1 }.filter(\.isOffline).map(\.date).min()
        if let offlineSince {
            log(.info, "The store cannot be reached. What it said at \(offlineSince) serves.")
        }
        end(
            id,
            with: .success(
                ProductsResponse(products: valid, invalidProductIdentifiers: invalid, offlineSince: offlineSince)
            )
        )
    }

    private mutating func end(_ id: RequestID, with result: Result<ProductsResponse, any Error>) {
        requests[id] = nil
        effects.append(.answer(id, result))
        for lookup in lookups.keys.sorted() { leave(lookup, id) }
    }

    private mutating func leave(_ lookup: LookupID, _ id: RequestID) {
        guard lookups[lookup]?.requests.remove(id) != nil, lookups[lookup]?.requests.isEmpty == true else { return }
        end(lookup)
    }
}

// MARK: - Look-ups

extension ProductLookups {
    func isUnderWay(_ lookup: LookupID) -> Bool { lookups[lookup] != nil }

    /// What to ask the store now; `nil` once the look-up has ended.
    func question(of lookup: LookupID, at now: Date) -> Question? {
        lookups[lookup].map {
            Question(identifiers: $0.identifiers, date: now, drops: drops, storefrontChanges: storefrontChanges)
        }
    }

    /// Takes an answer of the store. The look-up goes on if there is a question left.
    mutating func take(_ response: ProductsResponse, to question: Question, of lookup: LookupID, at now: Date) {
        guard lookups[lookup] != nil else { return }
        let told = response.products.first?.storefront
        guard question.drops == drops,
            question.storefrontChanges == storefrontChanges || (told != nil && told == storefront)
        else {
            return log(.debug, "An answer came after the storefront or the locale changed. The store is asked again.")
        }
        lookups[lookup]?.lastFailure = nil
        if storefront == nil {
            storefront = told
        } else if let told {
            storefrontDidChange(to: told, at: now)
        }

        var answers: [ProductIdentifier: Answer] = [:]
        for product in response.products where answers[product.productIdentifier] == nil {
            answers[product.productIdentifier] = Answer(product: product, date: question.date)
        }
        for identifier in response.invalidProductIdentifiers where answers[identifier] == nil {
            answers[identifier] = Answer(product: nil, date: question.date)
        }
        answers = answers.filter { question.identifiers.contains($0.key) }

        let unmentioned = question.identifiers.subtracting(answers.keys)
        if !unmentioned.isEmpty {
            let names = Self.list(unmentioned)
            if lookups[lookup]?.hasAskedForUnmentioned == true {
                log(.warning, "The store's answers do not mention \(names). They count as invalid.")
                for identifier in unmentioned { answers[identifier] = Answer(product: nil, date: question.date) }
            } else {
                log(.info, "The store's answer does not mention \(names). It is asked once more.")
                lookups[lookup]?.hasAskedForUnmentioned = true
            }
        }
        warnOfInvalid(answers.filter { $0.value.product == nil }.map(\.key))
        record(answers, of: lookup)
    }

    private mutating func record(_ answers: [ProductIdentifier: Answer], of lookup: LookupID) {
        for (identifier, answer) in answers {
            cache[identifier] = answer
            lookupOf[identifier] = nil
            lookups[lookup]?.identifiers.remove(identifier)
        }
        let waiting = lookups[lookup]?.requests.sorted() ?? []
        if lookups[lookup]?.identifiers.isEmpty == true { end(lookup) }
        for id in waiting {
            guard let request = requests[id] else { continue }
            for identifier in request.identifiers where request.answers[identifier] == nil {
                requests[id]?.answers[identifier] = answers[identifier]
            }
            endIfComplete(id)
        }
    }

    /// Takes a failure of the store to answer.
    ///
    /// Requests that the last known answers serve end at the first failure to reach the store; the others when it is final.
    mutating func fail(_ lookup: LookupID, with error: IAPError, isFinal: Bool) {
        guard let current = lookups[lookup] else { return }
        lookups[lookup]?.lastFailure = error
        log(isFinal ? .warning : .info, "Products could not be looked up\(isFinal ? "" : " yet"): \(error)")
        for id in current.requests.sorted() {
            guard let request = requests[id] else { continue }
            let open = request.identifiers.filter { request.answers[$0] == nil && current.identifiers.contains($0) }
            if isUnreachable(error), request.policy.acceptsLastKnown, open.allSatisfy({ cache[$0] != nil }) {
                for identifier in open {
                    requests[id]?.answers[identifier] = cache[identifier]
                    requests[id]?.answers[identifier]?.isOffline = true
                }
                leave(lookup, id)
                endIfComplete(id)
            } else if isFinal {
                end(id, with: .failure(error))
            }
        }
        if isFinal { end(lookup) }
    }

    private func isUnreachable(_ failure: IAPError?) -> Bool {
        failure?.code == .networkError || failure?.code == .timedOut
    }

    mutating func timeOut(_ lookup: LookupID) {
        let error = IAPError(
            .timedOut,
            "The store did not answer a product request in time. Ask again later, or set a longer timeout.",
            underlying: lookups[lookup]?.lastFailure
        )
        fail(lookup, with: error, isFinal: true)
    }

    private mutating func end(_ lookup: LookupID) {
        guard let ended = lookups.removeValue(forKey: lookup) else { return }
        for identifier in ended.identifiers { lookupOf[identifier] = nil }
        effects.append(.end(lookup))
    }
}

// MARK: - What is known

extension ProductLookups {
    func isOnSale(_ identifier: ProductIdentifier) -> Bool { !offSale.contains(identifier) }

    mutating func setOnSale(_ isOnSale: Bool, for identifier: ProductIdentifier) {
        if isOnSale {
            offSale.remove(identifier)
        } else {
            offSale.insert(identifier)
        }
    }

    func cachedProduct(_ identifier: ProductIdentifier) -> StoreProduct? {
        isOnSale(identifier) ? cache[identifier]?.product : nil
    }

    mutating func storefrontDidChange(to newStorefront: AppStorefront, at now: Date) {
        guard newStorefront != storefront else { return }
        let isFirst = storefront == nil
        storefront = newStorefront
        storefrontChanges += 1
        guard !isFirst else { return }
        log(.info, "The storefront is \(newStorefront.countryCode) now. Earlier answers are dropped.")
        forgetAnswers(at: now)
    }

    mutating func drop(at now: Date) {
        drops += 1
        forgetAnswers(at: now)
    }

    private mutating func forgetAnswers(at now: Date) {
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
    private mutating func log(_ level: IAPLogEvent.Level, _ message: String) {
        effects.append(.log(IAPLogEvent(level, message)))
    }

    /// Names the usual causes
    /// ([`invalidProductIdentifiers`](https://developer.apple.com/documentation/storekit/skproductsresponse/invalidproductidentifiers)).
    private mutating func warnOfInvalid(_ identifiers: [ProductIdentifier]) {
        guard !identifiers.isEmpty else { return }
        log(
            .warning,
            """
            The store does not sell \(Self.list(identifiers)). Check the spelling, whether the product is cleared for sale \
            in App Store Connect and in this storefront, the app's bundle identifier, and the paid apps agreement. A new \
            product can take an hour to appear.
            """
        )
    }

    private static func list(_ identifiers: some Sequence<ProductIdentifier>) -> String {
        identifiers.sorted().map { "“\($0)”" }.joined(separator: ", ")
    }
}
