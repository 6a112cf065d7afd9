import IAPCore

extension LedgerFile {
    func authenticatedLines(_ descriptor: FileDescriptor) -> AuthenticatedLines? {
        authentication.map { authentication in
            AuthenticatedLines(authentication: authentication, file: path) { [access] in
                try access.read(descriptor, from: $0, count: $1)
            }
        }
    }

    /// How the MAC of the line behind `end` is computed; `nil` without an authenticator.
    ///
    /// - Parameter header: What is to be written before the line; empty if the file has its header already.
    func mac(
        behind header: [UInt8],
        _ end: Int,
        in descriptor: FileDescriptor
    ) throws -> (([UInt8]) throws -> [UInt8])? {
        try checkMayAdd(behind: header.isEmpty ? end : 0, in: descriptor)
        guard let lines = authenticatedLines(descriptor) else { return nil }
        return mac(after: try header.isEmpty ? lines.previous(of: end) : header)
    }

    func mac(after previous: [UInt8]) -> (([UInt8]) throws -> [UInt8])? {
        guard let authentication else { return nil }
        return { try authentication.mac(of: $0, after: previous) }
    }

    /// Without an authenticator, nothing is added to an authenticated file and nothing put into its place.
    func checkMayAdd(behind end: Int, in descriptor: FileDescriptor) throws {
        guard authentication == nil else { return }
        let last = try AuthenticatedLines.mac(before: end) { try access.read(descriptor, from: $0, count: $1) }
        if last != nil { throw LedgerAuthentication.missingAuthenticator(path) }
    }
}
