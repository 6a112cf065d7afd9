package import Foundation

/// JSON of any form, on its way between an encoder or decoder and bytes.
package enum AnyJSON: Codable {
    case null
    case text(String)
    case flag(Bool)
    case integer(Int)
    case number(Decimal)
    case list([AnyJSON])
    case object([String: AnyJSON])

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // What is frequent first: each attempt that fails makes an error.
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let object = try? value.decode([String: AnyJSON].self) {
            self = .object(object)
        } else if value.decodeNil() {
            self = .null
        } else if let integer = try? value.decode(Int.self) {
            self = .integer(integer)
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let list = try? value.decode([AnyJSON].self) {
            self = .list(list)
        } else {
            self = .number(try value.decode(Decimal.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .text(let text): try value.encode(text)
        case .flag(let flag): try value.encode(flag)
        case .integer(let integer): try value.encode(integer)
        case .number(let number): try value.encode(number)
        case .list(let list): try value.encode(list)
        case .object(let object): try value.encode(object)
        }
    }

    /// With sorted keys, so that what means the same is equal.
    package var text: String {
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.encoded("null".utf8)
        case .text(let text): writer.string(text)
        case .flag(let flag): writer.boolean(flag)
        case .integer(let integer): writer.number(integer)
        case .number(let number): writer.encoded(number.description.utf8)
        case .list(let list): writer.array(list) { $1.write(to: &$0) }
        case .object(let object):
            writer.object { writer in
                for (key, value) in object.sorted(by: { $0.key < $1.key }) {
                    writer.key(key)
                    value.write(to: &writer)
                }
            }
        }
    }
}
