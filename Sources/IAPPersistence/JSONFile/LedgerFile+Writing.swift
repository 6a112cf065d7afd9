import IAPCore

// MARK: Appending

extension LedgerFile {
    func append(_ entries: [LedgerEntry], after position: LedgerPosition) throws -> LedgerPosition? {
        try prepareToWrite()
        if position == .start { try create() }
        return try withLock(exclusively: true) { descriptor, status in
            if !entries.isEmpty { try checkIsWritable() }
            guard let (end, header) = try end(at: position, status, in: descriptor) else { return nil }
            if entries.isEmpty { return position }
            let isNew = !header.isEmpty
            var chain = try isNew ? newChain(behind: header) : self.chain(before: end.end, in: descriptor)
            let line = try LineFormat.line(entries, number: end.line + 1, chain: &chain)
            if opened?.hasDurableName != true {
                try access.synchronizeDirectory()
                if isNew, createsDirectories { try access.synchronizeDirectoriesAbove() }
                opened?.hasDurableName = true
            }
            let next = end.next(line.dropLast())
            let size = try write(header + line, to: descriptor, at: end.end - header.count, of: status.size)
            content = .known(End(status: status.resized(to: size), offset: next.end, position: next))
            return next.position
        }
    }

    /// The file's end, if the position means that, and the header that an empty file has to get before it.
    private func end(
        at position: LedgerPosition,
        _ status: FileStatus,
        in descriptor: FileDescriptor
    ) throws -> (FilePosition, header: [UInt8])? {
        if status.size == 0 {
            let end = Self.newHeader()
            return position == .start ? (end, LineFormat.header(id: end.id)) : nil
        }
        guard let header = try readHeader(descriptor) else { return nil }
        let start = FilePosition(id: header.id, headerLength: header.bytes.count)
        guard let end = position == .start ? start : FilePosition(position), end.end <= status.size,
            try holds(end, below: header, in: descriptor),
            try isPadding(end.end..<paddingEnd(behind: end, status), in: descriptor)
        else { return nil }
        return (end, [])
    }

    /// Up to where it has to be looked whether others have written behind a position: where all of the padding was seen
    /// before, only another line can be new, and that begins at once.
    private func paddingEnd(behind position: FilePosition, _ status: FileStatus) -> Int {
        guard case .known(let end) = content, end.status == status, end.offset == position.end else {
            return status.size
        }
        return min(position.end + 1, status.size)
    }

    private static func newHeader() -> FilePosition {
        let id = String(UInt64.random(in: 0x1000_0000_0000_0000 ... .max), radix: 16)
        return FilePosition(id: id, headerLength: LineFormat.header(id: id).count)
    }

    /// Writes all or nothing, durably; returns the file's size then.
    ///
    /// - Parameter size: The file's size now.
    private func write(_ bytes: [UInt8], to descriptor: FileDescriptor, at start: Int, of size: Int) throws -> Int {
        let end = start + bytes.count
        let newSize = end > size ? (end + Self.preallocation - 1) / Self.preallocation * Self.preallocation : size
        let padding = [UInt8](repeating: 0, count: newSize > size ? newSize - end : 0)
        do {
            try access.write(bytes + padding, to: descriptor, at: start)
        } catch {
            let before = content
            if undo(start..<end, in: descriptor) { content = before }
            throw error
        }
        do {
            try access.synchronize(descriptor)
        } catch {
            // A system may drop what it could not write, so the file's pages in memory prove nothing any more.
            _ = undo(start..<end, in: descriptor)
            throw error
        }
        return newSize
    }
}

// MARK: Authenticating

extension LedgerFile {
    /// The MACs up to `offset`, to add to them; `nil` without an authenticator.
    ///
    /// - Throws: ``IAPError`` with code `storageFailed` when there are MACs and no authenticator.
    private func chain(before offset: Int, in descriptor: FileDescriptor) throws -> AuthenticationChain? {
        if authentication == nil, try mac(before: offset, in: descriptor) != nil {
            throw LedgerAuthentication.missingAuthenticator(path)
        }
        return try checkedChain(before: offset, in: descriptor)
    }

    private func newChain(behind header: [UInt8]) -> AuthenticationChain? {
        authentication.map { AuthenticationChain($0, after: nil, text: header) }
    }

    /// The MACs up to `offset`, to check those that follow; `nil` without an authenticator.
    func checkedChain(before offset: Int, in descriptor: FileDescriptor) throws -> AuthenticationChain? {
        try authentication.map {
            let text = { [access] in try access.read(descriptor, from: 0, count: offset) }
            return try AuthenticationChain($0, after: mac(before: offset, in: descriptor), text: text())
        }
    }

    /// The MAC of the line that ends at `offset`; `nil` if it has none.
    private func mac(before offset: Int, in descriptor: FileDescriptor) throws -> [UInt8]? {
        let start = max(0, offset - LineFormat.longestMAC)
        let bytes = try access.read(descriptor, from: start, count: offset - start)
        return bytes.last == LineFormat.newline ? LineFormat.mac(of: bytes.dropLast())?.mac : nil
    }
}

// MARK: Failing

extension LedgerFile {
    var isUncertain: Bool {
        if case .uncertain = content { true } else { false }
    }

    /// What a call that writes begins with.
    private func prepareToWrite() throws {
        try settle()
        guard !isUncertain else {
            throw access.failure(
                "An earlier write to the ledger failed, and what the file holds is not certain. Load it anew."
            )
        }
        // The right to write may have been given since.
        if opened?.isReadOnly == true { close() }
    }

    private func checkIsWritable() throws {
        guard opened?.isReadOnly == true else { return }
        throw access.failure(
            "The ledger's file may be read and not written to, so nothing was recorded. Give the app the right to write the "
                + "file and its directory, or keep the ledger in another place."
        )
    }

    /// Makes sure that no process counts a line whose write is reported as failed. Returns whether the line is gone, on
    /// the disk too; otherwise ``content`` says what is there.
    private func undo(_ line: Range<Int>, in descriptor: FileDescriptor) -> Bool {
        // Although the line is invalid, it is still there, or a power cut might bring it back.
        content = .uncertain
        if (try? access.truncate(descriptor, to: line.lowerBound)) != nil {
            return (try? access.synchronize(descriptor)) != nil
        }
        do {
            let size = try access.size(descriptor)
            // With a byte that its checksum does not know in place of its newline, it is a torn line.
            let last = min(size, line.upperBound) - 1
            if last >= line.lowerBound { try access.write([UInt8(ascii: "!")], to: descriptor, at: last) }
            try? access.synchronize(descriptor)
        } catch {
            content = .invalid(line)
        }
        return false
    }

    /// Undoes what a failed write left, if that was not possible at the time.
    func settle() throws {
        guard case .invalid(let line) = content, let opened else { return }
        _ = undo(line, in: opened.descriptor)
        guard isUncertain else {
            throw access.failure(
                "An earlier write to the ledger failed and could not be undone. The file stays locked until it can be."
            )
        }
        access.unlock(opened.descriptor)
    }
}

// MARK: Replacing

extension LedgerFile {
    /// How many entries a line has at most, so that damage to a line costs no more.
    private static let entriesPerLine = 100

    func replace(with entries: [LedgerEntry], after position: LedgerPosition) throws -> LedgerPosition? {
        try prepareToWrite()
        if position == .start { try create() }
        return try withLock(exclusively: true) { descriptor, status in
            try checkIsWritable()
            guard let (end, header) = try end(at: position, status, in: descriptor) else { return nil }
            // Without an authenticator, nothing takes the place of an authenticated ledger.
            if header.isEmpty { _ = try chain(before: end.end, in: descriptor) }
            return try replace(with: entries)
        }
    }

    private func replace(with entries: [LedgerEntry]) throws -> LedgerPosition {
        var end = Self.newHeader()
        var bytes = LineFormat.header(id: end.id)
        var chain = newChain(behind: bytes)
        for start in stride(from: 0, to: entries.count, by: Self.entriesPerLine) {
            let part = Array(entries[start..<min(start + Self.entriesPerLine, entries.count)])
            let line = try LineFormat.line(part, number: end.line + 1, chain: &chain)
            bytes += line
            end = end.next(line.dropLast())
        }
        // No other process makes this file: that takes the lock. What a crash left of an earlier one is written over.
        let former = try access.destination()
        let new = former.beside(".new")
        let written: FileStatus?
        do {
            try new.make(bytes, durably: true)
            // Once it has its name, others may append to it.
            written = try? new.fileSystem.status(at: new.path)
            try new.rename(to: former.path)
        } catch {
            try? new.remove()
            throw error
        }
        // The descriptor leads to the former file from now on, as every process finds out that gets its lock.
        content = .uncertain
        try former.synchronizeDirectory()
        content = written.map { .known(End(status: $0, offset: bytes.count, position: end)) } ?? .unread
        return end.position
    }
}
