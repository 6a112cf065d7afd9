import Foundation
import IAPCore
import IAPStoreKitFile

/// A payment that the store works on.
struct Purchase: Sendable {
    /// It names no request.
    let payment: Payment
    let product: ProductDefinition
    /// The device that pays; `nil` outside the app.
    var device: String?
    /// The request that the outcome answers.
    var request: UUID?
}
