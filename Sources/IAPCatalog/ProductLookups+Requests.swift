import Foundation
import IAPCore

extension ProductLookups {
    /// - Parameter identifiers: Without duplicates.
    mutating func begin(
        for identifiers: [ProductIdentifier],
        policy: ProductRequestPolicy,
        at now: Date,
        _ promise: Promise<ProductsResponse>
    ) -> RequestID {
        lastRequest += 1
        requests[lastRequest] = Request(identifiers: identifiers, policy: policy, promise: promise)
        seekAnswers(of: lastRequest, at: now)
        return lastRequest
    }

    /// Answers from the cache, joins the running look-ups, and starts one for the rest.
    mutating func seekAnswers(of id: RequestID, at now: Date) {
        guard var request = requests[id] else { return }
        var unknown: Set<ProductIdentifier> = []
        for identifier in request.identifiers where request.answers[identifier] == nil {
            if offSale.contains(identifier) {
                request.answers[identifier] = Answer(product: nil, date: now)
            } else if request.policy.acceptsCache, let answer = cache[identifier], isFresh(answer, at: now) {
                request.answers[identifier] = answer
            } else if let lookup = lookups.values.first(where: { $0.identifiers.contains(identifier) }) {
                if request.policy.acceptsLastKnown, isUnreachable(lookup.lastFailure) {
                    request.answers[identifier] = cache[identifier]?.offline
                }
            } else {
                unknown.insert(identifier)
            }
        }
        requests[id] = request
        if !unknown.isEmpty {
            lastLookup += 1
            lookups[lastLookup] = Lookup(identifiers: unknown)
            effects.append(.start(lastLookup))
        }
        endIfComplete(id)
    }

    private func isFresh(_ answer: Answer, at now: Date) -> Bool {
        let lifetime = answer.product == nil ? options.invalidCacheLifetime : options.cacheLifetime
        let age = now.timeIntervalSince(answer.date)
        // The age is unknown after a clock was set back.
        return age >= 0 && age < lifetime.inSeconds
    }

    mutating func endIfComplete(_ id: RequestID) {
        guard let request = requests[id], request.answers.count == request.identifiers.count else { return }
        let answers = request.identifiers.map { ($0, request.answers[$0]) }
        let valid = answers.compactMap { offSale.contains($0) ? nil : $1?.product }
        let invalid = answers.filter { offSale.contains($0) || $1?.product == nil }.map(\.0)
        let offlineSince = answers.compactMap { $1 }.filter(\.isOffline).map(\.date).min()
        if let offlineSince {
            log(.info, "The store cannot be reached. Its answer of \(offlineSince) is used.")
        }
        end(
            id,
            with: .success(
                ProductsResponse(products: valid, invalidProductIdentifiers: invalid, offlineSince: offlineSince)
            )
        )
    }

    mutating func end(_ id: RequestID, with result: Result<ProductsResponse, any Error>) {
        guard let request = requests.removeValue(forKey: id) else { return }
        effects.append(.answer(request.promise, result))
        endIdleLookups()
    }

    /// The identifiers that a request still waits for in a look-up.
    func openIdentifiers(of request: Request, in lookup: Lookup) -> [ProductIdentifier] {
        request.identifiers.filter { request.answers[$0] == nil && lookup.identifiers.contains($0) }
    }

    /// Ends the look-ups for which no request waits.
    mutating func endIdleLookups() {
        for (id, lookup) in lookups
        where requests.values.allSatisfy({ openIdentifiers(of: $0, in: lookup).isEmpty }) {
            lookups[id] = nil
            effects.append(.cancel(lookup.tasks))
        }
    }
}
