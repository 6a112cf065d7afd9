#if !canImport(Darwin)
import Foundation
import IAPCore
import _FoundationICU

/// What Foundation's own ICU writes and Foundation does not, here. Apple's platforms do not open theirs to packages.
///
/// Texts are `nil` when ICU does not support the locale or the currency.
enum ICU {
    /// A count of calendar units, by a
    /// [skeleton](https://unicode-org.github.io/icu/userguide/format_parse/numbers/skeletons).
    static func text(
        for count: Int,
        _ unit: ProductSubscriptionPeriod.Unit,
        width: PeriodFormat.Width,
        locale: Locale
    ) -> String? {
        let width =
            switch width {
            case .full: "full-name"
            case .abbreviated: "short"
            case .narrow: "narrow"
            }
        let skeleton = Array("measure-unit/duration-\(unit.rawValue) unit-width-\(width)".utf16)
        var status = U_ZERO_ERROR
        let formatter = swift_unumf_openForSkeletonAndLocale(
            skeleton,
            Int32(skeleton.count),
            locale.identifier,
            &status
        )
        defer { swift_unumf_close(formatter) }
        let result = swift_unumf_openResult(&status)
        defer { swift_unumf_closeResult(result) }
        guard let formatter, let result else { return nil }
        swift_unumf_formatInt(formatter, Int64(count), result, &status)
        return text(of: swift_unumf_resultAsValue(result, &status), &status)
    }

    /// Two prices and what stands between them.
    static func range(from low: Decimal, to high: Decimal, in currency: CurrencyCode, locale: Locale) -> String? {
        let skeleton = Array("currency/\(currency.rawValue) unit-width-short".utf16)
        var status = U_ZERO_ERROR
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
        guard let formatter, let result else { return nil }
        let (low, high) = (low.description, high.description)
        swift_unumrf_formatDecimalRange(
            formatter,
            low,
            Int32(low.utf8.count),
            high,
            Int32(high.utf8.count),
            result,
            &status
        )
        return text(of: swift_unumrf_resultAsValue(result, &status), &status)
    }

    /// 2 for a currency that ICU does not know.
    static func fractionDigits(of currency: CurrencyCode) -> Int {
        var status = U_ZERO_ERROR
        let digits = swift_ucurr_getDefaultFractionDigits(Array(currency.rawValue.utf16) + [0], &status)
        return isFailure(status) ? 2 : Int(digits)
    }

    private static func text(of value: OpaquePointer?, _ status: inout UErrorCode) -> String? {
        var length: Int32 = 0
        let characters = swift_ufmtval_getString(value, &length, &status)
        guard !isFailure(status) else { return nil }
        return String(decoding: UnsafeBufferPointer(start: characters, count: Int(length)), as: UTF16.self)
    }

    private static func isFailure(_ status: UErrorCode) -> Bool { status.rawValue > U_ZERO_ERROR.rawValue }
}
#endif
