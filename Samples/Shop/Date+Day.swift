// Dates as the samples write them.
package import Foundation

extension Date {
    /// Such as 2026-11-30, in UTC.
    package var day: String { String(ISO8601Format().prefix(10)) }
}
