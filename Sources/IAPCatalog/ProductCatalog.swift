import Foundation
public import IAPCore

/// The products that a store sells: looked up, shared between requests, and kept for a while.
///
/// Requests that overlap share their work: an identifier is in one look-up at a time. The store's answers are kept, and
/// serve later requests as their ``ProductRequestPolicy`` allows, until the storefront or the locale changes.
///
/// Every method may be called from any thread.
public final class ProductCatalog: Sendable {
    private let connection: any StoreConnection
    private let options: ProductRequestOptions
    private let clock: any StoreClock
    private let log: IAPLogEvent.Handler
    private let state: Locked<ProductLookups>
    /// The products that were switched off sale, or on again.
    package let saleChanges = Broadcast<ProductIdentifier>()

    /// - Parameters:
    ///   - connection: Where products are looked up.
    ///   - clock: For timeouts and pauses. Answers age by the connection's clock, since prices change in the store's
    ///     time.
    ///   - declaredTypes: The kinds of products that the app expects. A product of another kind is logged.
    ///   - log: Where log events go; by default nowhere.
    public init(
        connection: any StoreConnection,
        options: ProductRequestOptions = ProductRequestOptions(),
        clock: any StoreClock = .system,
        declaredTypes: [ProductIdentifier: ProductType] = [:],
        log: @escaping IAPLogEvent.Handler = { _ in }
    ) {
        self.connection = connection
        self.options = options
        self.clock = clock
        self.log = log
        state = Locked(ProductLookups(options: options, declaredTypes: declaredTypes))
    }

    /// Looks products up.
    ///
    /// Each identifier is in one of the response's two lists, once, in the order of the request. A request without
    /// identifiers does not ask the store. Whatever the policy, a request joins a running look-up and shares its
    /// timeout.
    ///
    /// While the store cannot be reached, a look-up is tried again with growing pauses. If the policy accepts the last
    /// known answers, and there is one for every identifier, they are returned at the first failure. An identifier that
    /// the store's answer does not mention is requested once more, and then counts as invalid.
    ///
    /// - Throws: ``IAPError``: `networkError` when every try failed to reach the store, `timedOut` when no answer came
    ///   in time; any other error of the connection without another try. `CancellationError` when the task is
    ///   cancelled, which does not affect other requests for the same products.
    public func products(
        for identifiers: [ProductIdentifier],
        policy: ProductRequestPolicy = .cached
    ) async throws -> ProductsResponse {
        var seen: Set<ProductIdentifier> = []
        let unique = identifiers.filter { seen.insert($0).inserted }
        try Task.checkCancellation()
        let now = connection.clock.now
        let promise = Promise<ProductsResponse>()
        let request = perform { $0.begin(for: unique, policy: policy, at: now, promise) }
        return try await withTaskCancellationHandler {
            try await promise.value()
        } onCancel: {
            perform { $0.end(request, with: .failure(CancellationError())) }
        }
    }

    /// The product as the store last described it, however long ago; `nil` without an answer, or when the product is
    /// off sale.
    ///
    /// Takes a lock, never waits for the store.
    public func cachedProduct(_ identifier: ProductIdentifier) -> StoreProduct? {
        state.withLock { $0.offSale.contains(identifier) ? nil : $0.cache[identifier]?.product }
    }

    /// How many requests wait for an answer. A test waits for it.
    package var waitingRequestCount: Int { state.withLock { $0.requests.count } }

    /// Whether the app sells the product; `true` unless it was switched off. The store is not asked.
    public func isOnSale(_ identifier: ProductIdentifier) -> Bool {
        state.withLock { !$0.offSale.contains(identifier) }
    }

    /// Switches a product off sale, or on again. While it is off, requests report its identifier as invalid, those
    /// running ones too. Lasts as long as the catalog.
    public func setOnSale(_ isOnSale: Bool, for identifier: ProductIdentifier) {
        state.withLock { state in
            if isOnSale {
                state.offSale.remove(identifier)
            } else {
                state.offSale.insert(identifier)
            }
        }
        saleChanges.send(identifier)
    }

    /// Drops the answers of another storefront, and starts running requests again. The catalog also notices by itself
    /// when an answer comes from another storefront.
    package func storefrontDidChange(to storefront: AppStorefront) {
        let now = connection.clock.now
        perform { $0.storefrontDidChange(to: storefront, at: now) }
    }

    /// Drops all answers, and starts running requests again. Call it when the locale changes, since the store names and
    /// describes its products in one language.
    public func dropCache() {
        let now = connection.clock.now
        perform { $0.dropAnswers(at: now) }
    }
}

// MARK: - Effects

extension ProductCatalog {
    /// Changes the state, then carries out the effects outside the lock.
    @discardableResult
    private func perform<Value: Sendable>(_ change: (inout ProductLookups) -> Value) -> Value {
        let (result, effects) = state.withLock { state in (change(&state), state.takeEffects()) }
        for effect in effects { carryOut(effect) }
        return result
    }

    private func carryOut(_ effect: ProductLookups.Effect) {
        switch effect {
        case .start(let lookup): start(lookup)
        case .cancel(let tasks): tasks.forEach { $0.cancel() }
        case .answer(let promise, let result): promise.fulfill(result)
        case .log(let event): log(event)
        }
    }

    private func start(_ lookup: ProductLookups.LookupID) {
        state.withLock { state in
            guard state.lookups[lookup] != nil else { return }
            var tasks = [Task { await ask(lookup) }]
            if let timeout = options.timeout {
                tasks.append(Task { await end(lookup, after: timeout) })
            }
            state.lookups[lookup]?.tasks = tasks
        }
    }

    private func ask(_ lookup: ProductLookups.LookupID) async {
        var pauses = options.retryPauses[...]
        while let question = question(of: lookup) {
            do {
                let response = try await connection.products(for: question.identifiers)
                let now = connection.clock.now
                perform { $0.take(response, to: question, of: lookup, at: now) }
            } catch {
                let message = "The connection to the store failed. See the underlying error."
                let error = IAPError(wrapping: error, as: .unknown, message)
                let pause = error.code == .networkError ? pauses.popFirst() : nil
                perform { $0.fail(lookup, with: error, isFinal: pause == nil) }
                guard let pause else { return }
                // The sleep is cancelled when the look-up ends, and then the loop ends, too.
                try? await clock.sleep(for: pause)
            }
        }
    }

    /// The next question to the store; `nil` once the look-up has ended.
    private func question(of lookup: ProductLookups.LookupID) -> ProductLookups.Question? {
        let now = connection.clock.now
        return state.withLock { $0.question(of: lookup, at: now) }
    }

    private func end(_ lookup: ProductLookups.LookupID, after timeout: Duration) async {
        try? await clock.sleep(for: timeout)
        perform { $0.timeOut(lookup) }
    }
}
