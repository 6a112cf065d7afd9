package import Foundation

/// How a fact is written in JSON: as bytes, and through any `Encoder` and `Decoder`.
package struct FactCodec<Value: Sendable>: Sendable {
    /// For documentation, such as `date`.
    package let form: String
    let read: @Sendable (inout JSONReader) throws -> Value
    let write: @Sendable (Value, inout JSONWriter) -> Void
    let decode: @Sendable (any Decoder) throws -> Value
    let encode: @Sendable (Value, any Encoder) throws -> Void
    /// What is read back of a value that was written; `nil` for a value that cannot be written.
    var normalized: @Sendable (Value) -> Value? = { $0 }

    package init(
        _ form: String,
        read: @escaping @Sendable (inout JSONReader) throws -> Value,
        write: @escaping @Sendable (Value, inout JSONWriter) -> Void,
        decode: @escaping @Sendable (any Decoder) throws -> Value,
        encode: @escaping @Sendable (Value, any Encoder) throws -> Void
    ) {
        self.form = form
        self.read = read
        self.write = write
        self.decode = decode
        self.encode = encode
    }
}

// MARK: Strings

extension FactCodec {
    /// A string.
    ///
    /// - Parameters:
    ///   - readBytes: Reads the string's UTF-8 when that is faster; `nil` for what `readText` must judge.
    ///   - readText: Returns `nil` for a text that is no such value.
    package static func string(
        _ form: String,
        bytes readBytes: @escaping @Sendable (ArraySlice<UInt8>) -> Value? = { _ in nil },
        read readText: @escaping @Sendable (String) -> Value?,
        write text: @escaping @Sendable (Value) -> String
    ) -> FactCodec {
        FactCodec(form) { reader in
            let start = reader.position
            return try reader.string(readBytes) { text in
                guard let value = readText(text) else {
                    throw JSONFault(position: start, message: "“\(text)” is no \(form).")
                }
                return value
            }
        } write: { value, writer in
            writer.string(text(value))
        } decode: { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let value = readText(text) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(text)” is no \(form).")
            }
            return value
        } encode: { value, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(text(value))
        }
    }
}

extension FactCodec<AppStorefront> {
    /// The country's code. An object with it is read as well, as versions before 1.0 wrote it in a sandbox's history.
    static let storefront: FactCodec = {
        let code = FactCodec.string(
            "country code",
            read: { try? AppStorefront(countryCode: $0) },
            write: { $0.countryCode }
        )
        let object = FactCodec.codable("storefront")
        return FactCodec(code.form) { reader in
            try reader.peek() == UInt8(ascii: "{") ? object.read(&reader) : code.read(&reader)
        } write: { storefront, writer in
            code.write(storefront, &writer)
        } decode: { decoder in
            do {
                return try code.decode(decoder)
            } catch {
                guard let storefront = try? object.decode(decoder) else { throw error }
                return storefront
            }
        } encode: { storefront, encoder in
            try code.encode(storefront, encoder)
        }
    }()
}

extension FactCodec<String> {
    package static let text = FactCodec.string("text", read: { $0 }, write: { $0 })
}

extension FactCodec where Value: RawRepresentable, Value.RawValue == String {
    /// The raw value.
    package static var text: FactCodec {
        .string("text", read: { Value(rawValue: $0) }, write: { $0.rawValue })
    }
}

extension FactCodec<UUID> {
    package static let uuid = FactCodec.string("UUID", read: { UUID(uuidString: $0) }, write: { $0.uuidString })
}

extension FactCodec<Data> {
    package static let base64 = FactCodec.string(
        "Base64",
        read: { Data(base64Encoded: $0) },
        write: { $0.base64EncodedString() }
    )
}

extension FactCodec<Date> {
    /// ISO 8601 in UTC, to the millisecond. A number is read as well: seconds since 2001, as versions before 1.0 wrote
    /// the dates of a sandbox's history.
    package static let date: FactCodec = {
        let text = FactCodec.string(
            "date",
            bytes: { Date(iso8601: $0) },
            read: { Date(iso8601: Array($0.utf8)[...]) },
            write: { $0.iso8601 }
        )
        var codec = FactCodec("date") { reader in
            guard try reader.peek() != UInt8(ascii: "\"") else { return try text.read(&reader) }
            return Date(timeIntervalSinceReferenceDate: Double(try reader.number()) ?? 0)
        } write: { date, writer in
            writer.plainString { date.writeISO8601(to: &$0) }
        } decode: { decoder in
            do {
                return try text.decode(decoder)
            } catch {
                guard let seconds = try? decoder.singleValueContainer().decode(Double.self) else { throw error }
                return Date(timeIntervalSinceReferenceDate: seconds)
            }
        } encode: { date, encoder in
            try text.encode(date, encoder)
        }
        codec.normalized = { Date(millisecondsSince1970: $0.millisecondsSince1970) }
        return codec
    }()
}

extension FactCodec<Decimal> {
    /// A string of decimal digits. A number is read as well, as versions before 1.0 wrote the prices of a sandbox's
    /// history.
    package static let decimal: FactCodec = {
        let text = FactCodec.string("decimal", read: Decimal.init(exactly:), write: { $0.description })
        var codec = FactCodec("decimal") { reader in
            guard try reader.peek() != UInt8(ascii: "\"") else { return try text.read(&reader) }
            let start = reader.position
            guard let number = Decimal(exactly: try reader.number()) else {
                throw reader.fault("The number is too large.", at: start)
            }
            return number
        } write: { number, writer in
            text.write(number, &writer)
        } decode: { decoder in
            do {
                return try text.decode(decoder)
            } catch {
                guard let number = try? decoder.singleValueContainer().decode(Decimal.self) else { throw error }
                return number
            }
        } encode: { number, encoder in
            try text.encode(number, encoder)
        }
        codec.normalized = { $0.isNaN ? nil : $0 }
        return codec
    }()
}

extension Decimal {
    /// Foundation reads what it can of a text, and passes over the rest.
    fileprivate init?(exactly text: String) {
        let isNumber = text.utf8.allSatisfy { byte in
            switch byte {
            case 48...57, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
        guard isNumber, let number = Decimal(string: text), !number.isNaN else { return nil }
        self = number
    }
}

// MARK: Other values

extension FactCodec<Int> {
    package static let integer = FactCodec.value("whole number") {
        try $0.integer()
    } write: {
        $1.number($0)
    }
}

extension FactCodec<Bool> {
    package static let flag = FactCodec.value("flag") {
        try $0.boolean()
    } write: {
        $1.boolean($0)
    }
}

extension FactCodec where Value: Codable {
    /// A value that is `Codable` in the same form.
    package static func value(
        _ form: String,
        read: @escaping @Sendable (inout JSONReader) throws -> Value,
        write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) -> FactCodec {
        FactCodec(form, read: read, write: write) { decoder in
            try Value(from: decoder)
        } encode: { value, encoder in
            try value.encode(to: encoder)
        }
    }
}

extension FactCodec where Value: Codable {
    /// A value in the form of its `Codable`. For what is seldom there.
    package static func codable(_ form: String) -> FactCodec {
        .value(form) { reader in
            let start = reader.position
            do {
                return try JSONDecoder().decode(Value.self, from: reader.valueData())
            } catch let error as JSONFault {
                throw error
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
    package static func list<Element: Sendable>(_ element: FactCodec<Element>) -> FactCodec where Value == [Element] {
        FactCodec("list of \(element.form)") { reader in
            try reader.array { try element.read(&$0) }
        } write: { elements, writer in
            writer.array(elements) { element.write($1, &$0) }
        } decode: { decoder in
            var container = try decoder.unkeyedContainer()
            var elements: [Element] = []
            while !container.isAtEnd { elements.append(try element.decode(container.superDecoder())) }
            return elements
        } encode: { elements, encoder in
            var container = encoder.unkeyedContainer()
            for value in elements { try element.encode(value, container.superEncoder()) }
        }
    }

    /// An object of facts.
    package static func object(_ form: String, _ facts: FactTable<Value>) -> FactCodec {
        var codec = FactCodec(form) { reader in
            try facts.read(&reader)
        } write: { value, writer in
            facts.write(value, to: &writer)
        } decode: { decoder in
            try facts.decode(from: decoder)
        } encode: { value, encoder in
            try facts.encode(value, to: encoder)
        }
        codec.normalized = { facts.normalized($0) }
        return codec
    }
}
