import IAPPersistence

/// A way in which a call on a ``SimulatedDisk`` fails.
public enum DiskFault: Hashable, Sendable {
    /// `ENOSPC`: the disk is full.
    case noSpace
    /// `EIO`. Of a failed sync, what was unsynced stays so: it may have reached the disk or not.
    case inputOutput
    /// `EINTR`: a signal came, and the call is to be made again.
    case interrupted
    /// `EACCES`: not allowed.
    case notPermitted
    /// `EIO` of a sync after which the system takes the file for clean: a later sync succeeds, and what was unsynced
    /// now is lost in the next power cut ([fsync after an error](https://wiki.postgresql.org/wiki/Fsync_Errors)).
    case droppedByFailedSync
    /// A read or a write does so many bytes at most, and succeeds.
    case short(Int)

    /// The error of a call that has no effect.
    var error: FileError? {
        switch self {
        case .noSpace: .noSpace
        case .inputOutput: .inputOutput
        case .interrupted: .interrupted
        case .notPermitted: .notPermitted
        case .droppedByFailedSync, .short: nil
        }
    }

    /// How many bytes a call may read or write.
    var byteLimit: Int {
        if case .short(let count) = self { max(1, count) } else { .max }
    }
}

/// A kind of call on a ``SimulatedDisk``.
public enum DiskOperation: Hashable, Sendable {
    /// `status` asks for a file's size and identity.
    case open, status, lock, read, write, truncate, synchronize
    case rename, remove, createDirectory, synchronizeDirectory
}
