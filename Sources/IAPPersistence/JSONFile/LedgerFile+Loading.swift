import IAPCore

extension LedgerFile {
    func load(after position: LedgerPosition) throws -> LedgerBatch {
        try settle()
        if isUncertain { close() }
        let looked = try withLock(exclusively: false) { descriptor, _ in
            if isUncertain {
                // What this reads as gone, or as new, a power cut must not undo.
                try access.synchronize(descriptor)
                try access.synchronizeDirectory()
            }
            return try readBatch(descriptor, after: position, mayMend: false)
        }
        // Only what no other process may be writing can be mended.
        let batch =
            try looked
            ?? withLock(exclusively: true) { descriptor, _ in
                try readBatch(descriptor, after: position, mayMend: true)
            }
        if let batch { return batch }
        content = .unread
        return LedgerBatch(entries: [], end: .start, startsOver: position != .start)
    }

    /// Mends what a crash left, if the file may be written to. Returns `nil` when there is something to mend and that is
    /// not allowed yet.
    private func readBatch(
        _ descriptor: FileDescriptor,
        after position: LedgerPosition,
        mayMend: Bool
    ) throws -> LedgerBatch? {
        let isReadOnly = opened?.isReadOnly == true
        var report: [IAPError] = []
        guard let header = try readHeader(descriptor) else {
            let size = try access.size(descriptor)
            if size > 0 {
                guard mayMend || isReadOnly else { return nil }
                report = try cut(
                    0..<size,
                    "A crash while the file was made left \(size) bytes.",
                    line: 1,
                    in: descriptor
                )
            }
            noteEnd(isReadOnly ? size : 0, nil, in: descriptor)
            return LedgerBatch(entries: [], end: .start, startsOver: position != .start, recoveryReport: report)
        }

        var start = FilePosition(id: header.id, headerLength: header.bytes.count)
        var startsOver = position != .start
        if let known = FilePosition(position), try holds(known, below: header, in: descriptor),
            try access.read(descriptor, from: known.end - 1, count: 1) == [LineFormat.newline]
        {
            start = known
            startsOver = false
        }
        let scan = try self.scan(after: start, in: descriptor)
        if let error = scan.errors.first ?? scan.gap?.error { throw error }

        var end = scan.end
        var entries = scan.entries
        let fileEnd = try contentEnd(descriptor)
        switch scan.tail {
        case nil:
            // The process that wrote this may have been killed before its sync, and a power cut must not take what was
            // read.
            if end != start { try synchronize(lastLine: end, in: descriptor) }
        case .some where !mayMend && !isReadOnly: return nil
        case .unended where !isReadOnly:
            end = end.next(try access.read(descriptor, from: end.end, count: fileEnd - end.end))
            try access.write([LineFormat.newline], to: descriptor, at: end.end - 1)
            try synchronize(lastLine: end, in: descriptor)
            let event = "A crash left the last line without its end. It is whole, and was ended."
            report.append(entry(event, line: end.line))
        case .unended, .torn:
            let tail = end.end..<fileEnd
            let event = "A crash left \(tail.count) bytes of a line, which had not counted."
            report = try cut(tail, event, line: end.line + 1, in: descriptor)
            // A process that may write will end the line; until then a position behind it would not be found again.
            if case .unended(let count) = scan.tail { entries.removeLast(count) }
        }
        noteEnd(isReadOnly ? max(fileEnd, end.end) : end.end, end, in: descriptor)
        return LedgerBatch(entries: entries, end: end.position, startsOver: startsOver, recoveryReport: report)
    }

    /// Brings the last line to the disk; all before it was there before it was written, but for the header of the first.
    ///
    /// After a sync that failed, the system may take for clean what never reached the disk, and the next sync, of another
    /// process too, succeeds without writing it ([Fsync errors](https://wiki.postgresql.org/wiki/Fsync_Errors)). So a line
    /// is written once more, unless this descriptor, which would have received such a failure, has none.
    private func synchronize(lastLine end: FilePosition, in descriptor: FileDescriptor) throws {
        guard let opened, !opened.isReadOnly else { return _ = try? access.synchronize(descriptor) }
        self.opened?.isSynchronized = false
        if !opened.isSynchronized {
            let start = end.line == 2 ? 0 : end.start
            try access.write(access.read(descriptor, from: start, count: end.end - start), to: descriptor, at: start)
        }
        try access.synchronize(descriptor)
        self.opened?.isSynchronized = true
    }

    private func noteEnd(_ offset: Int, _ position: FilePosition?, in descriptor: FileDescriptor) {
        let status = try? access.fileSystem.status(of: descriptor)
        content = status.map { .known(End(status: $0, offset: offset, position: position)) } ?? .unread
    }

    /// Reads lines to the last, and checks their MACs.
    private func scan(after start: FilePosition, in descriptor: FileDescriptor) throws -> LineScan {
        let count = try contentEnd(descriptor) - start.end
        let bytes = try access.read(descriptor, from: start.end, count: count)
        let chain = try checkedChain(before: start.end, in: descriptor)
        return try LineScan(bytes, after: start, file: path, chain: chain)
    }

    // MARK: Mending

    private static let largestRemnant = 65_536

    /// Cuts off what a crash left, and keeps its beginning beside the file for a developer to look into.
    private func cut(
        _ range: Range<Int>,
        _ event: String,
        line: Int,
        in descriptor: FileDescriptor
    ) throws -> [IAPError] {
        if opened?.isReadOnly == true {
            // Reported before: the file was read to here, which is not where a line ends.
            if case .known(let end) = content, end.offset == range.upperBound, end.position?.end != end.offset {
                return []
            }
            return [entry("\(event) They do not count, and stay, since the file may not be written to.", line: line)]
        }
        let remnant = access.beside(".torn")
        let bytes = try access.read(
            descriptor,
            from: range.lowerBound,
            count: min(range.count, Self.largestRemnant)
        )
        let isKept = (try? remnant.make(bytes, durably: false)) != nil
        try access.truncate(descriptor, to: range.lowerBound)
        try access.synchronize(descriptor)
        return [entry("\(event) They were cut off\(isKept ? " and put into \(remnant.path)" : "").", line: line)]
    }

    private func entry(_ message: String, line: Int) -> IAPError {
        IAPError(.ledgerDamaged, message, place: IAPError.Place(file: path, line: line))
    }
}

// MARK: Recovering

extension LedgerFile {
    func recover() throws -> LedgerRecovery {
        try settle()
        return try withLock(exclusively: false) { descriptor, status in
            let header = try firstLine(descriptor)
            var errors: [IAPError] = []
            do {
                _ = try LineFormat.readHeader(header, file: path)
            } catch let error as LineFormat.Fault {
                errors.append(LineScan.damage(error, file: path, line: 1, offset: 0))
            }
            let scan = try self.scan(
                after: FilePosition(id: "", headerLength: min(header.count + 1, status.size)),
                in: descriptor
            )
            errors += scan.errors
            guard let gap = scan.gap else { return LedgerRecovery(entries: scan.entries, errors: errors) }
            errors.append(Self.leavingOut(gap.error))
            return LedgerRecovery(entries: Array(scan.entries.prefix(gap.entryCount)), errors: errors)
        } ?? LedgerRecovery(entries: [], errors: [])
    }

    private static func leavingOut(_ forgery: IAPError) -> IAPError {
        IAPError(
            forgery.code,
            forgery.message + " What follows there is not proven to be the app's own, and is left out.",
            place: forgery.place
        )
    }

    private func firstLine(_ descriptor: FileDescriptor) throws -> ArraySlice<UInt8> {
        let start = try access.read(descriptor, from: 0, count: Self.longestHeader)
        if let end = start.firstIndex(of: LineFormat.newline) { return start[..<end] }
        return try access.read(descriptor, from: 0, count: contentEnd(descriptor)).prefix { $0 != LineFormat.newline }
    }
}
