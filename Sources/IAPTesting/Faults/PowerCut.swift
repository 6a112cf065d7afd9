/// What a disk keeps of that which was not synced, when the power goes.
public struct PowerCut: Hashable, Sendable {
    /// Unsynced data.
    public enum Content: Hashable, Sendable {
        /// The first so many bytes in the order of writing, over all files; a file that was cut short counts as one.
        /// Files end where their last byte is.
        case first(Int)
        /// Everything but some sectors of 512 bytes, which never reached the disk: the files have their size, with NULs
        /// there. Sectors of unsynced data are counted from 0, over all files, in the order of writing.
        case lackingSectors(Range<Int>)
    }

    /// How many unsynced changes of names survive, in their order: files and directories made, renamed or removed.
    public let nameCount: Int
    public let content: Content

    public init(nameCount: Int, content: Content) {
        self.nameCount = nameCount
        self.content = content
    }

    /// Nothing that was not synced.
    public static let losingUnsynced = PowerCut(nameCount: 0, content: .first(0))
    /// Everything, though it was not synced.
    public static let keepingUnsynced = PowerCut(nameCount: .max, content: .first(.max))
}
