import IAPCore

extension LedgerFile {
    private enum Reading {
        /// Gives up when there is something to mend.
        case looking
        /// With the file locked for nobody else to write meanwhile.
        case mending
        /// Leaves the file as it is, since it may not be written.
        case reporting
    }

    mutating func load(after position: LedgerPosition) throws -> LedgerPage {
        try settle()
        if isUncertain { close() }
        let page = try withLock(exclusively: false) { file, descriptor in
            if file.isUncertain {
                // What this reads as gone, or as new, a power cut must not undo.
                try file.access.synchronize(descriptor)
                try file.access.synchronizeDirectory()
            }
            let reading = file.opened?.isReadOnly == true ? Reading.reporting : .looking
            return try file.readPage(descriptor, after: position, reading)
        }
        // Only what nobody else may be writing can be mended.
        let mended =
            try page
            ?? withLock(exclusively: true) { file, descriptor in
                let reading = file.opened?.isReadOnly == true ? Reading.reporting : .mending
                return try file.readPage(descriptor, after: position, reading)
            }
        isUncertain = false
        if mended == nil { seen = nil }
        return mended ?? LedgerPage(entries: [], end: .start, startsOver: position != .start)
    }

    /// Returns `nil` when there is something to mend, if it is only looking.
    private mutating func readPage(
        _ descriptor: FileDescriptor,
        after position: LedgerPosition,
        _ reading: Reading
    ) throws -> LedgerPage? {
        var repairs: [IAPError] = []
        guard let header = try readHeader(descriptor) else {
            let size = try access.size(descriptor)
            if size > 0 {
                if reading == .looking { return nil }
                let event = "A crash while the file was made left \(size) bytes."
                repairs = try cut(0..<size, event, line: 1, in: descriptor, reading)
            }
            noteEnd(reading == .reporting ? size : 0, behind: nil, in: descriptor)
            return LedgerPage(entries: [], end: .start, startsOver: position != .start, repairs: repairs)
        }

        var start = LedgerMark(id: header.id, headerLength: header.bytes.count)
        var startsOver = position != .start
        if let mark = LedgerMark(position), try holds(mark, below: header, in: descriptor),
            try isLineEnd(mark.end, in: descriptor)
        {
            start = mark
            startsOver = false
        }
        let scan = try self.scan(from: start.end, after: start.line, in: descriptor)
        if let error = scan.errors.first { throw error }
        if let gap = scan.gap { throw gap.error }

        var end = try mark(behind: scan, after: start, in: descriptor)
        var entries = scan.entries
        switch scan.tail {
        case nil:
            // Whoever wrote this may have been killed before the sync, and nobody may rely on what a power cut takes.
            if scan.lastLine > start.line {
                do {
                    try access.synchronize(descriptor)
                } catch {
                    guard reading == .reporting else { throw error }
                }
            }
        case _ where reading == .looking: return nil
        case .unended where reading == .mending:
            let line = try access.read(descriptor, from: end.end, count: scan.fileEnd - end.end)
            end = end.next(line + [LineFormat.newline])
            try access.write([LineFormat.newline], to: descriptor, at: end.end - 1)
            try access.synchronize(descriptor)
            let message = "A crash left the last line without its end. It is whole, and was ended."
            repairs.append(repair(message, line: end.line))
        case .unended, .torn:
            let tail = end.end..<scan.fileEnd
            let event = "A crash left \(tail.count) bytes of a line, which had not counted."
            repairs = try cut(tail, event, line: end.line + 1, in: descriptor, reading)
            if case .unended = scan.tail {
                // Whoever may write the file will end the line; until then a position behind it would not be found again.
                entries.removeLast(scan.unendedEntryCount)
            }
        }
        noteEnd(reading == .reporting ? scan.fileEnd : end.end, behind: end, in: descriptor)
        return LedgerPage(entries: entries, end: end.position, startsOver: startsOver, repairs: repairs)
    }

    /// Reads lines to the last, and checks their seals.
    private func scan(from offset: Int, after lastLine: Int, in descriptor: FileDescriptor) throws -> LineScan {
        let range = try offset..<max(offset, contentEnd(descriptor))
        let read: LineScan.Read = { [access] in try access.read(descriptor, from: $0, into: $1) }
        let lines = sealedLines(descriptor)
        return try LineScan.ofHalves(range, after: lastLine, file: path, sealedLines: lines, read: read)
            ?? LineScan(range, after: lastLine, file: path, sealedLines: lines, read: read)
    }

    /// Where the last line with an end stands.
    private func mark(
        behind scan: LineScan,
        after start: LedgerMark,
        in descriptor: FileDescriptor
    ) throws -> LedgerMark {
        guard let lineStart = scan.lastLineStart else { return start }
        let head = try access.read(descriptor, from: lineStart, count: LineFormat.sumPlace)
        return LedgerMark(
            id: start.id,
            line: scan.lastLine,
            start: lineStart,
            end: scan.end,
            sum: LineFormat.sum(of: head)
        )
    }

    private func isLineEnd(_ offset: Int, in descriptor: FileDescriptor) throws -> Bool {
        try access.read(descriptor, from: offset - 1, count: 1) == [LineFormat.newline]
    }

    // MARK: Mending

    private static let largestRemnant = 65_536

    /// Cuts off what a crash left, and keeps its beginning beside the file for whoever looks into it.
    private mutating func cut(
        _ range: Range<Int>,
        _ event: String,
        line: Int,
        in descriptor: FileDescriptor,
        _ reading: Reading
    ) throws -> [IAPError] {
        guard reading == .mending else {
            if reportedSize == range.upperBound { return [] }
            reportedSize = range.upperBound
            return [repair("\(event) They do not count, and stay, since the file may not be written to.", line: line)]
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
        return [repair("\(event) They were cut off\(isKept ? " and put into \(remnant.path)" : "").", line: line)]
    }

    private func repair(_ message: String, line: Int) -> IAPError {
        IAPError(.ledgerDamaged, message, place: IAPError.Place(file: path, line: line))
    }
}

// MARK: Salvaging

extension LedgerFile {
    mutating func salvage() throws -> LedgerSalvage {
        try settle()
        return try withLock(exclusively: false) { file, descriptor in
            let size = try file.access.size(descriptor)
            let header = try file.firstLine(descriptor)
            var errors: [IAPError] = []
            do {
                _ = try LineFormat.readHeader(header, file: file.path)
            } catch let error as LineFormat.Fault {
                errors.append(LineScan.damage(error, file: file.path, line: 1, offset: 0))
            }
            let start = min(header.count + 1, size)
            let scan = try file.scan(from: start, after: 1, in: descriptor)
            errors += scan.errors
            guard let gap = scan.gap else { return LedgerSalvage(entries: scan.entries, errors: errors) }
            errors.append(Self.leavingOut(gap.error))
            return LedgerSalvage(entries: Array(scan.entries.prefix(gap.entryCount)), errors: errors)
        } ?? LedgerSalvage(entries: [], errors: [])
    }

    private static func leavingOut(_ forgery: IAPError) -> IAPError {
        IAPError(
            forgery.code,
            forgery.message + " What stands from there on is not proven to be the app's own, and is left out.",
            place: forgery.place
        )
    }

    private func firstLine(_ descriptor: FileDescriptor) throws -> ArraySlice<UInt8> {
        let start = try access.read(descriptor, from: 0, count: Self.longestHeader)
        if let end = start.firstIndex(of: LineFormat.newline) { return start[..<end] }
        return try access.read(descriptor, from: 0, count: contentEnd(descriptor)).prefix { $0 != LineFormat.newline }
    }
}
