import Foundation
import IAPStoreKitFile

extension StoreConfiguration {
    /// What a StoreKit configuration file sells. Its errors are complained of; what is sound is read all the same.
    ///
    /// - Returns: With the status that the errors leave a command.
    /// - Throws: What keeps the file from being read at all.
    static func read(_ path: String, _ console: Console) throws -> (StoreConfiguration, ExitStatus) {
        let file = try StoreKitFile(contentsOf: URL(fileURLWithPath: path))
        let errors = file.diagnostics.filter { $0.severity == .error }
        for error in errors { console.complain(error.line(in: path)) }
        return (file.configuration, errors.isEmpty ? .success : .failure)
    }
}
