import Dispatch
import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("H. A catalog that does not answer, or answers nothing", .timeLimit(.minutes(10)))
struct CatalogFaultsTests {
    @Test("A store that answers with nothing is asked once more; then every identifier is reported as invalid")
    func empty() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.emptyProductsResponse]
        let app = try await shop.launch()
        let response = try await app.store.products(for: [coins, premium])
        #expect(response.products.isEmpty && response.invalidProductIdentifiers == [coins, premium])
        shop.appStore.faults = []
        #expect(try await app.store.products(for: [coins, premium], policy: .fresh).products.count == 2)
    }

    @Test("A look-up that is never answered ends in time")
    func timeout() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.silentProductRequests]
        let clock = ManualClock()
        let catalog = ProductCatalog(connection: shop.appStore.connection(), clock: clock)
        let answer = Task { try await catalog.products(for: [coins]) }
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: 31)
        let error = await #expect(throws: IAPError.self) { try await answer.value }
        #expect(error?.code == .timedOut)
    }

    @Test("A look-up that is never answered ends when its task is cancelled, and the next one asks again")
    func cancellation() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.silentProductRequests]
        let app = try await shop.launch()
        let answer = Task { try await app.store.products(for: [coins]) }
        while app.store.catalog.waitingRequestCount == 0 { await Task.yield() }
        answer.cancel()
        await #expect(throws: CancellationError.self) { try await answer.value }
        shop.appStore.faults = []
        #expect(try await app.store.products(for: [coins]).products.count == 1)
    }

    @Test("A request without an owner is answered all the same")
    func unheld() async throws {
        let app = try await FieldShop().launch()
        let screen = RequestScreen()
        do {
            let request = ProductsRequest(
                productIdentifiers: [coins, "typo"],
                catalog: app.store.catalog,
                callbackQueue: .global()
            )
            request.delegate = screen
            request.start()
        }
        await screen.received.wait(for: "finished")
        #expect(screen.received.all == ["1 valid, 1 invalid", "finished"])
    }
}

private final class RequestScreen: ProductsRequestDelegate, Sendable {
    let received = EventLog()

    func productsRequest(_ request: ProductsRequest, didReceive response: ProductsResponse) {
        received.add("\(response.products.count) valid, \(response.invalidProductIdentifiers.count) invalid")
    }

    func requestDidFinish(_ request: ProductsRequest) { received.add("finished") }
}
