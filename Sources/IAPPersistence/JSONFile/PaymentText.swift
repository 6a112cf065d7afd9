import Foundation
import IAPCore

/// A payment's text, behind its opening brace.
struct PaymentText {
    typealias Slice = LedgerText.Slice

    private let appAccountToken: Slice?
    private let applicationUsername: Slice?
    let product: Slice
    let quantity: Int
    private let requestIdentifier: Slice?
    private let simulatesAskToBuyInSandbox: Bool

    init?(_ cursor: inout TextCursor) {
        guard let appAccountToken = cursor.optional(#""appAccountToken":""#, read: { $0.uuid() }),
            appAccountToken == nil || cursor.skip(","),
            let applicationUsername = cursor.optional(#""applicationUsername":""#, read: { $0.string() }),
            applicationUsername == nil || cursor.skip(","),
            cursor.skip(#""productIdentifier":""#), let product = cursor.string(), product.count > 0,
            cursor.skip(#","quantity":"#), let quantity = cursor.number(), (1...10).contains(quantity),
            let requestIdentifier = cursor.optional(#","requestIdentifier":""#, read: { $0.uuid() })
        else { return nil }
        simulatesAskToBuyInSandbox = cursor.skip(#","simulatesAskToBuyInSandbox":true"#)
        guard cursor.skip("}") else { return nil }
        self.appAccountToken = appAccountToken
        self.applicationUsername = applicationUsername
        self.product = product
        self.quantity = quantity
        self.requestIdentifier = requestIdentifier
    }

    func payment(in cursor: TextCursor) -> Payment? {
        let payment = try? Payment(
            productIdentifier: cursor.text(product),
            quantity: quantity,
            applicationUsername: applicationUsername.map(cursor.text),
            appAccountToken: appAccountToken.flatMap { UUID(uuidString: cursor.text($0)) },
            simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox
        )
        return payment?.identified(by: requestIdentifier.flatMap { UUID(uuidString: cursor.text($0)) })
    }
}
