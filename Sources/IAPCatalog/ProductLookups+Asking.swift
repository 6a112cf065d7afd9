import Foundation
import IAPCore

extension ProductLookups {
    func question(of lookup: LookupID, at now: Date) -> Question? {
        lookups[lookup].map { Question(identifiers: $0.identifiers, date: now, generation: generation) }
    }

    /// Handles an answer of the store. The look-up goes on if there is a question left.
    mutating func take(_ response: ProductsResponse, to question: Question, of lookup: LookupID, at now: Date) {
        guard lookups[lookup] != nil else { return }
        guard question.generation == generation else {
            return log(.debug, "An answer came after the storefront or the locale changed. The store is asked again.")
        }
        lookups[lookup]?.lastFailure = nil
        let answering = response.products.first?.storefront
        if storefront == nil {
            storefront = answering
        } else if let answering {
            storefrontDidChange(to: answering, at: now)
            // The requests that waited for it may have joined another look-up.
            guard lookups[lookup] != nil else { return }
        }

        var answers: [ProductIdentifier: Answer] = [:]
        for product in response.products where answers[product.productIdentifier] == nil {
            answers[product.productIdentifier] = Answer(product: known(product), date: question.date)
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
        let ofUnknownKind = response.products.lazy.filter { !ProductType.known.contains($0.type) }.map(\.id)
        warnOfInvalid(answers.filter { $0.value.product == nil }.map(\.key).filter { !ofUnknownKind.contains($0) })
        record(answers, of: lookup)
    }

    /// Keeps answers, and gives them to the requests that wait for them.
    private mutating func record(_ answers: [ProductIdentifier: Answer], of lookup: LookupID) {
        cache.merge(answers) { $1 }
        lookups[lookup]?.identifiers.subtract(answers.keys)
        for id in requests.keys.sorted() {
            guard let request = requests[id] else { continue }
            for identifier in request.identifiers where request.answers[identifier] == nil {
                requests[id]?.answers[identifier] = answers[identifier]
            }
            endIfComplete(id)
        }
        endIdleLookups()
    }

    /// Handles a failed question. A request that accepts the last known answers ends at the first failure to reach the
    /// store, any other request when the failure is final.
    mutating func fail(_ lookup: LookupID, with error: IAPError, isFinal: Bool) {
        guard let current = lookups[lookup] else { return }
        lookups[lookup]?.lastFailure = error
        log(isFinal ? .warning : .info, "Products could not be looked up\(isFinal ? "" : " yet"): \(error)")
        for id in requests.keys.sorted() {
            guard let request = requests[id] else { continue }
            let open = openIdentifiers(of: request, in: current)
            if open.isEmpty { continue }
            if isUnreachable(error), request.policy.acceptsLastKnown, open.allSatisfy({ cache[$0] != nil }) {
                for identifier in open { requests[id]?.answers[identifier] = cache[identifier]?.offline }
                endIfComplete(id)
            } else if isFinal {
                end(id, with: .failure(error))
            }
        }
        endIdleLookups()
    }

    func isUnreachable(_ failure: IAPError?) -> Bool {
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
}
