import Dispatch
import IAPCore

extension LineScan {
    static let smallestWhole = 1 << 22

    /// Reads the two halves of a large range side by side.
    ///
    /// What it returns is what one scan would have found. It is `nil` where that cannot be told, since there is something
    /// wrong in the first half, and for a small range.
    static func ofHalves(
        _ range: Range<Int>,
        after lastLine: Int,
        file: String,
        atLeast smallestWhole: Int = smallestWhole,
        authenticatedLines: AuthenticatedLines? = nil,
        read: @escaping Read
    ) throws -> LineScan? {
        guard range.count >= smallestWhole,
            let middle = try lineStart(behind: range.lowerBound + range.count / 2, read),
            let number = try number(at: middle, read), middle < range.upperBound
        else { return nil }
        let halves = [range.lowerBound..<middle, middle..<range.upperBound]
        let scans = Locked([LineScan?](repeating: nil, count: 2))
        DispatchQueue.concurrentPerform(iterations: 2) { half in
            let lastLine = half == 0 ? lastLine : number - 1
            // A failure is met again by the scan of the whole.
            let scan = try? LineScan(
                halves[half],
                after: lastLine,
                file: file,
                joinedEnd: range.upperBound,
                authenticatedLines: authenticatedLines,
                read: read
            )
            scans.withLock { $0[half] = scan }
        }
        // Taken out, so that joining appends in place.
        var (first, second) = scans.withLock { scans in
            defer { scans = [] }
            return (scans[0], scans[1])
        }
        guard let rest = second.take(), first?.isWhole == true, first?.end == middle, first?.lastLine == number - 1
        else { return nil }
        first?.join(rest)
        return first
    }

    private var isWhole: Bool { errors.isEmpty && tail == nil }

    private static func lineStart(behind offset: Int, _ read: Read) throws -> Int? {
        try piece(at: offset, count: 1 << 16, read) { bytes in
            bytes.firstIndex(of: LineFormat.newline).map { offset + $0 + 1 }
        }
    }

    private static func number(at offset: Int, _ read: Read) throws -> Int? {
        try piece(at: offset, count: 64, read, LineFormat.number)
    }

    private static func piece<Result>(
        at offset: Int,
        count: Int,
        _ read: Read,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result?
    ) throws -> Result? {
        var buffer = [UInt8](repeating: 0, count: count)
        let done = try buffer.withUnsafeMutableBytes { try read(offset, $0) }
        return buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<done])) }
    }
}
