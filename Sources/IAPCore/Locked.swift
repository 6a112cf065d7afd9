import Foundation

/// A value that can be reached only under its lock.
///
/// `Mutex` of the standard library needs iOS 18 and macOS 15; this one serves every deployment target.
package final class Locked<Value>: @unchecked Sendable {  // value is touched under the lock alone
    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
    }

    /// Runs `body` with the lock held. `body` must not call back into anything that might take it again.
    package func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
