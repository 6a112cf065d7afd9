import IAPCore
import IAPStoreKitFile

extension AppStoreServer {
    /// Shows a sheet, and does what the customer does on it.
    mutating func present(_ sheet: StoreSheet, on device: String) throws -> StoreSheet.Outcome {
        let customer = try existingAccount(on: device)
        if let api = sheet.api, let error = store.settings.simulatedErrors[api] { throw error }
        let outcome = store.settings.sheetOutcome
        switch sheet {
        case .refundRequest(let identifier):
            let owner = try owner(of: identifier)
            if outcome == .completed { try act(as: owner) { try $0.refund(identifier, in: &$1) } }
        case .offerCodeRedemption:
            if outcome == .completed { try act(as: customer) { try $0.redeemTypedCode(in: &$1) } }
        case .subscriptionManagement: break
        case .message(let message):
            if outcome == .completed { try act(as: customer) { try $0.follow(message, in: &$1) } }
        }
        return outcome
    }
}

extension StoreSheet {
    fileprivate var api: StoreConfiguration.SimulatedError.API? {
        switch self {
        case .refundRequest: .refundRequestSheet
        case .offerCodeRedemption: .offerCodeRedeemSheet
        case .subscriptionManagement: .manageSubscriptionsSheet
        case .message: nil
        }
    }
}
