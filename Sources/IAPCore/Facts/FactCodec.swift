package import Foundation

/// How a fact is written in JSON.
@usableFromInline
package struct FactCodec<Value: Sendable>: Sendable {
    /// For documentation, such as `date`.
    @usableFromInline package let form: String
    /// What is read back of a value that was written; `nil` for a value that cannot be written.
    @usableFromInline let normalized: @Sendable (Value) -> Value?
    @usableFromInline let read: @Sendable (inout JSONReader) throws -> Value
    @usableFromInline let write: @Sendable (Value, inout JSONWriter) -> Void

    @usableFromInline
    package init(
        _ form: String,
        normalized: @escaping @Sendable (Value) -> Value? = { $0 },
        read: @escaping @Sendable (inout JSONReader) throws -> Value,
        write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        self.form = form
        self.normalized = normalized
        self.read = read
        self.write = write
    }
}

// MARK: Strings

extension FactCodec {
    /// A string.
    ///
    /// - Parameter value: Returns `nil` for a text that is no such value.
    @inlinable
    package static func string(
        _ form: String,
        normalized: @escaping @Sendable (Value) -> Value? = { $0 },
        read value: @escaping @Sendable (String) -> Value?,
        write text: @escaping @Sendable (Value) -> String
    ) -> FactCodec {
        FactCodec(form, normalized: normalized) { reader in
            let start = reader.position
            let text = try reader.string()
            guard let value = value(text) else { throw reader.fault("“\(text)” is no \(form).", at: start) }
            return value
        } write: { value, writer in
            writer.string(text(value))
        }
    }
}

extension FactCodec<String> {
    package static let text = FactCodec.string("text", read: { $0 }, write: { $0 })
}

extension FactCodec where Value: RawRepresentable, Value.RawValue == String {
    /// The raw value.
    @inlinable
    package static var text: FactCodec {
        .string("text", read: { Value(rawValue: $0) }, write: { $0.rawValue })
    }
}

extension FactCodec<AppStorefront> {
    static let storefront = FactCodec.string(
        "country code",
        read: { try? AppStorefront(countryCode: $0) },
        write: { $0.countryCode }
    )
}

extension FactCodec<UUID> {
    package static let uuid = FactCodec.string("UUID", read: { UUID(uuidString: $0) }, write: { $0.uuidString })
}

extension FactCodec<Decimal> {
    package static let decimal = FactCodec.string(
        "decimal",
        normalized: { $0.isNaN ? nil : $0 },
        read: Decimal.init(exactly:),
        write: { $0.description }
    )
}

extension Decimal {
    /// Foundation reads what it can of a text, and passes over the rest.
    init?(exactly text: String) {
        let isNumber = text.utf8.allSatisfy { (48...57).contains($0) || ".-+eE".utf8.contains($0) }
        guard isNumber, let number = Decimal(string: text), !number.isNaN else { return nil }
        self = number
    }
}

extension FactCodec<Date> {
    /// ISO 8601 in UTC, to the millisecond.
    package static let date = FactCodec("date") {
        Date(millisecondsSince1970: $0.millisecondsSince1970)
    } read: { reader in
        let start = reader.position
        let text = try reader.stringBytes()
        guard let date = Date(iso8601: text) else {
            throw reader.fault("“\(String(decoding: text, as: UTF8.self))” is no date.", at: start)
        }
        return date
    } write: { date, writer in
        writer.string(date.iso8601)
    }
}

// MARK: Other values

extension FactCodec<Int> {
    package static let integer = FactCodec("whole number") {
        try $0.integer()
    } write: {
        $1.number($0)
    }
}

extension FactCodec<Bool> {
    package static let flag = FactCodec("flag") {
        try $0.boolean()
    } write: {
        $1.boolean($0)
    }
}

extension FactCodec where Value: Codable {
    /// A value in the form of its `Codable`. For what is seldom there.
    package static func codable(_ form: String) -> FactCodec {
        FactCodec(form) { reader in
            let start = reader.position
            let json = try reader.valueBytes()
            do {
                return try JSONDecoder().decode(Value.self, from: Data(json))
            } catch {
                throw reader.fault("This is no \(form): \(error)", at: start)
            }
        } write: { value, writer in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            writer.encoded((try? encoder.encode(value)) ?? Data("null".utf8))
        }
    }
}

extension FactCodec {
    /// A list of values.
    @inlinable
    package static func list<Element: Sendable>(_ element: FactCodec<Element>) -> FactCodec where Value == [Element] {
        FactCodec("list of \(element.form)") { reader in
            try reader.array { try element.read(&$0) }
        } write: { elements, writer in
            writer.array(elements) { element.write($1, &$0) }
        }
    }

    /// An object of facts.
    @inlinable
    package static func object(_ form: String, _ facts: FactTable<Value>) -> FactCodec {
        FactCodec(form) {
            facts.normalized($0)
        } read: { reader in
            try facts.read(&reader)
        } write: { value, writer in
            facts.write(value, to: &writer)
        }
    }
}
