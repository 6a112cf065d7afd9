import Foundation
import IAPCore

extension StoreConnectionSuite {
    private static let unknownProduct = "a.product.that.no.store.sells"

    static let productRules = [
        Rule("Products are found, and unknown identifiers reported, in one answer") { subject in
            let response = try await subject.connect().products(for: [
                subject.consumable, subject.nonConsumable, unknownProduct,
            ])
            try require(
                Set(response.products.map(\.productIdentifier)) == [subject.consumable, subject.nonConsumable],
                "The products are \(response.products.map(\.productIdentifier))."
            )
            try require(
                response.invalidProductIdentifiers == [unknownProduct],
                "The invalid identifiers are \(response.invalidProductIdentifiers)."
            )
            try require(
                response.product(subject.consumable)?.type == .consumable
                    && response.product(subject.nonConsumable)?.type == .nonConsumable,
                "The products are not of the types that the subject says."
            )
        }
    ]

    static let purchaseRules = [
        Rule("A payment for an unknown product is refused") { subject in
            let connection = try await subject.connect()
            let payment = try Payment(productIdentifier: unknownProduct).identified(by: UUID())
            do {
                try await connection.submit(payment)
            } catch let error as IAPError where error.code == .productNotAvailable {
                return
            }
            throw SuiteViolation(message: "The store accepted a payment for “\(unknownProduct)”.")
        },
        Rule("A purchase answers with the payment that was submitted, its quantity and its request") { subject in
            var launch = try await Launch(subject)
            let payment = try await launch.submit(subject.consumable, quantity: 3)
            let transaction = try await launch.purchase(answering: payment)
            try require(transaction.payment == payment, "The payment came back as \(transaction.payment).")
            try require(transaction.productType == .consumable, "The type of product is \(transaction.productType).")
            try require(transaction.error == nil, "A purchased transaction bears an error.")
        },
        Rule("A purchase is of the connection's environment, if the connection knows it") { subject in
            var launch = try await Launch(subject)
            let transaction = try await launch.buy(subject.consumable)
            let environment = await launch.connection.environment() ?? transaction.environment
            try require(
                transaction.environment == environment,
                "The purchase is of \(transaction.environment.rawValue), the connection of \(environment.rawValue)."
            )
        },
        Rule("Two purchases under way are two transactions, and each answers its own payment") { subject in
            var launch = try await Launch(subject)
            let payments = [
                try await launch.submit(subject.consumable), try await launch.submit(subject.nonConsumable),
            ]
            let first = try await launch.purchase(answering: payments[0])
            let second = try await launch.purchase(answering: payments[1])
            try require(first.id != second.id, "Both transactions are \(first.id).")
        },
        Rule("A later reader takes the updates over, and the stream before it ends") { subject in
            let connection = try await subject.connect()
            let earlier = connection.updates()
            var later = Launch(connection)
            let payment = try await later.submit(subject.consumable)
            for await update in earlier {
                guard case .transaction(let transaction) = update else { continue }
                try require(transaction.payment != payment, "The earlier reader received the purchase.")
            }
            _ = try await later.purchase(answering: payment)
        },
        Rule("A checkpoint comes behind the updates sent before it, where the connection sends checkpoints") {
            subject in
            var launch = try await Launch(subject)
            _ = try await launch.buy(subject.consumable)
            let checkpoint = UUID()
            guard launch.connection.sendCheckpoint(checkpoint) else { return }
            let another = try await launch.submit(subject.nonConsumable)
            try await launch.checkpoint(checkpoint) { transaction in
                try require(transaction.payment != another, "A later purchase came before the checkpoint.")
            }
        },
    ]

    static let finishingRules = [
        Rule("What is not finished comes again, to the next reader and after a relaunch") { subject in
            var launch = try await Launch(subject)
            let transaction = try await launch.buy(subject.consumable)
            var next = Launch(launch.connection)
            let again = try await next.transactions(through: transaction.id).last
            try require(again?.transactionState == .purchased, "It did not come again as purchased.")
            var relaunch = try await Launch(subject)
            let relaunched = try await relaunch.transactions(through: transaction.id).last
            try require(relaunched?.payment == transaction.payment, "It came again with another payment.")
        },
        Rule("What is finished does not come again") { subject in
            var launch = try await Launch(subject)
            let finished = try await launch.buy(subject.consumable)
            try await launch.connection.finish(finished)
            let unfinished = try await launch.buy(subject.nonConsumable)
            var relaunch = try await Launch(subject)
            let seen = try await relaunch.transactions(through: unfinished.id)
            try require(!seen.contains { $0.id == finished.id }, "The finished transaction came again.")
        },
        Rule("Finishing twice is harmless") { subject in
            var launch = try await Launch(subject)
            let transaction = try await launch.buy(subject.consumable)
            try await launch.connection.finish(transaction)
            try await launch.connection.finish(transaction)
        },
        Rule("After a consumable is finished, buying it again is a new transaction") { subject in
            var launch = try await Launch(subject)
            let first = try await launch.buy(subject.consumable)
            try await launch.connection.finish(first)
            let second = try await launch.buy(subject.consumable)
            try require(first.id != second.id, "Both purchases are transaction \(first.id).")
        },
    ]

    static let restoringRules = [
        Rule("Restoring brings a non-consumable back, in state restored and answering no request") { subject in
            let connection = try await connectionAfterPurchases(subject)
            let restored = try await connection.restoreCompletedTransactions(applicationUsername: nil)
            let transaction = restored.first { $0.productIdentifier == subject.nonConsumable }
            try require(transaction?.transactionState == .restored, "Restored were \(restored).")
            try require(
                restored.allSatisfy { $0.payment.requestIdentifier == nil },
                "A restored transaction answers a request."
            )
        },
        Rule("Restoring never brings a consumable back") { subject in
            let connection = try await connectionAfterPurchases(subject)
            let restored = try await connection.restoreCompletedTransactions(applicationUsername: nil)
            try require(!restored.contains { $0.productType == .consumable }, "A consumable was restored.")
        },
        Rule("Restoring a second time brings the same") { subject in
            let connection = try await connectionAfterPurchases(subject)
            let first = try await connection.restoreCompletedTransactions(applicationUsername: nil)
            for transaction in first { try await connection.finish(transaction) }
            let second = try await connection.restoreCompletedTransactions(applicationUsername: nil)
            try require(
                first.map(\.productIdentifier) == second.map(\.productIdentifier),
                "First \(first.count) transactions were restored, then \(second.count)."
            )
        },
        Rule("Where nothing was bought, restoring brings nothing") { subject in
            let restored = try await subject.connect().restoreCompletedTransactions(applicationUsername: nil)
            try require(restored.isEmpty, "Restored were \(restored).")
        },
    ]

    /// A connection of a customer who has bought both products.
    private static func connectionAfterPurchases(_ subject: Subject) async throws -> any StoreConnection {
        var launch = try await Launch(subject)
        for product in [subject.consumable, subject.nonConsumable] {
            try await launch.connection.finish(try await launch.buy(product))
        }
        return launch.connection
    }

    /// A launch of an app, which reads a connection's updates for the transactions among them.
    private struct Launch {
        let connection: any StoreConnection
        private var updates: AsyncStream<StoreUpdate>.Iterator

        init(_ connection: any StoreConnection) {
            self.connection = connection
            updates = connection.updates().makeAsyncIterator()
        }

        init(_ subject: Subject) async throws {
            self.init(try await subject.connect())
        }

        func submit(_ product: ProductIdentifier, quantity: Int = 1) async throws -> Payment {
            let payment = try Payment(productIdentifier: product, quantity: quantity).identified(by: UUID())
            try await connection.submit(payment)
            return payment
        }

        mutating func buy(_ product: ProductIdentifier) async throws -> PaymentTransaction {
            try await purchase(answering: try await submit(product))
        }

        mutating func purchase(answering payment: Payment) async throws -> PaymentTransaction {
            while true {
                let transaction = try await next()
                guard transaction.payment.requestIdentifier == payment.requestIdentifier else {
                    // In a store where nothing else happens, this can only be the answer, without what marks it.
                    try require(
                        transaction.payment.requestIdentifier != nil,
                        "A transaction bears no request, although a payment with one was submitted."
                    )
                    continue
                }
                switch transaction.transactionState {
                case .purchased: return transaction
                case .purchasing, .deferred: continue
                case .failed, .restored:
                    throw SuiteViolation(message: "A purchase ended in state \(transaction.transactionState).")
                }
            }
        }

        mutating func transactions(through identifier: TransactionIdentifier) async throws -> [PaymentTransaction] {
            var transactions: [PaymentTransaction] = []
            while transactions.last?.id != identifier { transactions.append(try await next()) }
            return transactions
        }

        mutating func checkpoint(_ identifier: UUID, each body: (PaymentTransaction) throws -> Void) async throws {
            while let update = await updates.next() {
                if update == .checkpoint(identifier) { return }
                if case .transaction(let transaction) = update { try body(transaction) }
            }
            throw SuiteViolation(message: "The updates ended without the checkpoint.")
        }

        private mutating func next() async throws -> PaymentTransaction {
            while let update = await updates.next() {
                if case .transaction(let transaction) = update { return transaction }
            }
            throw SuiteViolation(message: "The updates ended too early.")
        }
    }
}
