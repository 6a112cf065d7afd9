/// One fact of a value: its key in JSON, where the value keeps it, and what a newer revision makes of it.
///
/// What reads and writes is inlinable here and in the other files, so that each module that declares facts gets code for
/// its own types.
@usableFromInline
package struct Fact<Root: Sendable>: Sendable {
    /// What becomes of a fact when the store signs a newer revision.
    @usableFromInline
    package enum Revision: String, Sendable {
        /// It stays as it was first recorded.
        case kept
        /// The newer revision's counts.
        case replaced
        /// The newer revision's counts, unless that leaves it out.
        case replacedIfGiven = "replaced if given"
        /// It says when and how the store signed, and nothing about the purchase.
        case signature
    }

    package let key: String
    package let form: String
    package let isRequired: Bool
    package let revision: Revision
    /// Whether a change of it is reported to an app.
    package let isReported: Bool
    package let path: any PartialKeyPath<Root> & Sendable

    let read: @Sendable (inout JSONReader, inout Root) throws -> Void
    let write: @Sendable (Root, inout JSONWriter) -> Void
    let normalize: @Sendable (inout Root) -> Void
    /// Takes the fact over from a newer revision, as ``revision`` says.
    let take: @Sendable (Root, inout Root) -> Void
    let isEqual: @Sendable (Root, Root) -> Bool

    /// - Parameters:
    ///   - isGiven: Whether a newer revision has the fact.
    ///   - isWritten: Whether a value has to be written.
    @inlinable
    init<Value: Equatable & Sendable>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ codec: FactCodec<Value>,
        isRequired: Bool = false,
        _ revision: Revision,
        isReported: Bool = true,
        isGiven: @escaping @Sendable (Value) -> Bool,
        isWritten: @escaping @Sendable (Value) -> Bool
    ) {
        self.init(
            key: key,
            form: codec.form,
            isRequired: isRequired,
            revision: revision,
            isReported: isReported,
            path: path,
            read: { $1[keyPath: path] = try codec.read(&$0) },
            write: { root, writer in
                let value = root[keyPath: path]
                guard isWritten(value) else { return }
                writer.key(key)
                codec.write(value, &writer)
            },
            normalize: { root in
                if let value = codec.normalized(root[keyPath: path]) { root[keyPath: path] = value }
            },
            take: { newer, root in
                let value = newer[keyPath: path]
                if revision == .replaced || isGiven(value) { root[keyPath: path] = value }
            },
            isEqual: { $0[keyPath: path] == $1[keyPath: path] }
        )
    }

    @usableFromInline
    init(
        key: String,
        form: String,
        isRequired: Bool,
        revision: Revision,
        isReported: Bool,
        path: any PartialKeyPath<Root> & Sendable,
        read: @escaping @Sendable (inout JSONReader, inout Root) throws -> Void,
        write: @escaping @Sendable (Root, inout JSONWriter) -> Void,
        normalize: @escaping @Sendable (inout Root) -> Void,
        take: @escaping @Sendable (Root, inout Root) -> Void,
        isEqual: @escaping @Sendable (Root, Root) -> Bool
    ) {
        self.key = key
        self.form = form
        self.isRequired = isRequired
        self.revision = revision
        self.isReported = isReported
        self.path = path
        self.read = read
        self.write = write
        self.normalize = normalize
        self.take = take
        self.isEqual = isEqual
    }
}

extension Fact {
    /// A fact that is always there.
    @inlinable
    package static func required<Value: Equatable>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ codec: FactCodec<Value>,
        _ revision: Revision = .kept
    ) -> Fact {
        Fact(key, path, codec, isRequired: true, revision, isGiven: { _ in true }, isWritten: { _ in true })
    }

    /// A fact that has a value when it is left out.
    ///
    /// - Parameter isAlwaysWritten: Whether it is written also when it has that value.
    @inlinable
    package static func defaulting<Value: Equatable>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ codec: FactCodec<Value>,
        to value: Value,
        isAlwaysWritten: Bool = false,
        _ revision: Revision = .kept
    ) -> Fact {
        Fact(key, path, codec, revision, isGiven: { $0 != value }, isWritten: { isAlwaysWritten || $0 != value })
    }

    /// A fact that may be left out.
    @inlinable
    package static func optional<Value: Equatable>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value?> & Sendable,
        _ codec: FactCodec<Value>,
        _ revision: Revision = .replacedIfGiven,
        isReported: Bool = true
    ) -> Fact {
        let optional = FactCodec<Value?>(codec.form) {
            .some($0.flatMap(codec.normalized))
        } read: { reader in
            try codec.read(&reader)
        } write: { value, writer in
            if let value { codec.write(value, &writer) }
        }
        let isGiven: @Sendable (Value?) -> Bool = { $0 != nil }
        return Fact(key, path, optional, revision, isReported: isReported, isGiven: isGiven, isWritten: isGiven)
    }
}
