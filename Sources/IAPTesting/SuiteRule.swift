/// One thing that a plug-in must do, of ``LedgerStorageSuite`` or ``StoreConnectionSuite``.
public struct SuiteRule<Subject: Sendable>: Sendable, CustomStringConvertible {
    /// The rule as a sentence.
    public let description: String
    private let check: @Sendable (Subject) async throws -> Void

    init(_ description: String, _ check: @escaping @Sendable (Subject) async throws -> Void) {
        self.description = description
        self.check = check
    }

    /// - Throws: ``SuiteViolation`` when the plug-in breaks the rule, and whatever the plug-in throws.
    public func verify(_ subject: Subject) async throws {
        try await check(subject)
    }
}

/// How a plug-in broke a rule.
public struct SuiteViolation: Error, Hashable, Sendable, CustomStringConvertible {
    public let message: String

    public var description: String { message }
}

func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(SuiteViolation) {
    if !condition { throw SuiteViolation(message: message()) }
}

func require<Value>(_ value: Value?, _ message: @autoclosure () -> String) throws(SuiteViolation) -> Value {
    guard let value else { throw SuiteViolation(message: message()) }
    return value
}
