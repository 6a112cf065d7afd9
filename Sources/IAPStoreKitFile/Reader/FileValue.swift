/// A value of a file together with its path.
struct FileValue {
    let node: JSONNode
    let path: String

    /// The value of a key; of the last one, where a key is repeated, as Foundation has it.
    subscript(_ key: String) -> FileValue? {
        members.last { $0.key == key }.map { FileValue(node: $0.node, path: path(of: $0.key)) }
    }

    var members: [JSONNode.Member] {
        guard case .object(let members) = node.value else { return [] }
        return members
    }

    /// `nil` unless it is an array.
    var elements: [FileValue]? {
        guard case .array(let nodes) = node.value else { return nil }
        return nodes.enumerated().map { FileValue(node: $0.element, path: "\(path)[\($0.offset)]") }
    }

    var isNull: Bool {
        if case .null = node.value { true } else { false }
    }

    var isObject: Bool {
        if case .object = node.value { true } else { false }
    }

    var string: String? {
        if case .string(let text) = node.value { text } else { nil }
    }

    var bool: Bool? {
        if case .bool(let value) = node.value { value } else { nil }
    }

    /// The digits of a number, as written.
    var number: String? {
        if case .number(let text) = node.value { text } else { nil }
    }

    /// What it is, for a message.
    var kind: String {
        switch node.value {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }

    func path(of key: String) -> String {
        let isPlain =
            !key.isEmpty
            && key.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
        return isPlain ? "\(path).\(key)" : "\(path)['\(key)']"
    }
}
