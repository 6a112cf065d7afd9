/// A promise that was not kept.
package struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// - Throws: A ``Violation`` unless the condition holds.
package func require(_ condition: Bool, _ description: @autoclosure () -> String) throws(Violation) {
    if !condition { throw Violation(description()) }
}
