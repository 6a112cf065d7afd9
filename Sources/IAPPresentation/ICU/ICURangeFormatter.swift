#if !canImport(Darwin)
import Foundation
import IAPCore
import _FoundationICU

/// A formatter for two numbers and what lies between them.
// The header says: "The UNumberRangeFormatter can be shared between threads", with a result for each call.
final class ICURangeFormatter: @unchecked Sendable {
    private struct Key: Hashable {
        let pattern: NumberPattern
        let locale: String
    }

    private static let kept = BoundedCache<Key, ICURangeFormatter?>(limit: 32)

    private let formatter: OpaquePointer

    /// The formatter for a pattern in a locale, made once; `nil` when ICU does not take one of them.
    static func formatter(_ pattern: NumberPattern, locale: Locale) -> ICURangeFormatter? {
        let identifier = locale.identifier
        return kept.value(for: Key(pattern: pattern, locale: identifier)) {
            ICURangeFormatter(pattern.skeleton, localeIdentifier: identifier)
        }
    }

    private init?(_ skeleton: String, localeIdentifier: String) {
        var status = U_ZERO_ERROR
        let units = Array(skeleton.utf16)
        let opened = swift_unumrf_openForSkeletonWithCollapseAndIdentityFallback(
            units,
            Int32(units.count),
            UNUM_RANGE_COLLAPSE_AUTO,
            UNUM_IDENTITY_FALLBACK_SINGLE_VALUE,
            localeIdentifier,
            nil,
            &status
        )
        guard let opened else { return nil }
        formatter = opened
        if status.isFailure { return nil }
    }

    deinit { swift_unumrf_close(formatter) }

    func text(from low: Decimal, to high: Decimal) -> String? {
        var status = U_ZERO_ERROR
        guard let result = swift_unumrf_openResult(&status) else { return nil }
        defer { swift_unumrf_closeResult(result) }
        low.withDecimalText { low, lowCount in
            high.withDecimalText { high, highCount in
                swift_unumrf_formatDecimalRange(formatter, low, lowCount, high, highCount, result, &status)
            }
        }
        var length: Int32 = 0
        let characters = swift_ufmtval_getString(swift_unumrf_resultAsValue(result, &status), &length, &status)
        guard let characters, !status.isFailure else { return nil }
        return String(utf16: characters, count: Int(length))
    }
}
#endif
