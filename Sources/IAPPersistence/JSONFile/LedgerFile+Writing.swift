import IAPCore

// MARK: Appending

extension LedgerFile {
    mutating func append(_ entries: [LedgerEntry], after position: LedgerPosition) throws -> LedgerPosition? {
        try prepareToWrite()
        if position == .start { try create() }
        return try withLock(exclusively: true) { file, descriptor in
            try file.append(entries, after: position, to: descriptor)
        } ?? nil
    }

    private mutating func append(
        _ entries: [LedgerEntry],
        after position: LedgerPosition,
        to descriptor: FileDescriptor
    ) throws -> LedgerPosition? {
        if !entries.isEmpty { try checkIsWritable() }
        guard let end = try end(at: position, in: descriptor) else { return nil }
        if entries.isEmpty { return position }
        let header = end.isEmpty ? LineFormat.header(id: end.mark.id) : []
        let line = try LineFormat.line(
            entries,
            number: end.mark.line + 1,
            seal: end.isOwn && seal == nil ? nil : sealing(behind: header, end.mark.end, in: descriptor)
        )
        if opened?.hasDurableName != true {
            try access.synchronizeDirectory()
            if end.isEmpty, createsDirectories { try access.synchronizeDirectoriesAbove() }
            opened?.hasDurableName = true
        }
        let next = end.mark.next(line)
        let size = try write(header + line, to: descriptor, at: end.mark.end - header.count)
        let position = next.position
        seen = locked.map { Seen(status: $0.resized(to: size), end: next.end, last: next, ownPosition: position) }
        return position
    }

    private struct End {
        /// Behind the last line, where there may be room; in an empty file, behind the header that it will have.
        let mark: LedgerMark
        var isEmpty = false
        /// Whether this wrote the last line.
        var isOwn = false
    }

    /// The file's end, if that is what the position means.
    private mutating func end(at position: LedgerPosition, in descriptor: FileDescriptor) throws -> End? {
        let size = try locked?.size ?? access.size(descriptor)
        if size == 0 {
            return position == .start ? End(mark: Self.newHeader(), isEmpty: true) : nil
        }
        guard let header = try readHeader(descriptor) else { return nil }
        let known = seen?.ownPosition == position ? seen?.last : nil
        let mark = known ?? LedgerMark(position) ?? LedgerMark(id: header.id, headerLength: header.bytes.count)
        // Where this has looked at all of the room before, only another line can be new, and that begins at once.
        let isSeen = known != nil && seen?.status == locked
        guard mark.end <= size, try holds(mark, below: header, in: descriptor),
            try isRoom(mark.end..<(isSeen ? min(mark.end + 1, size) : size), in: descriptor)
        else { return nil }
        return End(mark: mark, isOwn: known != nil)
    }

    private static func newHeader() -> LedgerMark {
        let id = String(UInt64.random(in: 0x1000_0000_0000_0000 ... .max), radix: 16)
        return LedgerMark(id: id, headerLength: LineFormat.header(id: id).count)
    }

    /// All or nothing, on the disk; returns how large the file is then.
    private mutating func write(_ bytes: [UInt8], to descriptor: FileDescriptor, at start: Int) throws -> Int {
        let end = start + bytes.count
        var size = try locked?.size ?? access.size(descriptor)
        var room: [UInt8] = []
        if end > size {
            size = (end + Self.roomSize - 1) / Self.roomSize * Self.roomSize
            room = [UInt8](repeating: 0, count: size - end)
        }
        do {
            isUncertain = true
            try access.write(bytes + room, to: descriptor, at: start)
        } catch {
            isUncertain = takeBack(start..<end, in: descriptor) != .cut
            throw error
        }
        do {
            try access.synchronize(descriptor)
            isUncertain = false
        } catch {
            // A system may drop what it could not write, so the file's pages in memory prove nothing any more.
            _ = takeBack(start..<end, in: descriptor)
            throw error
        }
        return size
    }
}

// MARK: Taking back

extension LedgerFile {
    private enum TakingBack {
        /// It is gone, on the disk too.
        case cut
        /// Nobody takes it for a whole line, but it stands there still, or a power cut might bring it back: a load has to
        /// come next.
        case spoiled
        case failed
    }

    /// Sees to it that nobody counts a line, since its writer is told that it failed.
    private mutating func takeBack(_ line: Range<Int>, in descriptor: FileDescriptor) -> TakingBack {
        unsettled = nil
        if (try? access.truncate(descriptor, to: line.lowerBound)) != nil {
            return (try? access.synchronize(descriptor)) == nil ? .spoiled : .cut
        }
        do {
            let size = try access.size(descriptor)
            // With a byte that its checksum does not know in place of its newline, it is a torn line.
            let last = min(size, line.upperBound) - 1
            if last >= line.lowerBound { try access.write([UInt8(ascii: "!")], to: descriptor, at: last) }
            try? access.synchronize(descriptor)
            return .spoiled
        } catch {
            unsettled = line
            return .failed
        }
    }

    /// Takes back what a failed write left, if that was not possible at the time.
    mutating func settle() throws {
        guard let line = unsettled, let opened else { return }
        guard takeBack(line, in: opened.descriptor) != .failed else {
            throw access.failure(
                "An earlier write to the ledger failed and could not be taken back. The file stays locked until it can be."
            )
        }
        access.unlock(opened.descriptor)
    }
}

// MARK: Replacing

extension LedgerFile {
    /// How many entries a line has at most, so that damage to a line costs no more.
    private static let entriesPerLine = 100

    mutating func replace(with entries: [LedgerEntry], after position: LedgerPosition) throws -> LedgerPosition? {
        try prepareToWrite()
        if position == .start { try create() }
        return try withLock(exclusively: true) { file, descriptor in
            try file.checkIsWritable()
            guard let end = try file.end(at: position, in: descriptor) else { return nil }
            try file.checkMayAdd(behind: end.isEmpty ? 0 : end.mark.end, in: descriptor)
            return try file.replace(with: entries)
        } ?? nil
    }

    private mutating func replace(with entries: [LedgerEntry]) throws -> LedgerPosition {
        var mark = Self.newHeader()
        var bytes = LineFormat.header(id: mark.id)
        var previous = bytes
        for start in stride(from: 0, to: entries.count, by: Self.entriesPerLine) {
            let line = try LineFormat.line(
                Array(entries[start..<min(start + Self.entriesPerLine, entries.count)]),
                number: mark.line + 1,
                seal: sealing(after: previous)
            )
            previous = SealedLines.seal(of: line) ?? previous
            bytes += line
            mark = mark.next(line)
        }
        // Nobody else makes it: that takes the lock. What a crash left of an earlier one is written over.
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
        // The descriptor leads to the former file from now on, as everybody finds out who gets its lock.
        isUncertain = true
        try former.synchronizeDirectory()
        isUncertain = false
        seen = written.map { Seen(status: $0, end: bytes.count, last: mark) }
        return mark.position
    }
}
