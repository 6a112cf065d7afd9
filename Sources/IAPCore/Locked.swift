public import Foundation

/// A value that is accessible only under its lock.
///
/// `Mutex` of the standard library needs iOS 18 and macOS 15; this one serves every deployment target.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {  // the lock guards value
    @usableFromInline let lock = NSLock()
    /// Behind a pointer, which saves the check for exclusive access that a property of a class has.
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

    /// Runs `body` with the lock held. `body` must not call anything that might take the lock again.
    ///
    /// Inlinable, because `body` is often cheaper than a call.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value.pointee)
    }
}
