import Foundation

/// A value that can be reached only under its lock, and waited for.
final class Monitor<Value>: @unchecked Sendable {  // value is touched under the lock alone
    private let condition = NSCondition()
    private var value: Value

    init(_ value: sending Value) {
        self.value = value
    }

    /// Runs `body` with the lock held, then wakes whoever waits for a change.
    func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return try body(&value)
    }

    /// Runs `body` again after each change, until it returns something. The thread waits.
    func wait<Result, Failure: Error>(
        for body: (inout Value) throws(Failure) -> Result?
    ) throws(Failure) -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        while true {
            if let result = try body(&value) { return result }
            condition.wait()
        }
    }
}
