/// The end of a line in a ledger's file, as a position: `id:line:start:end:sum`.
///
/// The header's `id`, the line's number, the bytes where it starts and where the next one would, and its checksum. The sum
/// distinguishes a file that was put back to an earlier state, and has grown since, from one that has only grown.
struct FilePosition: Equatable, Sendable {
    let id: String
    let line: Int
    let start: Int
    let end: Int
    /// Eight digits; none for the header.
    let sum: String

    var position: LedgerPosition { LedgerPosition(rawValue: "\(id):\(line):\(start):\(end):\(sum)") }

    /// Behind the header.
    init(id: String, headerLength: Int) {
        self.init(id: id, line: 1, start: 0, end: headerLength, sum: "")
    }

    init(id: String, line: Int, start: Int, end: Int, sum: String) {
        self.id = id
        self.line = line
        self.start = start
        self.end = end
        self.sum = sum
    }

    init?(_ position: LedgerPosition) {
        let parts = position.rawValue.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 5, let line = Int(parts[1]), let start = Int(parts[2]), let end = Int(parts[3]),
            line > 0, start >= 0, end > start
        else { return nil }
        self.init(id: String(parts[0]), line: line, start: start, end: end, sum: String(parts[4]))
    }

    /// Behind the next line, which is without its newline here.
    func next(_ line: some Collection<UInt8>) -> FilePosition {
        let sum = LineFormat.sum(of: line)
        return FilePosition(id: id, line: self.line + 1, start: end, end: end + line.count + 1, sum: sum)
    }
}
