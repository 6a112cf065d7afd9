#if !canImport(Darwin)
import Foundation
import IAPCore
import _FoundationICU

/// What a number is written as.
enum NumberPattern: Hashable, Sendable {
    case price(CurrencyCode)
    case period(ProductSubscriptionPeriod.Unit, PeriodFormat.Width)

    /// In ICU's language of
    /// [skeletons](https://unicode-org.github.io/icu/userguide/format_parse/numbers/skeletons).
    var skeleton: String {
        switch self {
        case .price(let currency): "currency/\(currency.rawValue) unit-width-short"
        case .period(let unit, .full): "measure-unit/duration-\(unit.rawValue) unit-width-full-name"
        case .period(let unit, .abbreviated): "measure-unit/duration-\(unit.rawValue) unit-width-short"
        case .period(let unit, .narrow): "measure-unit/duration-\(unit.rawValue) unit-width-narrow"
        }
    }
}

/// A number formatter of the ICU that Foundation brings along; Apple's platforms do not open theirs.
// The header says: "The UNumberFormatter can be shared between threads", with a result for each call.
final class ICUNumberFormatter: @unchecked Sendable {
    private struct Key: Hashable {
        let pattern: NumberPattern
        let locale: String
    }

    private static let kept = BoundedCache<Key, ICUNumberFormatter?>(limit: 128)

    private let formatter: OpaquePointer

    /// The formatter for a pattern in a locale, made once; `nil` when ICU does not support one of them.
    static func formatter(_ pattern: NumberPattern, locale: Locale) -> ICUNumberFormatter? {
        let identifier = locale.identifier
        return kept.value(for: Key(pattern: pattern, locale: identifier)) {
            ICUNumberFormatter(pattern.skeleton, localeIdentifier: identifier)
        }
    }

    private init?(_ skeleton: String, localeIdentifier: String) {
        var status = U_ZERO_ERROR
        let units = Array(skeleton.utf16)
        let opened = swift_unumf_openForSkeletonAndLocale(units, Int32(units.count), localeIdentifier, &status)
        guard let opened else { return nil }
        formatter = opened
        if status.isFailure { return nil }
    }

    deinit { swift_unumf_close(formatter) }

    /// The number's text with all its digits; `nil` when ICU fails.
    func text(for number: Decimal) -> String? {
        var status = U_ZERO_ERROR
        guard let result = swift_unumf_openResult(&status) else { return nil }
        defer { swift_unumf_closeResult(result) }
        number.withDecimalText { swift_unumf_formatDecimal(formatter, $0, $1, result, &status) }
        return status.isFailure ? nil : String(capacity: 64) { swift_unumf_resultToString(result, $0, $1, &$2) }
    }
}

extension UErrorCode {
    var isFailure: Bool { rawValue > U_ZERO_ERROR.rawValue }
}

extension String {
    /// The UTF-16 text that ICU writes: `nil` when it fails, once more with a larger buffer when it is long.
    init?(capacity: Int, write: (UnsafeMutablePointer<UInt16>?, Int32, inout UErrorCode) -> Int32) {
        var (needed, status) = (0, U_ZERO_ERROR)
        let text = withUnsafeTemporaryAllocation(of: UInt16.self, capacity: capacity) { buffer in
            needed = Int(write(buffer.baseAddress, Int32(capacity), &status))
            return status.isFailure ? nil : String(utf16: buffer.baseAddress, count: needed)
        }
        if status == U_BUFFER_OVERFLOW_ERROR, needed > capacity {
            self.init(capacity: needed, write: write)
        } else if let text {
            self = text
        } else {
            return nil
        }
    }

    /// ICU's own conversion: `String(decoding:as:)` takes as long for UTF-16 as all the rest of a price's text.
    init(utf16: UnsafePointer<UInt16>?, count: Int) {
        self.init(unsafeUninitializedCapacity: count * 3) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                var (written, status) = (Int32(0), U_ZERO_ERROR)
                swift_u_strToUTF8(buffer.baseAddress, Int32(buffer.count), &written, utf16, Int32(count), &status)
                return status.isFailure ? 0 : Int(written)
            }
        }
    }
}

extension Decimal {
    /// Calls `body` with the number in ASCII, such as `999E-2`, and its length.
    func withDecimalText(_ body: (UnsafePointer<CChar>, Int32) -> Void) {
        // Decimal's own description takes longer than all the rest of a price's text.
        guard !isSignMinus, !isNaN, exponent <= 0, significand <= Self.sixtyFourBits else {
            return description.withCString { body($0, Int32(strlen($0))) }
        }
        var digits = NSDecimalNumber(decimal: significand).uint64Value
        var places = -exponent  // at most 128, and 2^64 has 20 digits: 25 characters at most
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
            var start = buffer.count
            func prepend(_ character: Int) {
                start -= 1
                buffer[start] = CChar(character)
            }
            repeat {
                prepend(48 + places % 10)
                places /= 10
            } while places > 0
            prepend(45)
            prepend(69)
            repeat {
                prepend(48 + Int(digits % 10))
                digits /= 10
            } while digits > 0
            let text = UnsafeBufferPointer(rebasing: buffer[start...])
            if let first = text.baseAddress { body(first, Int32(text.count)) }
        }
    }

    private static let sixtyFourBits = Decimal(UInt64.max)
}
#endif
