import Foundation
import IAP
import IAPSandbox
import SampleShop
import SampleTerminal

/// The terminal around the shop.
@main
enum CoinShop {
    static func main() async {
        exit(await SampleProgram<Shop>.run())
    }
}

extension Shop: SampleShop {
    static var name: String { "CoinShop" }
    static var shortName: String { "coins" }
    static var shippedCatalog: [UInt8] { PackageResources.Shop_storekit }

    static func topics(in session: Session<Shop>) -> [CommandTopic] { [CoinCommands(session: session).topic] }

    func status(in session: Session<Shop>) -> [String] {
        [
            "COINS: \(coinBalance)",
            "PREMIUM: \(isPremium ? "PURCHASED" : "LOCKED")",
            "CHARGED: \(session.appStore.chargedQuantity(of: Self.coins))",
        ]
    }

    // A screen goes on while a delegate waits; a script waits as well.

    func availableProducts() async throws -> [StoreProduct] {
        loadProducts()
        return try await feed.next { news -> Result<[StoreProduct], IAPError>? in
            switch news {
            case .products(let products): .success(products)
            case .productsFailed(let error): .failure(error)
            default: nil
            }
        }.get()
    }

    func purchase(_ product: StoreProduct, quantity: Int) async throws -> PurchaseResult {
        let identifier = product.productIdentifier
        buy(product, quantity: quantity)
        return try await feed.next { news -> Result<PurchaseResult, IAPError>? in
            switch news {
            case .delivered(let transaction) where transaction.productIdentifier == identifier:
                .success(.purchased(transaction))
            case .deferred(let transaction) where transaction.productIdentifier == identifier:
                .success(.pending(transaction))
            case .failed(let transaction) where transaction.productIdentifier == identifier:
                transaction.error?.code == .paymentCancelled
                    ? .success(.cancelled)
                    : .failure(transaction.error ?? IAPError(.unknown, "The store gave no reason."))
            case .refused(identifier, let error): .failure(error)
            default: nil
            }
        }.get()
    }

    func restorePurchases() async throws -> [PaymentTransaction] {
        restore()
        return try await feed.next { news -> Result<[PaymentTransaction], IAPError>? in
            switch news {
            case .restored(let transactions): .success(transactions)
            case .restoreFailed(let error): .failure(error)
            default: nil
            }
        }.get()
    }
}
