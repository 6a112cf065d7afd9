public import Foundation
import IAPStoreKitFile
public import IAPCore

extension SandboxAppStore {
    /// Opens a store that sells what a StoreKit configuration file of Xcode's lists, in the way its settings say
    /// ([`init(contentsOf:)`](https://developer.apple.com/documentation/storekittest/sktestsession/init(contentsof:))).
    ///
    /// What the file says wrongly is not sold; ``StoreKitFile/diagnostics`` says so.
    ///
    /// - Parameters:
    ///   - clock: As in ``init(configuration:clock:history:)``.
    ///   - history: As there.
    /// - Throws: ``IAPError`` with code `catalogUnreadable` that names the file, and what that initializer throws.
    public convenience init(
        contentsOf url: URL,
        clock: some StoreClock = ManualClock(),
        history: URL? = nil
    ) throws {
        try self.init(configuration: StoreKitFile(contentsOf: url).configuration, clock: clock, history: history)
    }
}
