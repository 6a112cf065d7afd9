import IAPCore

extension LedgerFile {
    func sealedLines(_ descriptor: FileDescriptor) -> SealedLines? {
        seal.map { seal in
            SealedLines(seal: seal, file: path) { [access] in try access.read(descriptor, from: $0, count: $1) }
        }
    }

    /// How the line behind `end` is sealed; `nil` when it is not.
    ///
    /// - Parameter header: Of a file that has yet to be written; empty if it is.
    func sealing(
        behind header: [UInt8],
        _ end: Int,
        in descriptor: FileDescriptor
    ) throws -> (([UInt8]) throws -> String)? {
        try checkMayAdd(behind: header.isEmpty ? end : 0, in: descriptor)
        guard let lines = sealedLines(descriptor) else { return nil }
        return sealing(after: try header.isEmpty ? lines.previous(of: end) : header)
    }

    func sealing(after previous: [UInt8]) -> (([UInt8]) throws -> String)? {
        guard let seal else { return nil }
        return { try seal.seal(of: $0, after: previous) }
    }

    /// Without a sealer, nothing is added to a sealed file and nothing put into its place.
    func checkMayAdd(behind end: Int, in descriptor: FileDescriptor) throws {
        guard seal == nil else { return }
        let last = try SealedLines.seal(before: end) { try access.read(descriptor, from: $0, count: $1) }
        if last != nil { throw LedgerSeal.missingSealer(path) }
    }
}
