import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox

extension Benchmark {
    /// Fifty months of a thousand customers, in virtual time.
    static let subscribers = Benchmark(
        name: "subscribers",
        operation: "a renewal, 1,000 subscribers by the month for 50 months",
        count: 1_000 * 50,
        contenders: [
            Contender(name: "SandboxAppStore") { _ in
                let appStore = try subscribedStore(1_000)
                return try timed(1) { _ in
                    appStore.advance(by: try ProductSubscriptionPeriod(value: 50, unit: .month))
                }
            }
        ],
        measuresMemory: true
    )

    /// Whether time costs by what falls due, or by what there is.
    static let advance = Benchmark(
        name: "advance",
        operation: "a second passes, with nothing due, for so many subscribers",
        count: 1_000,
        contenders: [
            Contender(name: "1,000") { count in try pass(count, subscribers: 1_000) },
            Contender(name: "10", goal: .atMost(1.25)) { count in try pass(count, subscribers: 10) },
        ]
    )

    private static func pass(_ count: Int, subscribers: Int) throws -> Duration {
        let appStore = try subscribedStore(subscribers)
        return timed(count) { _ in appStore.advance(by: 1) }
    }

    private static func subscribedStore(_ count: Int) throws -> SandboxAppStore {
        let month = try ProductDefinition.autoRenewable(
            "com.example.month",
            name: "Month",
            price: "4.99",
            group: "plans",
            period: "P1M"
        )
        let appStore = try SandboxAppStore(configuration: StoreConfiguration(products: [month]))
        let payment = try Payment(productIdentifier: month.productIdentifier)
        for number in 0..<count { try appStore.buyProduct(payment, account: "tester+\(number)@example.com") }
        return appStore
    }
}
