/// The middle half of some numbers.
struct Spread: Sendable, Encodable {
    let lowerQuartile: Double
    let median: Double
    let upperQuartile: Double

    /// Quartiles between two numbers are interpolated. There must be a number.
    init(_ numbers: [Double]) {
        let sorted = numbers.sorted()
        func quantile(_ part: Double) -> Double {
            let place = part * Double(sorted.count - 1)
            let (low, rest) = (Int(place), place - place.rounded(.down))
            return sorted[low] + rest * (sorted[min(low + 1, sorted.count - 1)] - sorted[low])
        }
        (lowerQuartile, median, upperQuartile) = (quantile(0.25), quantile(0.5), quantile(0.75))
    }
}
