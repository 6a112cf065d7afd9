/// Marks in rows, so that none covers another. Marks that fit into none of the rows are counted in a last one.
struct MarkRows: Sendable {
    struct Item: Sendable {
        let symbol: Symbol
        /// The tooltip.
        let detail: String
        let x: Double
        /// Counted from 0.
        let row: Int
    }

    static let more: Symbol = ("⋮", "&", "more, see the list", .quiet)

    private(set) var items: [Item] = []
    let count: Int
    let hasMore: Bool

    /// - Parameters:
    ///   - marks: By date.
    ///   - limit: The largest number of rows, without the last one.
    ///   - width: The width of a mark.
    init(_ marks: [Timeline.Mark], limit: Int, width: Double, x: (Timeline.Mark) -> Double) {
        var ends: [Double] = []
        var hidden: [(x: Double, count: Int)] = []
        for mark in marks {
            let x = x(mark)
            if let row = ends.firstIndex(where: { $0 <= x }) ?? (ends.count < limit ? ends.count : nil) {
                if row == ends.count { ends.append(x) }
                ends[row] = x + width
                items.append(Item(symbol: mark.kind.symbol, detail: mark.detail, x: x, row: row))
            } else if let last = hidden.last, x < last.x + width {
                hidden[hidden.count - 1].count += 1
            } else {
                hidden.append((x, 1))
            }
        }
        items += hidden.map {
            Item(symbol: Self.more, detail: "\($0.count) \(Self.more.legend)", x: $0.x, row: ends.count)
        }
        hasMore = !hidden.isEmpty
        count = ends.count + (hasMore ? 1 : 0)
    }
}
