/// Places marks in rows so that none stands on another; where more stand at one place than there are rows, a last row
/// says so.
struct Stacking: Sendable {
    /// Where a mark stands.
    struct Place: Sendable {
        let mark: Timeline.Mark
        let x: Double
        /// Counted from 0.
        let row: Int
    }

    /// How many marks found no room.
    struct Rest: Sendable {
        let x: Double
        var count: Int
    }

    private(set) var places: [Place] = []
    private(set) var rests: [Rest] = []
    private var ends: [Double] = []

    /// - Parameters:
    ///   - marks: By date.
    ///   - limit: How many rows there are at most, but for that of the rests.
    ///   - width: How much room a mark takes.
    init(_ marks: [Timeline.Mark], limit: Int, width: Double, x: (Timeline.Mark) -> Double) {
        for mark in marks {
            let x = x(mark)
            if let row = ends.firstIndex(where: { $0 <= x }) {
                ends[row] = x + width
                places.append(Place(mark: mark, x: x, row: row))
            } else if ends.count < limit {
                places.append(Place(mark: mark, x: x, row: ends.count))
                ends.append(x + width)
            } else if let last = rests.last, x < last.x + width {
                rests[rests.count - 1].count += 1
            } else {
                rests.append(Rest(x: x, count: 1))
            }
        }
    }

    /// In which row the rests stand.
    var restRow: Int { ends.count }

    var rowCount: Int { ends.count + (rests.isEmpty ? 0 : 1) }
}
