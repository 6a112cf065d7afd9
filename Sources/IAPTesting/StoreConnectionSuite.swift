public import IAPCore

/// What every connection to a store must do, as rules that any test framework can run.
///
/// ```swift
/// @Test(arguments: StoreConnectionSuite.rules)
/// func keeps(rule: StoreConnectionSuite.Rule) async throws {
///     let store = MyStore()
///     try await rule.verify(.init(consumable: "coins", nonConsumable: "premium") { store.connect() })
/// }
/// ```
///
/// A rule waits for updates of the connection, and waits for ever where they never come: give the test a time limit.
public enum StoreConnectionSuite {
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

    public typealias Rule = SuiteRule<Subject>

    public static let rules = productRules + purchaseRules + finishingRules + restoringRules
}
