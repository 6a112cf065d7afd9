public import IAPCore

/// What every connection to a store keeps, as rules that can be run.
///
/// ```swift
/// @Test(arguments: StoreConnectionSuite.rules)
/// func keeps(rule: StoreConnectionSuite.Rule) async throws {
///     let store = MyStore()
///     try await rule.verify(.init(consumable: "coins", nonConsumable: "premium") { store.connect() })
/// }
/// ```
///
/// A rule waits for what a connection has to tell. It waits for ever where that never comes, so give the test a time
/// limit.
public struct StoreConnectionSuite: Sendable {
    /// A store in which nothing was bought yet, whose customer agrees to every purchase and where every purchase
    /// succeeds. Give each rule a new one.
    public struct Subject: Sendable {
        /// Products that the store sells.
        public let consumable: ProductIdentifier
        public let nonConsumable: ProductIdentifier
        /// Makes a connection for one and the same device and customer, as a launch of the app does.
        public let connect: @Sendable () async throws -> any StoreConnection

        public init(
            consumable: ProductIdentifier,
            nonConsumable: ProductIdentifier,
            connect: @escaping @Sendable () async throws -> any StoreConnection
        ) {
            self.consumable = consumable
            self.nonConsumable = nonConsumable
            self.connect = connect
        }
    }

    /// One thing that a connection promises.
    public struct Rule: Sendable, CustomStringConvertible {
        public let description: String
        private let check: @Sendable (Subject) async throws -> Void

        init(_ description: String, check: @escaping @Sendable (Subject) async throws -> Void) {
            self.description = description
            self.check = check
        }

        /// - Throws: ``Violation`` when the connection breaks the rule; whatever the connection throws.
        public func verify(_ subject: Subject) async throws {
            try await check(subject)
        }
    }

    /// How a rule was broken.
    public struct Violation: Error, Sendable, CustomStringConvertible {
        public let message: String

        public var description: String { message }
    }

    public static let rules = productRules + purchaseRules + finishingRules + restoringRules

    static func require(_ holds: Bool, _ message: @autoclosure () -> String) throws {
        guard holds else { throw Violation(message: message()) }
    }
}
