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
public struct LedgerStorageSuite: Sendable {
    /// One thing that a storage must do.
    public struct Rule: Sendable, CustomStringConvertible {
        /// The rule as a sentence.
        public let description: String

        private let check: @Sendable (Medium) async throws -> Void

        init(_ description: String, _ check: @escaping @Sendable (Medium) async throws -> Void) {
            self.description = description
            self.check = check
        }

        /// Checks the rule on a medium that is empty at first.
        ///
        /// - Parameter open: Opens the medium anew each time it is called, as another process would. A storage that
        ///   lives in memory returns the same instance again.
        /// - Throws: ``Violation`` when the rule is broken, and whatever the storage throws.
        public func verify(_ open: @escaping @Sendable () async throws -> any LedgerStorage) async throws {
            try await check(Medium(open: open))
        }
    }

    /// How a storage broke a rule.
    public struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
        public let message: String

        public var description: String { message }
    }

    /// What every storage must do. Each rule wants a medium of its own.
    ///
    /// There are more for storages that can do more: ``rewritingRules``, ``changeRules``.
    public static let rules: [Rule] = [
        empty, order, positions, stalePosition, emptyAppend, durability, atomicity, sharing, concurrency, fidelity,
        unknownKinds, largeEntries, unusualCharacters, foreignPosition,
    ]

    struct Medium: Sendable {
        let open: @Sendable () async throws -> any LedgerStorage
    }

    static func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(Violation) {
        if !condition { throw Violation(message: message()) }
    }

    static func require<Value>(_ value: Value?, _ message: @autoclosure () -> String) throws(Violation) -> Value {
        guard let value else { throw Violation(message: message()) }
        return value
    }

    /// Appends entries, which must find nobody there before them.
    static func append(
        _ entries: [LedgerEntry],
        to storage: any LedgerStorage,
        after position: LedgerPosition
    ) async throws -> LedgerPosition {
        try require(
            try await storage.append(entries, after: position),
            "An append at the end returned nil, as if somebody else had been there first."
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
