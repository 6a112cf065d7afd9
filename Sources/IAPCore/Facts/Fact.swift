/// One fact of a value: its key in JSON, where the value keeps it, and what a newer revision makes of it.
package struct Fact<Root: Sendable>: Sendable {
    /// What becomes of a fact when the store signs a newer revision.
    package enum Revision: String, Sendable {
        /// It stays as it was first recorded.
        case kept
        /// The newer revision's counts.
        case replaced
        /// The newer revision's counts, unless that leaves it out.
        case replacedIfGiven = "replaced if given"
        /// It tells when and how the store signed, and nothing about the purchase.
        case signature
    }

    package let key: String
    package let form: String
    package let isRequired: Bool
    package let revision: Revision
    /// Whether an app is told when it changes.
    package let isReported: Bool
    package let path: any PartialKeyPath<Root> & Sendable

    let read: @Sendable (inout JSONReader, inout Root) throws -> Void
    let write: @Sendable (Root, inout JSONWriter) -> Void
    let decode: @Sendable (KeyedDecodingContainer<FactKey>, inout Root) throws -> Void
    let encode: @Sendable (Root, inout KeyedEncodingContainer<FactKey>) throws -> Void
    let normalize: @Sendable (inout Root) -> Void
    /// Takes the fact over from a newer revision, as ``revision`` says.
    let take: @Sendable (Root, inout Root) -> Void
    let isEqual: @Sendable (Root, Root) -> Bool
}

extension Fact {
    /// A fact that is always there.
    package static func required<Value: Equatable>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ codec: FactCodec<Value>,
        _ revision: Revision = .kept
    ) -> Fact {
        fact(key, path, codec, isRequired: true, revision, isGiven: { _ in true }, isWritten: { _ in true })
    }

    /// A fact that has a value when it is left out.
    ///
    /// - Parameter isAlwaysWritten: Whether it is written also when it has that value.
    package static func defaulting<Value: Equatable>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ codec: FactCodec<Value>,
        to value: Value,
        isAlwaysWritten: Bool = false,
        _ revision: Revision = .kept
    ) -> Fact {
        fact(
            key,
            path,
            codec,
            revision,
            isGiven: { $0 != value },
            isWritten: { isAlwaysWritten || $0 != value }
        )
    }

    /// A fact that may be left out.
    package static func optional<Value: Equatable>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value?> & Sendable,
        _ codec: FactCodec<Value>,
        _ revision: Revision = .replacedIfGiven,
        isReported: Bool = true
    ) -> Fact {
        var optional = FactCodec<Value?>(codec.form) { reader in
            try codec.read(&reader)
        } write: { value, writer in
            if let value { codec.write(value, &writer) }
        } decode: { decoder in
            try codec.decode(decoder)
        } encode: { value, encoder in
            if let value { try codec.encode(value, encoder) }
        }
        optional.normalized = { .some($0.flatMap(codec.normalized)) }
        return fact(
            key,
            path,
            optional,
            revision,
            isReported: isReported,
            isGiven: { $0 != nil },
            isWritten: { $0 != nil }
        )
    }

    private static func fact<Value: Equatable>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ codec: FactCodec<Value>,
        isRequired: Bool = false,
        _ revision: Revision,
        isReported: Bool = true,
        isGiven: @escaping @Sendable (Value) -> Bool,
        isWritten: @escaping @Sendable (Value) -> Bool
    ) -> Fact where Value: Sendable {
        Fact(
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
            decode: { $1[keyPath: path] = try codec.decode($0.superDecoder(forKey: FactKey(key))) },
            encode: { root, container in
                let value = root[keyPath: path]
                if isWritten(value) { try codec.encode(value, container.superEncoder(forKey: FactKey(key))) }
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
}

/// The key of a fact, for encoders and decoders.
package struct FactKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ key: String) {
        stringValue = key
    }

    package init?(stringValue: String) {
        self.stringValue = stringValue
    }

    package init?(intValue: Int) {
        return nil
    }
}
