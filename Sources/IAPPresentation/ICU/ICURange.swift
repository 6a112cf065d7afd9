#if !canImport(Darwin)
import Foundation
import IAPCore
import _FoundationICU

/// Two prices and what stands between them, as ICU writes them.
enum ICURange {
    /// `nil` when ICU does not support the currency or the locale.
    static func text(from low: Decimal, to high: Decimal, in currency: CurrencyCode, locale: Locale) -> String? {
        var status = U_ZERO_ERROR
        let skeleton = Array(NumberPattern.price(currency).skeleton.utf16)
        let formatter = swift_unumrf_openForSkeletonWithCollapseAndIdentityFallback(
            skeleton,
            Int32(skeleton.count),
            UNUM_RANGE_COLLAPSE_AUTO,
            UNUM_IDENTITY_FALLBACK_SINGLE_VALUE,
            locale.identifier,
            nil,
            &status
        )
        defer { swift_unumrf_close(formatter) }
        let result = swift_unumrf_openResult(&status)
        defer { swift_unumrf_closeResult(result) }
        guard let formatter, let result, !status.isFailure else { return nil }
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
