public import IAPPersistence

/// What every ``LedgerStorage`` must do, as rules that any test framework can run.
///
/// With Swift Testing:
/// ```swift
/// @Test(arguments: LedgerStorageSuite.rules)
/// func keepsTheContract(rule: LedgerStorageSuite.Rule) async throws {
///     let file = newFile()
///     try await rule.verify { MyStorage(file) }
/// }
/// ```
public enum LedgerStorageSuite {
    /// Opens a medium that is empty at first, anew each time it is called, as another process would. A storage that
    /// lives in memory returns the same instance again.
    public typealias Medium = @Sendable () async throws -> any LedgerStorage
    public typealias Rule = SuiteRule<Medium>

    /// What every storage must do. Each rule needs a medium of its own.
    ///
    /// There are more for storages that can do more: ``rewritingRules``, ``changeRules``.
    public static let rules: [Rule] = [
        empty, order, positions, stalePosition, emptyAppend, durability, atomicity, sharing, concurrency, fidelity,
        unknownKinds, largeEntries, unusualCharacters, foreignPosition,
    ]

    /// Appends entries at the end.
    static func append(
        _ entries: [LedgerEntry],
        to storage: any LedgerStorage,
        after position: LedgerPosition
    ) async throws -> LedgerPosition {
        try require(
            try await storage.append(entries, after: position),
            "An append at the end returned nil, as if another one had come before."
        )
    }

    /// Replaces entries at the end.
    static func replace(
        with entries: [LedgerEntry],
        in storage: any RewritableLedgerStorage,
        after position: LedgerPosition
    ) async throws -> LedgerPosition {
        try require(
            try await storage.replace(with: entries, after: position),
            "A replacement at the end returned nil, as if an append had come before."
        )
    }

    static func requireEntries(_ expected: [LedgerEntry], in storage: any LedgerStorage, _ context: String) async throws
    {
        let found = try await storage.load(after: .start).entries
        try require(
            found == expected,
            "\(context): \(expected.count) entries were expected and \(found.count) found, or others than these: "
                + "\(expected.map(\.kind)), \(found.map(\.kind))."
        )
    }
}
