public import Foundation
import IAPCore

/// A StoreKit configuration file of Xcode's (`.storekit`), of any format version.
///
/// The file is read by the keys that it has, whatever its version says. A value that cannot be used as it is written is
/// a ``Diagnostic``; nothing is left out without one, except policies, which no simulated store shows, and keys of
/// Xcode's own bookkeeping.
public struct StoreKitFile: Sendable {
    /// What the file sells.
    ///
    /// A product without a readable price, an identifier of its own, a known type, or, for a subscription, a group and
    /// a period is not among the products; its error says so. Other errors leave a product on sale: rules of App Store
    /// Connect that Xcode does not check, such as the characters of an identifier, and a product that stands where
    /// Xcode does not look, such as a subscription in `products`, if the file says where it belongs.
    public let configuration: StoreConfiguration
    /// In the order of the file.
    public let diagnostics: [Diagnostic]
    /// As the file writes it, such as `4.0`; `nil` where it does not.
    public let formatVersion: String?

    /// - Throws: ``IAPError`` with code `catalogUnreadable`, which says what the file is instead and, for broken
    ///   JSON, the line and column where it breaks.
    public init(contentsOf url: URL) throws {
        try self.init(data: Self.data(of: url), name: url.path)
    }

    /// - Parameter name: What errors call the file.
    /// - Throws: As ``init(contentsOf:)`` does.
    public init(data: Data, name: String) throws {
        let root = try Self.root(of: data, name: name)
        var reader = StoreKitFileReader()
        reader.read(root)
        configuration = StoreConfiguration(unchecked: reader.products, settings: reader.settings)
        diagnostics = reader.diagnostics.inOrder()
        formatVersion = reader.formatVersion
    }
}
