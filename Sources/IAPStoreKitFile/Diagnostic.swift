public import IAPCore

extension StoreKitFile {
    /// Something in a file that a developer should know.
    public struct Diagnostic: Hashable, Sendable {
        public enum Severity: String, Hashable, Sendable, CaseIterable {
            /// Xcode or App Store Connect would not take it as it stands, or something is not sold or offered.
            case error
            /// It is read, but probably not as it was meant.
            case warning
            /// It is read and does nothing.
            case note
        }

        public let severity: Severity
        /// What is wrong and what to do.
        public let message: String
        /// The place in the file's structure, such as `$.products[0].displayPrice`.
        public let path: String
        /// Counted from 1.
        public let line: Int?
        /// Counted from 1, in UTF-8 bytes.
        public let column: Int?
        public let productIdentifier: ProductIdentifier?
    }
}

extension StoreKitFile.Diagnostic: CustomStringConvertible {
    /// In the manner of compilers: `line:column: severity: path: message`.
    public var description: String {
        [line, column].compactMap { $0.map { "\($0):" } }.joined() + (line == nil ? "" : " ")
            + "\(severity.rawValue): \(path): \(message)"
    }
}

extension [StoreKitFile.Diagnostic] {
    /// By their place in the file; those of one place as they were made.
    func inOrder() -> [StoreKitFile.Diagnostic] {
        enumerated().sorted { left, right in
            (left.element.line ?? 0, left.element.column ?? 0, left.offset)
                < (right.element.line ?? 0, right.element.column ?? 0, right.offset)
        }.map(\.element)
    }
}
