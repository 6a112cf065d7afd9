package import Foundation

/// Why a file cannot be read or written, as far as a developer or the customer can remedy it.
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

    /// The reason that an error or its cause names; `nil` for other errors.
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

    /// What a developer should do.
    package var remedy: String {
        switch self {
        case .noSpace: "There is no space left. Free some space, and try again."
        case .notPermitted: "Give the app the right to read and write the file and its directory."
        case .readOnlyVolume: "Its volume cannot be written to. Choose another place for the file."
        case .isDirectory: "There is a directory under its name. Move that away, or choose another name for the file."
        case .notDirectory: "A part of its path is a file and no directory. Choose another place for the file."
        case .missing: "Its directory does not exist. Create it, or choose another place for the file."
        }
    }
}

/// A module's own error that knows the reason of a disk's failure.
package protocol DiskFailure: Error {
    var reason: DiskFailureReason? { get }
}
