import Foundation
import IAPCore

@testable import IAPStoreKitFile
@testable import IAPSandbox

/// Reads any bytes as the history of a simulated App Store, and lets the store go on from there.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("swift-iap-fuzz-\(getpid())")
    let bytes = Data(bytes: start, count: count)
    succeed("a file is written") { try bytes.write(to: url) }
    do {
        var file = try HistoryFile(url, now: .distantPast)
        let history = file.kept
        var later = history
        later.now = history.now == .distantFuture ? .distantPast : .distantFuture
        // A history is written when it has changed.
        for changed in [later, history] {
            succeed("a history that was read is written") { try file.keep(changed, keepsDate: true) }
        }
        let copy = succeed("a history that was written is read") { try HistoryFile(url, now: .distantPast) }
        require(copy.kept == history, "a history is read as it was written")
        goOn(from: url)
    } catch {
        require([.historyDamaged, .historyVersionUnsupported].contains(error.code), "damage is damage, not \(error)")
        require(try Data(contentsOf: url) == bytes, "a damaged history is not changed")
    }
    return 0
}

private func goOn(from history: URL) {
    let products = succeed("products are made") {
        [
            try ProductDefinition.consumable("coins", name: "Coins", price: "0.99"),
            try ProductDefinition.nonConsumable("premium", name: "Premium", price: "2.99"),
            try ProductDefinition.autoRenewable(
                "monthly",
                name: "Monthly",
                price: "4.99",
                group: "plans",
                period: "P1M"
            ),
        ]
    }
    let appStore = succeed("a store opens on a history that can be read") {
        try SandboxAppStore(configuration: StoreConfiguration(products: products), history: history)
    }
    let known = Set(appStore.allTransactions().map(\.identifier))
    for product in products {
        // What the history says may forbid it.
        let payment = succeed("a payment is made") { try Payment(productIdentifier: product.productIdentifier) }
        try? appStore.tryChange { try $0.submit(payment, from: "device") }
    }
    require(
        known.isSubset(of: appStore.allTransactions().map(\.identifier)),
        "a store forgets nothing"
    )
    let transactions = appStore.allTransactions()
    let reopened = succeed("a history that was added to is read") {
        try SandboxAppStore(configuration: StoreConfiguration(products: products), history: history)
    }
    require(
        appStore.historyError != nil || reopened.allTransactions() == transactions,
        "a change is read as it was made"
    )
}
