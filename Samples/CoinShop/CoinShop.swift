import Foundation
import IAP
import IAPSandbox
import SampleShop
import SampleTerminal

/// The program, with a terminal instead of a view.
@main
enum CoinShop {
    static func main() async {
        exit(await SampleProgram(CoinShopViewController.self).run())
    }
}

extension CoinShopViewController: SampleApp {
    static var name: String { "CoinShop" }
    static var shortName: String { "coins" }
    static var catalog: [UInt8] { PackageResources.Shop_storekit }

    var products: [StoreProduct] { iapProducts }
    var labels: [String] { [coinsLabel, premiumLabel] }

    func productRows() async -> [[String]] { iapProducts.map(priceLabels) }

    func simulatorLabels(of appStore: SandboxAppStore) -> [String] {
        ["CHARGED: \(appStore.chargedQuantity(of: Self.coinsProductID))"]
    }

    func topics(on device: Device) -> [CommandTopic] {
        let spend = Command("spend", "COINS", help: "spend coins") { [store] arguments in
            guard let amount = Int(arguments[0]), amount > 0 else {
                throw CommandFailure("“\(arguments[0].printable)” is no number of coins. Write one such as 5.")
            }
            let balance = store.balance(of: "coins")
            guard amount <= balance else {
                throw CommandFailure("You have \(balance) coins. Spend fewer, or buy some.")
            }
            try await store.spend(amount, of: "coins")
            device.console.say("Spent: \(amount) coins.", .good)
        }
        return [CommandTopic("coins", [spend])]
    }
}
