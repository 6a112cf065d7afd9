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
}
