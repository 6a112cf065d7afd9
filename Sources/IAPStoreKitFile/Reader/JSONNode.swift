/// A JSON value, with its path and its position in the text. Foundation's readers give no position on Linux, and drop
/// repeated keys.
struct JSONNode: Sendable {
    indirect enum Value: Sendable {
        case null
        case bool(Bool)
        /// As written, so that no digit is lost.
        case number(String)
        case string(String)
        case array([JSONNode])
        /// In the order of the text, repeated keys included.
        case object([Member])
    }

    struct Member: Sendable {
        let key: String
        let position: Position
        let node: JSONNode

        /// The key as a value, for a diagnostic at its position.
        var keyNode: JSONNode { JSONNode(value: .string(key), position: position, path: node.path) }
    }

    /// Counted from 1; columns in UTF-8 bytes.
    struct Position: Hashable, Sendable {
        let line: Int
        let column: Int
    }

    struct Failure: Error {
        let problem: String
        let position: Position
    }

    let value: Value
    let position: Position
    /// Such as `$.products[0].displayPrice`.
    let path: String
}

extension JSONNode {
    /// The value of a key; of the last one, where a key is repeated, as Foundation has it.
    subscript(_ key: String) -> JSONNode? { members.last { $0.key == key }?.node }

    /// Empty unless it is an object.
    var members: [Member] {
        if case .object(let members) = value { members } else { [] }
    }

    /// `nil` unless it is an array.
    var elements: [JSONNode]? {
        if case .array(let elements) = value { elements } else { nil }
    }

    var isNull: Bool {
        if case .null = value { true } else { false }
    }

    var isObject: Bool {
        if case .object = value { true } else { false }
    }

    var string: String? {
        if case .string(let text) = value { text } else { nil }
    }

    var bool: Bool? {
        if case .bool(let value) = value { value } else { nil }
    }

    /// The digits of a number, as written.
    var number: String? {
        if case .number(let text) = value { text } else { nil }
    }

    /// What it is, for a message.
    var kind: String {
        switch value {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
