import IAPCore

/// A value of a file, its path, and the product that it belongs to.
struct FileValue {
    let node: JSONNode
    let path: String
    /// `nil` outside of products.
    var product: ProductIdentifier?

    /// The value of a key; of the last one, where a key is repeated, as Foundation has it.
    subscript(_ key: String) -> FileValue? { members.last { $0.key == key }.map(value(of:)) }

    var members: [JSONNode.Member] {
        guard case .object(let members) = node.value else { return [] }
        return members
    }

    func value(of member: JSONNode.Member) -> FileValue {
        FileValue(node: member.node, path: path(of: member.key), product: product)
    }

    /// The same value as a product, by whose identifier diagnostics call everything in it.
    var asProduct: FileValue { FileValue(node: node, path: path, product: self["productID"]?.string) }

    /// `nil` unless it is an array.
    var elements: [FileValue]? {
        guard case .array(let nodes) = node.value else { return nil }
        return nodes.enumerated().map { index, node in
            FileValue(node: node, path: "\(path)[\(index)]", product: product)
        }
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
            !key.isEmpty && key.utf8.allSatisfy { $0 < 0x80 }
            && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isPlain ? "\(path).\(key)" : "\(path)['\(key)']"
    }
}
