import Foundation
import IAPStoreKitFile

extension StoreConfiguration {
    /// Reads a StoreKit configuration file and reports its errors. What is sound in it is read all the same.
    ///
    /// - Returns: The configuration, and the command's exit status after these errors.
    /// - Throws: When the file cannot be read at all.
    static func read(_ path: String, _ console: Console) throws -> (StoreConfiguration, ExitStatus) {
        let file = try StoreKitFile(contentsOf: URL(fileURLWithPath: path))
        let errors = file.diagnostics.filter { $0.severity == .error }
        for error in errors { console.complain(error.line(in: path)) }
        return (file.configuration, errors.isEmpty ? .success : .failure)
    }
}
