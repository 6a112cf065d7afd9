import IAPCatalog
import IAPCore

/// How the store behaves now: the configuration's settings, and what was overridden since.
struct SandboxSettings: Sendable, Hashable {
    var store: StoreConfiguration.Settings
    var failureError = IAPError.Code.unknown
    var canMakePayments = true
    var isForSale: [ProductIdentifier: Bool] = [:]
    var faults: Set<StoreFault> = []
    var simulatedErrors: [StoreConfiguration.SimulatedError.API: IAPError] = [:]

    init(_ store: StoreConfiguration.Settings) {
        self.store = store
        for error in store.simulatedErrors where error.isEnabled {
            simulatedErrors[error.api] = IAPError(
                .unknown,
                "The configuration makes “\(error.api.rawValue)” fail. Switch the error off in its editor to go on."
            )
        }
    }
}
