/// All facts of a type, declared once: reading, writing, comparing and updating its values follow from it.
///
/// What is left out, and `null`, is as in ``blank``. Keys that are not known are passed over.
@usableFromInline
package struct FactTable<Root: Sendable>: Sendable {
    /// In the order in which they are declared.
    package let facts: [Fact<Root>]
    /// What a value is made from: it has everything but its required facts.
    @usableFromInline let blank: Root
    @usableFromInline let check: @Sendable (Root) throws -> Void
    // Of each fact, by key, what reading and writing need, since to copy a fact is to count a dozen references.
    @usableFromInline let keys: [String]
    @usableFromInline let names: [ArraySlice<UInt8>]
    @usableFromInline let reads: [@Sendable (inout JSONReader, inout Root) throws -> Void]
    @usableFromInline let writes: [@Sendable (Root, inout JSONWriter) -> Void]
    /// The required ones, a bit each.
    @usableFromInline let required: UInt64

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
        keys = sorted.map(\.key)
        names = keys.map { Array($0.utf8)[...] }
        reads = sorted.map(\.read)
        writes = sorted.map(\.write)
        required = sorted.indices.reduce(0) { $0 | (sorted[$1].isRequired ? 1 << UInt64($1) : 0) }
    }
}

// MARK: JSON

extension FactTable {
    @inlinable
    package func read(_ reader: inout JSONReader) throws -> Root {
        var root = blank
        var found: UInt64 = 0
        // Keys mostly come in order, so that the next fact is found at once.
        var next = 0
        let start = reader.position
        try reader.members { reader, key in
            guard let index = index(of: key, from: next) else { return try reader.skipValue() }
            next = index + 1
            let bit: UInt64 = 1 << UInt64(index)
            guard found & bit == 0 else { throw reader.fault("“\(keys[index])” is there twice.") }
            if reader.skipNull() { return }
            found |= bit
            do {
                try reads[index](&reader, &root)
            } catch let fault as JSONFault {
                throw fault.below(".\(keys[index])")
            }
        }
        let missing = required & ~found
        guard missing == 0 else {
            throw reader.fault("There is no “\(keys[missing.trailingZeroBitCount])”.", at: start)
        }
        do {
            try check(root)
        } catch {
            throw reader.fault("\(error)", at: start)
        }
        return root
    }

    @inlinable
    func index(of key: ArraySlice<UInt8>, from next: Int) -> Int? {
        for index in next..<names.count where names[index] == key { return index }
        for index in 0..<next where names[index] == key { return index }
        return nil
    }

    @inlinable
    package func write(_ root: Root, to writer: inout JSONWriter) {
        writer.object { writer in
            for write in writes { write(root, &writer) }
        }
    }
}

// MARK: Codable

extension FactTable {
    package func decode(from decoder: any Decoder) throws -> Root {
        var writer = JSONWriter()
        try AnyJSON(from: decoder).write(to: &writer)
        var reader = JSONReader(writer.bytes)
        do {
            return try read(&reader)
        } catch let fault as JSONFault {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: fault.path.isEmpty ? fault.message : "\(fault.path): \(fault.message)"
            )
            throw DecodingError.dataCorrupted(context)
        }
    }

    package func encode(_ root: Root, to encoder: any Encoder) throws {
        var writer = JSONWriter()
        write(root, to: &writer)
        var reader = JSONReader(writer.bytes)
        try reader.value().encode(to: encoder)
    }
}

// MARK: Revisions

extension FactTable {
    /// The value as it is read back once it has been written: dates are in whole milliseconds.
    @usableFromInline
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

    /// Whether two revisions differ in nothing that is reported to an app.
    package func reportTheSame(_ root: Root, _ other: Root) -> Bool {
        facts.allSatisfy { $0.revision == .signature || !$0.isReported || $0.isEqual(root, other) }
    }
}
