import IAPCore
import IAPSandbox
import IAPTesting
import Testing

@Suite("The sandbox keeps what every connection promises")
struct ConnectionSuiteTests {
    @Test(arguments: StoreConnectionSuite.rules)
    func keeps(rule: StoreConnectionSuite.Rule) async throws {
        let appStore = try Shop().appStore
        let subject = StoreConnectionSuite.Subject(consumable: coins, nonConsumable: premium) { appStore.connection() }
        try await rule.verify(subject)
    }

    @Test("A connection that breaks its promises is found out", arguments: FaultyConnection.Fault.allCases)
    func faults(fault: FaultyConnection.Fault) async throws {
        var violations = 0
        for rule in StoreConnectionSuite.rules {
            let appStore = try Shop().appStore
            let subject = StoreConnectionSuite.Subject(consumable: coins, nonConsumable: premium) {
                FaultyConnection(base: appStore.connection(), fault: fault)
            }
            do {
                try await rule.verify(subject)
            } catch is SuiteViolation {
                violations += 1
            }
        }
        #expect(violations > 0)
    }
}

struct FaultyConnection: StoreConnection {
    enum Fault: CaseIterable {
        case hidesInvalidIdentifiers, takesUnknownProducts, losesRequests, forgetsToFinish, restoresAsPurchased
        case restoresConsumables, mistakesItsEnvironment
    }

    let base: SandboxConnection
    let fault: Fault

    var canMakePayments: Bool { base.canMakePayments }
    var clock: any StoreClock { base.clock }

    func environment() async -> PaymentTransaction.Environment? {
        fault == .mistakesItsEnvironment ? .production : await base.environment()
    }

    func storefront() async -> AppStorefront? { await base.storefront() }

    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        let response = try await base.products(for: identifiers)
        guard fault == .hidesInvalidIdentifiers else { return response }
        return ProductsResponse(products: response.products, invalidProductIdentifiers: [])
    }

    func updates() -> AsyncStream<StoreUpdate> { base.updates() }

    func submit(_ payment: Payment) async throws {
        do {
            try await base.submit(fault == .losesRequests ? payment.identified(by: nil) : payment)
        } catch  where fault == .takesUnknownProducts {}
    }

    func finish(_ transaction: PaymentTransaction) async throws {
        if fault != .forgetsToFinish { try await base.finish(transaction) }
    }

    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] {
        var restored = try await base.restoreCompletedTransactions(applicationUsername: applicationUsername)
        switch fault {
        case .restoresAsPurchased:
            for index in restored.indices { restored[index].transactionState = .purchased }
        case .restoresConsumables:
            for index in restored.indices { restored[index].productType = .consumable }
        default: break
        }
        return restored
    }
}
