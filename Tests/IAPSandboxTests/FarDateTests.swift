import Foundation
import IAPCore
import IAPSandbox
import Testing

@Suite("Dates out of range", .timeLimit(.minutes(10)))
struct FarDateTests {
    @Test("Advancing by what is no number changes nothing")
    func notANumber() throws {
        let shop = try Shop()
        let before = shop.appStore.clock.now
        shop.appStore.advance(by: .nan)
        shop.appStore.clock.advance(by: .nan)
        #expect(shop.appStore.clock.now == before)
    }

    @Test("Advancing without end ends at the distant future")
    func endless() throws {
        let shop = try Shop()
        shop.appStore.advance(by: .infinity)
        #expect(shop.appStore.clock.now == .distantFuture)
    }
}
