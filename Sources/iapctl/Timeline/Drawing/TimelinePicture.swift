import Foundation

/// Draws a timeline as SVG: one file, its text selectable, on light and on dark.
struct TimelinePicture {
    static let width = 1120.0
    static let margin = 28.0
    private static let axisTop = 70.0
    private static let bandHeight = 22.0

    let timeline: Timeline
    /// The columns of the names to the left of the chart.
    private let nameColumns: Int
    private let chartLeft: Double
    private let chartWidth: Double
    private(set) var elements: [HTML] = []
    /// The top of what is drawn next.
    private var y = axisTop + 20
    private var hasMoreMarks = false

    init(_ timeline: Timeline) {
        self.timeline = timeline
        let names = timeline.sections.flatMap(\.tracks).map(\.name.columns)
        nameColumns = min(max(names.max() ?? 0, 8), 26)
        chartLeft = Self.margin + Double(nameColumns) * 7.4 + 16
        chartWidth = Self.width - Self.margin - chartLeft
        for section in timeline.sections { draw(section) }
        if !timeline.notes.isEmpty {
            y += 2
            text("Notes", "track-name", Self.margin, y + 13)
            draw(timeline.notes)
            y += 4
        }
        // The axis is behind everything else, and as high as the chart.
        let chart = elements
        elements = []
        drawAxis(bottom: y)
        elements += chart
        y += 28
        drawLegend()
        y += 34
        drawList()
    }

    var svg: String {
        let states = timeline.sections.map { "\($0.name): \($0.state.isEmpty ? "see the list" : $0.state)." }
        let (width, height) = (Self.width, y + 10)
        var page = self
        page.elements = [
            HTML("title", ["id": "title"], "Timeline: \(timeline.title)"),
            HTML("desc", ["id": "desc"], "\(timeline.range). \(states.joined(separator: " "))"),
            HTML("style", [HTML(trusted: PictureStyle.css)]),
            HTML("rect", ["class": "page", "width": "\(width)", "height": number(height)], []),
        ]
        page.text(timeline.title.fitted(to: 70).trimmedAtEnd, "heading", Self.margin, 34)
        page.text(timeline.range, "quiet end", width - Self.margin, 34)
        return HTML(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(number(width)) \(number(height))",
                "width": number(width), "height": number(height), "role": "graphics-document",
                "aria-labelledby": "title desc", "lang": "en",
            ],
            page.elements + elements
        ).source + "\n"
    }

    private func x(_ date: Date) -> Double { chartLeft + timeline.share(date) * chartWidth }

    // MARK: Chart

    private mutating func drawAxis(bottom: Double) {
        let top = Self.axisTop
        for tick in TimeAxis(timeline, width: chartWidth, labelWidth: { Double($0.columns) * 7 + 14 }).ticks {
            line("grid", x(tick.date), top + 6, x(tick.date), bottom)
            text(tick.label, "quiet", x(tick.date), top)
        }
        if timeline.now < timeline.end { line("now", x(timeline.now), top + 6, x(timeline.now), bottom) }
    }

    private mutating func draw(_ section: Timeline.Section) {
        let name = section.name.fitted(to: 70).trimmedAtEnd
        let state = section.state.fitted(to: 140 - name.columns).trimmedAtEnd
        elements.append(
            HTML(
                "text",
                ["class": "above", "x": number(Self.margin), "y": number(y + 16)],
                [
                    HTML("tspan", ["class": "name"], name.isolated),
                    state.isEmpty ? nil : HTML("tspan", ["class": "quiet", "dx": "10"], state.isolated),
                ]
            )
        )
        y += 26
        for track in section.tracks {
            rectangle("track", chartLeft, y, chartWidth, Self.bandHeight)
            text(track.name.fitted(to: nameColumns).trimmedAtEnd, "track-name", Self.margin, y + 16)
            for band in track.bands { draw(band) }
            y += Self.bandHeight + 4
        }
        y += 2
        draw(section.marks)
        y += 18
    }

    private mutating func draw(_ band: Timeline.Band) {
        let (start, end) = (x(band.start), x(band.end))
        // A gap between periods; a band without length is a line.
        let width = max(2, end - start - (band.kind.isPeriod ? 1.5 : 0))
        let first = elements.count
        rectangle(nil, start, y, width, Self.bandHeight, radius: min(4, width / 2))
        if Double(band.label.columns) * 6.8 + 12 <= width { text(band.label, "label", start + 7, y + 15.5) }
        group(from: first, band.kind.rawValue, title: band.detail)
    }

    private mutating func draw(_ marks: [Timeline.Mark]) {
        let rows = MarkRows(marks, limit: 5, width: 18) { x($0.date) }
        for item in rows.items { mark(item.symbol, item.detail, item.x, y + 9 + Double(item.row) * 20) }
        hasMoreMarks = hasMoreMarks || rows.hasMore
        y += Double(rows.count) * 20
    }

    // MARK: Legend

    private mutating func drawLegend() {
        var x = Self.margin
        for item in timeline.legend(hasMore: hasMoreMarks) {
            var lead = 21.0
            if case .band = item { lead = 28 }
            let width = lead + Double(item.text.columns) * 6.4 + 20
            if x + width > Self.width - Self.margin, x > Self.margin { (x, y) = (Self.margin, y + 24) }
            switch item {
            case .band(let kind):
                rectangle(nil, x, y - 11, 22, 14)
                group(from: elements.count - 1, kind.rawValue)
            case .mark(let symbol): mark(symbol, symbol.legend, x + 8, y - 4)
            case .scriptEnd: line("now", x + 8, y - 13, x + 8, y + 3)
            }
            text(item.text, "quiet", x + lead, y)
            x += width
        }
    }

    // MARK: List

    private mutating func drawList() {
        let hasTime = timeline.entries.contains { $0.date.columns > 10 }
        let subjectColumns = min(max(timeline.entries.map { $0.subject().columns }.max() ?? 0, 6), 30)
        let longestText = Double(max(timeline.entries.map(\.text.columns).max() ?? 0, 40))
        let subjectX = Self.margin + (hasTime ? 176 : 118)
        let textX = subjectX + Double(subjectColumns) * 7.4 + 18
        // Prices and numbers end here. They are near the text that they belong to.
        let priceX = min(textX + longestText * 7 + 90, Self.width - Self.margin - 58)
        let numberX = priceX + 58
        if !timeline.entries.isEmpty {
            text("date", "quiet", Self.margin, y)
            text("plan", "quiet", subjectX, y)
            text("what happened", "quiet", textX, y)
            text("price", "quiet end", priceX, y)
            text("no.", "quiet end", numberX, y)
            line("rule", Self.margin, y + 7, numberX, y + 7)
        }
        y += 26
        for entry in timeline.entries {
            let symbol = entry.kind.symbol
            let tone = symbol.tone == .quiet ? "quiet" : "plain"
            text(entry.date, "figures \(tone)", Self.margin, y)
            text(String(symbol.unicode), "sign-alone \(symbol.tone.rawValue)", subjectX - 22, y)
            text(entry.subject(ofWidth: 30), tone, subjectX, y)
            let lines = entry.text.lines(ofWidth: max(20, Int((priceX - 76 - textX) / 7)))
            for (index, line) in lines.enumerated() { text(line, tone, textX, y + Double(index) * 17) }
            text(entry.price, "figures end \(tone)", priceX, y)
            text(entry.transaction, "figures end quiet", numberX, y)
            y += Double(lines.count - 1) * 17 + 22
        }
    }
}

// MARK: - Shapes

extension TimelinePicture {
    private mutating func text(_ text: String, _ style: String, _ x: Double, _ y: Double) {
        guard !text.isEmpty else { return }
        elements.append(HTML("text", ["class": style, "x": number(x), "y": number(y)], text.isolated))
    }

    private mutating func line(_ style: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        elements.append(
            HTML(
                "line",
                ["class": style, "x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)],
                []
            )
        )
    }

    private mutating func rectangle(
        _ style: String?,
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        radius: Double = 4
    ) {
        elements.append(
            HTML(
                "rect",
                [
                    "class": style, "x": number(x), "y": number(y), "width": number(width), "height": number(height),
                    "rx": number(radius),
                ],
                []
            )
        )
    }

    private mutating func mark(_ symbol: Symbol, _ detail: String, _ x: Double, _ y: Double) {
        let first = elements.count
        elements.append(HTML("circle", ["cx": number(x), "cy": number(y), "r": "8"], []))
        text(String(symbol.unicode), "sign", x, y + 4)
        group(from: first, "mark \(symbol.tone.rawValue)", title: detail)
    }

    /// Makes the elements from an index on one, with a tooltip.
    private mutating func group(from first: Int, _ style: String, title: String? = nil) {
        let group = HTML(
            "g",
            ["class": style],
            [title.map { HTML("title", $0) }] + elements[first...].map(Optional.some)
        )
        elements.replaceSubrange(first..., with: [group])
    }

    /// In tenths, the same on every machine.
    private func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }
}
