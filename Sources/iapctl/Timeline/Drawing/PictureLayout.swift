import Foundation

/// Where everything of a picture stands, in pixels.
struct PictureLayout {
    struct Lane {
        let lane: Timeline.Lane
        let top: Double
    }

    struct Mark {
        let symbol: Symbol
        /// For who points at it.
        let text: String
        let x: Double
        let y: Double
    }

    struct Life {
        let life: Timeline.Life
        let top: Double
        let lanes: [Lane]
        let marks: [Mark]
    }

    struct LegendItem {
        enum Sign {
            case band(Timeline.Band.Kind)
            case mark(Symbol)
            case now
        }

        let sign: Sign
        let x: Double
        let y: Double
    }

    struct Entry {
        let entry: Timeline.Entry
        let lines: [String]
        let top: Double
    }

    static let bandHeight = 22.0
    static let subjectColumns = 30
    let width = 1120.0
    let inset = 28.0
    let axisTop = 70.0
    /// Where names end and the chart begins.
    let left: Double
    let nameColumns: Int
    private(set) var lives: [Life] = []
    private(set) var notes: [Mark] = []
    private(set) var chartBottom = 0.0
    private(set) var legend: [LegendItem] = []
    private(set) var listTop = 0.0
    private(set) var entries: [Entry] = []
    private(set) var height = 0.0
    private let timeline: Timeline
    private var hasRests = false

    var chartWidth: Double { width - inset - left }

    /// Where the columns of the list begin; those of figures, where they end.
    let listColumns: (date: Double, sign: Double, subject: Double, text: Double, price: Double, number: Double)

    init(_ timeline: Timeline) {
        self.timeline = timeline
        let names = timeline.lives.flatMap(\.lanes).map(\.name.columns)
        nameColumns = min(max(names.max() ?? 0, 8), 26)
        left = inset + Double(nameColumns) * 7.4 + 16
        let date = (timeline.entries.map(\.date.columns).max() ?? 10) > 10 ? 150.0 : 92.0
        let subjects = min(max(timeline.entries.map { $0.subject().columns }.max() ?? 0, 6), Self.subjectColumns)
        let subject = inset + date + 26
        let text = subject + Double(subjects) * 7.4 + 18
        // Prices stand near what they are for.
        let longest = Double(max(timeline.entries.map(\.text.columns).max() ?? 0, 40))
        let price = min(text + longest * 7 + 90, width - inset - 58)
        listColumns = (inset, inset + date + 4, subject, text, price, price + 58)
        var y = axisTop + 20
        for life in timeline.lives { y = place(life, y) }
        if !timeline.notes.isEmpty {
            (notes, y) = stack(timeline.notes, y + 2)
            y += 4
        }
        chartBottom = y
        y = placeLegend(y + 28)
        listTop = y + 34
        y = placeEntries(listTop + 26)
        height = y + 10
    }

    func x(_ date: Date) -> Double { left + timeline.share(date) * chartWidth }

    private mutating func place(_ life: Timeline.Life, _ top: Double) -> Double {
        var y = top + 26
        var lanes: [Lane] = []
        for lane in life.lanes {
            lanes.append(Lane(lane: lane, top: y))
            y += Self.bandHeight + 4
        }
        let (marks, bottom) = stack(life.marks, y + 2)
        lives.append(Life(life: life, top: top, lanes: lanes, marks: marks))
        return bottom + 18
    }

    /// Marks in rows, and where the rows end.
    private mutating func stack(_ marks: [Timeline.Mark], _ top: Double) -> ([Mark], Double) {
        let stacking = Stacking(marks, limit: 5, width: 18) { x($0.date) }
        func y(_ row: Int) -> Double { top + 9 + Double(row) * 20 }
        let placed = stacking.places.map { place in
            let date = DateWriting.text(place.mark.date, hasTime: true)
            return Mark(
                symbol: place.mark.kind.symbol,
                text: "\(date), \(place.mark.text)",
                x: place.x,
                y: y(place.row)
            )
        }
        let rests = stacking.rests.map { rest in
            Mark(
                symbol: Stacking.Rest.symbol,
                text: "\(rest.count) more, see the list",
                x: rest.x,
                y: y(stacking.restRow)
            )
        }
        if !rests.isEmpty { hasRests = true }
        return (placed + rests, top + Double(stacking.rowCount) * 20)
    }

    private mutating func placeLegend(_ top: Double) -> Double {
        var signs = timeline.bandKinds.map { (LegendItem.Sign.band($0), $0.legend, 28.0) }
        let symbols = timeline.markKinds.map(\.symbol) + (hasRests ? [Stacking.Rest.symbol] : [])
        signs += symbols.map { (.mark($0), $0.legend, 21) }
        if timeline.now < timeline.end { signs.append((.now, "the script's end", 21)) }
        var (x, y) = (inset, top)
        for (sign, text, lead) in signs {
            let wanted = lead + Double(text.columns) * 6.4 + 20
            if x + wanted > width - inset, x > inset { (x, y) = (inset, y + 24) }
            legend.append(LegendItem(sign: sign, x: x, y: y))
            x += wanted
        }
        return y
    }

    private mutating func placeEntries(_ top: Double) -> Double {
        let columns = Int((listColumns.price - 76 - listColumns.text) / 7)
        var y = top
        for entry in timeline.entries {
            let lines = entry.text.lines(ofWidth: max(20, columns))
            entries.append(Entry(entry: entry, lines: lines, top: y))
            y += Double(lines.count - 1) * 17 + 22
        }
        return y
    }
}
