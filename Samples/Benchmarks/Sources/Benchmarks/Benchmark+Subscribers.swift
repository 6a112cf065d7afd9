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
