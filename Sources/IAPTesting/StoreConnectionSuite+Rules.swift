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
            throw Violation(message: "The store took a payment for “\(unknownProduct)”.")
        },
        Rule("A purchase answers with the payment that was submitted, its quantity and its request") { subject in
            let connection = try await subject.connect()
            var updates = Updates(connection)
            let payment = try await submit(subject.consumable, quantity: 3, to: connection)
            let transaction = try await updates.purchase(answering: payment)
            try require(transaction.payment == payment, "The payment came back as \(transaction.payment).")
            try require(transaction.productType == .consumable, "The type of product is \(transaction.productType).")
            try require(transaction.error == nil, "A purchased transaction bears an error.")
        },
        Rule("A purchase is of the connection's environment, where that can be told") { subject in
            let connection = try await subject.connect()
            var updates = Updates(connection)
            let payment = try await submit(subject.consumable, to: connection)
            let transaction = try await updates.purchase(answering: payment)
            let environment = await connection.environment() ?? transaction.environment
            try require(
                transaction.environment == environment,
                "The purchase is of \(transaction.environment.rawValue), the connection of \(environment.rawValue)."
            )
        },
        Rule("Two purchases under way are two transactions, and each answers its own payment") { subject in
            let connection = try await subject.connect()
            var updates = Updates(connection)
            let first = try await submit(subject.consumable, to: connection)
            let second = try await submit(subject.nonConsumable, to: connection)
            let answers = [
                try await updates.purchase(answering: first), try await updates.purchase(answering: second),
            ]
            try require(answers[0].id != answers[1].id, "Both transactions are \(answers[0].id).")
        },
        Rule("A later reader takes the updates over, and the stream before it ends") { subject in
            let connection = try await subject.connect()
            let earlier = connection.updates()
            var later = Updates(connection)
            let payment = try await submit(subject.consumable, to: connection)
            for await update in earlier {
                guard case .transaction(let transaction) = update else { continue }
                try require(transaction.payment != payment, "The reader before was told of the purchase.")
            }
            _ = try await later.purchase(answering: payment)
        },
        Rule("A checkpoint comes behind the updates sent before it, where the connection sends checkpoints") {
            subject in
            let connection = try await subject.connect()
            var updates = Updates(connection)
            let payment = try await submit(subject.consumable, to: connection)
            _ = try await updates.purchase(answering: payment)
            let checkpoint = UUID()
            guard connection.sendCheckpoint(checkpoint) else { return }
            let another = try await submit(subject.nonConsumable, to: connection)
            try await updates.checkpoint(checkpoint) { transaction in
                try require(transaction.payment != another, "A later purchase came before the checkpoint.")
            }
        },
    ]

    static let finishingRules = [
        Rule("What is not finished comes again, to the next reader and after a relaunch") { subject in
            let connection = try await subject.connect()
            var updates = Updates(connection)
            let payment = try await submit(subject.consumable, to: connection)
            let transaction = try await updates.purchase(answering: payment)

            var next = Updates(connection)
            let again = try await next.transaction(transaction.id)
            try require(again.transactionState == .purchased, "It came again in state \(again.transactionState).")
            let relaunched = try await subject.connect()
            var afterwards = Updates(relaunched)
            let once = try await afterwards.transaction(transaction.id)
            try require(once.payment == payment, "Its payment came again as \(once.payment).")
        },
        Rule("What is finished does not come again") { subject in
            let connection = try await subject.connect()
            var updates = Updates(connection)
            let first = try await submit(subject.consumable, to: connection)
            let finished = try await updates.purchase(answering: first)
            try await connection.finish(finished)
            let second = try await submit(subject.nonConsumable, to: connection)
            let unfinished = try await updates.purchase(answering: second)

            let relaunched = try await subject.connect()
            var afterwards = Updates(relaunched)
            let seen = try await afterwards.transactions(through: unfinished.id)
            try require(!seen.contains { $0.id == finished.id }, "The finished transaction came again.")
        },
        Rule("Finishing twice is harmless") { subject in
            let connection = try await subject.connect()
            var updates = Updates(connection)
            let payment = try await submit(subject.consumable, to: connection)
            let transaction = try await updates.purchase(answering: payment)
            try await connection.finish(transaction)
            try await connection.finish(transaction)
        },
        Rule("After a consumable is finished, buying it again is a new transaction") { subject in
            let connection = try await subject.connect()
            var updates = Updates(connection)
            let payment = try await submit(subject.consumable, to: connection)
            let first = try await updates.purchase(answering: payment)
            try await connection.finish(first)
            let another = try await submit(subject.consumable, to: connection)
            let second = try await updates.purchase(answering: another)
            try require(first.id != second.id, "Both purchases are transaction \(first.id).")
        },
    ]

    static let restoringRules = [
        Rule("Restoring brings a non-consumable back, in state restored and answering no request") { subject in
            let connection = try await subject.connect()
            try await buyBoth(subject, connection)
            let restored = try await connection.restoreCompletedTransactions(applicationUsername: nil)
            let transaction = restored.first { $0.productIdentifier == subject.nonConsumable }
            try require(transaction?.transactionState == .restored, "Restored were \(restored).")
            try require(
                restored.allSatisfy { $0.payment.requestIdentifier == nil },
                "A restored transaction answers a request."
            )
        },
        Rule("Restoring never brings a consumable back") { subject in
            let connection = try await subject.connect()
            try await buyBoth(subject, connection)
            let restored = try await connection.restoreCompletedTransactions(applicationUsername: nil)
            try require(!restored.contains { $0.productType == .consumable }, "A consumable was restored.")
        },
        Rule("Restoring a second time brings the same") { subject in
            let connection = try await subject.connect()
            try await buyBoth(subject, connection)
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

    private static func submit(
        _ product: ProductIdentifier,
        quantity: Int = 1,
        to connection: any StoreConnection
    ) async throws -> Payment {
        let payment = try Payment(productIdentifier: product, quantity: quantity).identified(by: UUID())
        try await connection.submit(payment)
        return payment
    }

    private static func buyBoth(_ subject: Subject, _ connection: any StoreConnection) async throws {
        var updates = Updates(connection)
        for product in [subject.consumable, subject.nonConsumable] {
            let payment = try await submit(product, to: connection)
            try await connection.finish(try await updates.purchase(answering: payment))
        }
    }

    /// A connection's updates, read for the transactions among them.
    private struct Updates {
        private var iterator: AsyncStream<StoreUpdate>.Iterator

        init(_ connection: any StoreConnection) {
            iterator = connection.updates().makeAsyncIterator()
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
                    throw Violation(message: "A purchase ended in state \(transaction.transactionState).")
                }
            }
        }

        mutating func transaction(_ identifier: TransactionIdentifier) async throws -> PaymentTransaction {
            while true {
                let transaction = try await next()
                if transaction.id == identifier { return transaction }
            }
        }

        mutating func transactions(through identifier: TransactionIdentifier) async throws -> [PaymentTransaction] {
            var transactions: [PaymentTransaction] = []
            while transactions.last?.id != identifier { transactions.append(try await next()) }
            return transactions
        }

        mutating func checkpoint(
            _ identifier: UUID,
            each body: (PaymentTransaction) throws -> Void
        ) async throws {
            while let update = await iterator.next() {
                if update == .checkpoint(identifier) { return }
                if case .transaction(let transaction) = update { try body(transaction) }
            }
            throw Violation(message: "The updates ended without the checkpoint.")
        }

        private mutating func next() async throws -> PaymentTransaction {
            while let update = await iterator.next() {
                if case .transaction(let transaction) = update { return transaction }
            }
            throw Violation(message: "The updates ended too early.")
        }
    }
}
