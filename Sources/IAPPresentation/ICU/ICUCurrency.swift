#if !canImport(Darwin)
import _FoundationICU

/// ICU's data of a currency.
enum ICUCurrency {
    /// 2 for a currency that ICU does not know.
    static func fractionDigits(of code: String) -> Int {
        var status = U_ZERO_ERROR
        let digits = swift_ucurr_getDefaultFractionDigits(Array(code.utf16) + [0], &status)
        return status.isFailure ? 2 : Int(digits)
    }
}
#endif
