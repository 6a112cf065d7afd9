/// All facts of a type, declared once: reading, writing, comparing and updating its values follow from it.
///
/// What is left out, and `null`, is as in ``blank``. Keys that are not known are passed over.
package struct FactTable<Root: Sendable>: Sendable {
    /// In the order in which they are declared.
    package let facts: [Fact<Root>]
    /// What a value is made from: it has everything but its required facts.
    private let blank: Root
    private let check: @Sendable (Root) throws -> Void
    /// By key, as they are written.
    private let sorted: [Fact<Root>]
    // Of each of them what reading and writing need, since to copy a fact is to count a dozen references.
    private let names: [[UInt8]]
    private let reads: [@Sendable (inout JSONReader, inout Root) throws -> Void]
    private let writes: [@Sendable (Root, inout JSONWriter) -> Void]
    /// The required ones among ``sorted``, a bit each.
    private let required: UInt64

    /// - Parameter check: Throws for facts that do not fit each other.
    package init(
        _ blank: Root,
        check: @escaping @Sendable (Root) throws -> Void = { _ in },
        _ facts: [Fact<Root>]
    ) {
        precondition(facts.count <= 64)
        self.blank = blank
        self.check = check
        self.facts = facts
        let sorted = facts.sorted { $0.key < $1.key }
        self.sorted = sorted
        names = sorted.map { Array($0.key.utf8) }
        reads = sorted.map(\.read)
        writes = sorted.map(\.write)
        required = sorted.indices.reduce(0) { $0 | (sorted[$1].isRequired ? 1 << UInt64($1) : 0) }
    }
}

// MARK: JSON

extension FactTable {
    package func read(_ reader: inout JSONReader) throws -> Root {
        var root = blank
        var found: UInt64 = 0
        // Keys mostly come in order, so that the next fact is found at once.
        var next = 0
        let start = reader.position
        try reader.members { reader, key in
            guard let index = index(of: key, from: next, in: reader) else { return try reader.skipValue() }
            next = index + 1
            let bit: UInt64 = 1 << UInt64(index)
            guard found & bit == 0 else { throw reader.fault("“\(sorted[index].key)” is there twice.") }
            if reader.skipNull() { return }
            found |= bit
            do {
                try reads[index](&reader, &root)
            } catch let fault as JSONFault {
                throw fault.below(".\(sorted[index].key)")
            }
        }
        let missing = required & ~found
        guard missing == 0 else {
            throw reader.fault("There is no “\(sorted[missing.trailingZeroBitCount].key)”.", at: start)
        }
        do {
            try check(root)
        } catch {
            throw reader.fault("\(error)", at: start)
        }
        return root
    }

    private func index(of key: JSONKey, from next: Int, in reader: JSONReader) -> Int? {
        for index in next..<names.count where reader.isKey(key, names[index]) { return index }
        for index in 0..<next where reader.isKey(key, names[index]) { return index }
        return nil
    }

    package func write(_ root: Root, to writer: inout JSONWriter) {
        writer.object { writer in
            for write in writes { write(root, &writer) }
        }
    }
}

// MARK: Codable

extension FactTable {
    package func decode(from decoder: any Decoder) throws -> Root {
        let container = try decoder.container(keyedBy: FactKey.self)
        var root = blank
        for fact in sorted {
            let key = FactKey(fact.key)
            guard container.contains(key), try !container.decodeNil(forKey: key) else {
                if !fact.isRequired { continue }
                let context = DecodingError.Context(
                    codingPath: container.codingPath,
                    debugDescription: "It is required."
                )
                throw DecodingError.keyNotFound(key, context)
            }
            try fact.decode(container, &root)
        }
        try check(root)
        return root
    }

    package func encode(_ root: Root, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FactKey.self)
        for fact in sorted { try fact.encode(root, &container) }
    }
}

// MARK: Revisions

extension FactTable {
    /// The value as it is read back once it has been written: dates are in whole milliseconds.
    package func normalized(_ root: Root) -> Root {
        var root = root
        for fact in facts { fact.normalize(&root) }
        return root
    }

    /// Takes over what a newer revision says, besides its signature.
    package func update(_ root: inout Root, with newer: Root) {
        for fact in facts where fact.revision != .kept && fact.revision != .signature { fact.take(newer, &root) }
    }

    /// Takes over when and how a newer revision was signed.
    package func updateSignature(of root: inout Root, with newer: Root) {
        for fact in facts where fact.revision == .signature { fact.take(newer, &root) }
    }

    /// Whether two revisions differ in nothing that an app is told of.
    package func reportTheSame(_ root: Root, _ other: Root) -> Bool {
        facts.allSatisfy { $0.revision == .signature || !$0.isReported || $0.isEqual(root, other) }
    }
}
