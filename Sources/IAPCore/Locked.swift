public import Foundation

/// A value that can be reached only under its lock.
///
/// `Mutex` of the standard library needs iOS 18 and macOS 15; this one serves every deployment target.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {  // value is touched under the lock alone
    @usableFromInline let lock = NSLock()
    /// Behind a pointer, since a property of a class is checked at each access for what the lock rules out already.
    @usableFromInline let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    @inlinable
    package init(_ value: sending Value) {
        self.value.initialize(to: value)
    }

    @inlinable
    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Runs `body` with the lock held. `body` must not call back into anything that might take it again.
    ///
    /// Inlinable, since `body` often does less than the call would cost.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value.pointee)
    }
}
