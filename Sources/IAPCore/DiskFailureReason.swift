package import Foundation

/// What keeps a file from being read or written, where somebody can do something about it.
package enum DiskFailureReason: Hashable, Sendable, CaseIterable {
    case noSpace, notPermitted, readOnlyVolume, isDirectory, notDirectory, missing

    package init?(_ code: POSIXErrorCode) {
        switch code {
        case .ENOSPC, .EDQUOT: self = .noSpace
        case .EACCES, .EPERM: self = .notPermitted
        case .EROFS: self = .readOnlyVolume
        case .EISDIR: self = .isDirectory
        case .ENOTDIR: self = .notDirectory
        case .ENOENT: self = .missing
        default: return nil
        }
    }

    /// What an error says of a disk, by itself or by its cause.
    package init?(_ error: any Error) {
        switch error {
        case let error as IAPError:
            guard let cause = error.underlying else { return nil }
            self.init(cause)
        case let failure as any DiskFailure:
            guard let reason = failure.reason else { return nil }
            self = reason
        case let error as POSIXError: self.init(error.code)
        default:
            let error = error as NSError
            if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error {
                self.init(cause)
            } else if error.domain == NSPOSIXErrorDomain, let code = POSIXErrorCode(rawValue: Int32(error.code)) {
                self.init(code)
            } else if error.domain == NSCocoaErrorDomain {
                self.init(CocoaError.Code(rawValue: error.code))
            } else {
                return nil
            }
        }
    }

    private init?(_ code: CocoaError.Code) {
        switch code {
        case .fileWriteOutOfSpace: self = .noSpace
        case .fileReadNoPermission, .fileWriteNoPermission: self = .notPermitted
        case .fileWriteVolumeReadOnly: self = .readOnlyVolume
        case .fileNoSuchFile, .fileReadNoSuchFile: self = .missing
        default: return nil
        }
    }

    /// What a developer does about it, for a file.
    package var remedy: String {
        switch self {
        case .noSpace: "There is no space left. Make room; then it can be tried again."
        case .notPermitted: "Give the app the right to read and write the file and its directory."
        case .readOnlyVolume: "Its volume cannot be written to. Choose another place for the file."
        case .isDirectory: "There is a directory under its name. Move that away, or choose another name for the file."
        case .notDirectory: "A part of its path is a file and no directory. Choose another place for the file."
        case .missing: "Its directory does not exist. Make it, or choose another place for the file."
        }
    }
}

/// A failure of a module's own that knows what kept a disk from doing something.
package protocol DiskFailure: Error {
    var reason: DiskFailureReason? { get }
}
