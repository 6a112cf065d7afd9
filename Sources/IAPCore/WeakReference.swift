/// A reference that does not keep its object, whatever protocol it is known by.
///
/// ```swift
/// let reference = WeakReference { [weak delegate] in delegate }
/// ```
///
/// `@unchecked Sendable`: nothing here changes after `init`, and any thread may read a weak reference. Only the
/// reference is shared: each owner calls the object on the one queue that the owner's documentation names.
package final class WeakReference<Object>: @unchecked Sendable {
    private let read: () -> Object?

    /// - Parameter read: Returns the object, which it captures weakly.
    package init(_ read: @escaping () -> Object?) {
        self.read = read
    }

    /// `nil` once the object is gone.
    package var object: Object? { read() }
}
