import IAP

/// A device's disk as one process reaches it.
struct ProcessStorage: RewritableLedgerStorage {
    let storage: any RewritableLedgerStorage
    let life: Life

    func load(after position: LedgerPosition) async throws -> LedgerBatch {
        try await life.perform(.load) { try await storage.load(after: position) }
    }

    func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try await life.perform(.append) { try await storage.append(entries, after: position) }
    }

    func replace(with entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try await life.perform(.append) { try await storage.replace(with: entries, after: position) }
    }
}
