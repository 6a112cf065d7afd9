import Foundation
import IAPPersistence

/// A way in which a call on a ``SimulatedDisk`` fails.
public struct DiskFault: Hashable, Sendable {
    enum Effect: Hashable {
        case error(FileError)
        /// Some bytes at most.
        case short(Int)
        /// As Linux does when a write-back fails: the error is reported once, and what was unsynced is never written.
        case dropsUnsynced
    }

    let effect: Effect

    /// `ENOSPC`: the disk is full.
    public static let noSpace = DiskFault(effect: .error(.noSpace))
    /// `EIO`. Of a failed sync, what was unsynced stays so: it may have reached the disk or not.
    public static let inputOutput = DiskFault(effect: .error(.inputOutput))
    /// `EINTR`: a signal came, and the call is to be made again.
    public static let interrupted = DiskFault(effect: .error(.interrupted))
    /// `EACCES`: not allowed.
    public static let notPermitted = DiskFault(effect: .error(.notPermitted))
    /// `EIO` of a sync after which the system takes the file for clean: a later sync succeeds, and what was unsynced
    /// now is lost in the next power cut ([fsync after an error](https://wiki.postgresql.org/wiki/Fsync_Errors)).
    public static let droppedByFailedSync = DiskFault(effect: .dropsUnsynced)

    /// A read or a write does so many bytes at most, and succeeds.
    public static func short(_ byteCount: Int) -> DiskFault { DiskFault(effect: .short(max(1, byteCount))) }
}

/// A kind of call on a ``SimulatedDisk``.
public struct DiskOperation: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let open = DiskOperation(rawValue: "open")
    /// Asking for a file's size and identity.
    public static let status = DiskOperation(rawValue: "status")
    public static let lock = DiskOperation(rawValue: "lock")
    public static let read = DiskOperation(rawValue: "read")
    public static let write = DiskOperation(rawValue: "write")
    public static let truncate = DiskOperation(rawValue: "truncate")
    public static let synchronize = DiskOperation(rawValue: "synchronize")
    public static let rename = DiskOperation(rawValue: "rename")
    public static let remove = DiskOperation(rawValue: "remove")
    public static let createDirectory = DiskOperation(rawValue: "createDirectory")
    public static let synchronizeDirectory = DiskOperation(rawValue: "synchronizeDirectory")
}
