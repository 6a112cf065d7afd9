import SampleTerminal

/// Products as a list: title, price, description, identifier.
struct ProductTable {
    private let rows: [[String]]

    init(rows: [[String]]) {
        self.rows = rows.map { $0.map(\.printable) }
    }

    /// - Parameter columns: How wide a line may be; any width with `nil`. Where a product needs more, it takes
    ///   two lines, or three.
    func lines(columns: Int?, style: Style? = nil) -> [String] {
        let widths = (0..<3).map { column in rows.map { $0[column].columns }.max() ?? 0 }
        let identifiers = rows.map { $0[3].columns }.max() ?? 0
        let quiet: (String) -> String = { style?($0, .quiet) ?? $0 }
        return rows.flatMap { row -> [String] in
            let head = row[0].padded(to: widths[0]) + "  " + (style?(row[1], .strong) ?? row[1])
            let gap = String(repeating: " ", count: widths[1] - row[1].columns)
            if widths.reduce(identifiers + 6, +) <= columns ?? .max {
                return [head + gap + "  " + row[2].padded(to: widths[2]) + "  " + quiet(row[3])]
            }
            if widths[0] + widths[1] + identifiers + 4 <= columns ?? .max {
                return [head + gap + "  " + quiet(row[3])]
            }
            if widths[0] + widths[1] + 2 <= columns ?? .max { return [head, "  " + quiet(row[3])] }
            return [row[0], "  " + (style?(row[1], .strong) ?? row[1]), "  " + quiet(row[3])]
        }
    }
}
