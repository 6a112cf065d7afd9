import Foundation

/// Draws a timeline as SVG: one file, its text selectable, on light and on dark.
struct TimelinePicture {
    let timeline: Timeline
    private let layout: PictureLayout

    init(_ timeline: Timeline) {
        self.timeline = timeline
        layout = PictureLayout(timeline)
    }

    var svg: String {
        let (width, height) = (layout.width, layout.height)
        let states = timeline.lives.map { "\($0.name): \($0.state.isEmpty ? "see the list" : $0.state)." }
        let children: [HTML?] =
            [
                HTML("title", ["id": "title"], "Timeline: \(timeline.title)"),
                HTML("desc", ["id": "desc"], "\(timeline.range). \(states.joined(separator: " "))"),
                HTML("style", [HTML(trusted: PictureStyle.css)]),
                HTML("rect", ["class": "page", "width": "\(width)", "height": number(height)], []),
                text(timeline.title, "heading", layout.inset, 34),
                text(timeline.range, "quiet end", width - layout.inset, 34),
            ] + axis + layout.lives.flatMap(drawing) + notes + legend + list
        return HTML(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(number(width)) \(number(height))",
                "width": number(width), "height": number(height), "role": "graphics-document",
                "aria-labelledby": "title desc", "lang": "en",
            ],
            children
        ).source + "\n"
    }

    // MARK: Axis

    private var axis: [HTML] {
        let axis = TimeAxis(timeline, width: layout.chartWidth) { Double($0.columns) * 7 + 14 }
        let (top, bottom) = (layout.axisTop, layout.chartBottom)
        var drawn = axis.ticks.flatMap { tick -> [HTML] in
            let x = layout.x(tick.date)
            return [line("grid", x, top + 6, x, bottom), text(tick.label, "quiet", x, top)]
        }
        if timeline.now < timeline.end {
            let x = layout.x(timeline.now)
            drawn += [line("now", x, top + 6, x, bottom)]
        }
        return drawn
    }

    // MARK: Lives

    private func drawing(_ life: PictureLayout.Life) -> [HTML] {
        let heading = HTML(
            "text",
            ["class": "above", "x": number(layout.inset), "y": number(life.top + 16)],
            [
                HTML("tspan", ["class": "name"], life.life.name),
                life.life.state.isEmpty ? nil : HTML("tspan", ["class": "quiet", "dx": "10"], life.life.state),
            ]
        )
        let lanes = life.lanes.flatMap { lane -> [HTML] in
            let name = lane.lane.name.fitted(to: layout.nameColumns)
            return [
                HTML("rect", box("lane", layout.left, lane.top, layout.chartWidth, PictureLayout.bandHeight), []),
                text(name.trimmedAtEnd, "lane-name", layout.inset, lane.top + 16),
            ] + lane.lane.bands.map { band($0, lane.top) }
        }
        return [heading] + lanes + life.marks.map(mark)
    }

    private func band(_ band: Timeline.Band, _ top: Double) -> HTML {
        let (start, end) = (layout.x(band.start), layout.x(band.end))
        // A gap between periods; what lasts no time is a line.
        let width = max(2, end - start - (band.isPeriod ? 1.5 : 0))
        let hasRoom = Double(band.label.columns) * 6.8 + 12 <= width
        return HTML(
            "g",
            ["class": band.kind.rawValue],
            [
                HTML("title", band.detail),
                HTML("rect", box(nil, start, top, width, PictureLayout.bandHeight, radius: min(4, width / 2)), []),
                hasRoom ? text(band.label, "label", start + 7, top + 15.5) : nil,
            ]
        )
    }

    private func mark(_ mark: PictureLayout.Mark) -> HTML {
        HTML(
            "g",
            ["class": "mark \(mark.mark.kind.symbol.tone.name)"],
            [
                HTML("title", "\(DateWriting.text(mark.mark.date, hasTime: true)), \(mark.mark.text)"),
                HTML("circle", ["cx": number(mark.x), "cy": number(mark.y), "r": "8"], []),
                text(String(mark.mark.kind.symbol.unicode), "sign", mark.x, mark.y + 4),
            ]
        )
    }

    private var notes: [HTML] {
        guard let first = layout.notes.first else { return [] }
        return [text("Notes", "lane-name", layout.inset, first.y + 4)] + layout.notes.map(mark)
    }

    // MARK: Legend and list

    private var legend: [HTML] {
        layout.legend.flatMap { item -> [HTML] in
            switch item.sign {
            case .band(let kind):
                [
                    HTML(
                        "g",
                        ["class": kind.rawValue],
                        [HTML("rect", box(nil, item.x, item.y - 11, 22, 14, radius: 4), [])]
                    ),
                    text(kind.legend, "quiet", item.x + 28, item.y),
                ]
            case .mark(let kind):
                [
                    mark(
                        PictureLayout.Mark(
                            mark: Timeline.Mark(date: timeline.start, kind: kind, text: kind.symbol.legend),
                            x: item.x + 8,
                            y: item.y - 4
                        )
                    ),
                    text(kind.symbol.legend, "quiet", item.x + 21, item.y),
                ]
            case .now:
                [
                    line("now", item.x + 8, item.y - 13, item.x + 8, item.y + 3),
                    text("the script's end", "quiet", item.x + 21, item.y),
                ]
            }
        }
    }

    private var list: [HTML] {
        guard !timeline.entries.isEmpty else { return [] }
        let columns = layout.listColumns
        let top = layout.listTop
        let header = [
            text("date", "quiet", columns.date, top), text("plan", "quiet", columns.subject, top),
            text("what happened", "quiet", columns.text, top), text("price", "quiet end", columns.price, top),
            text("no.", "quiet end", columns.number, top),
            line("rule", layout.inset, top + 7, columns.number, top + 7),
        ]
        return header
            + layout.entries.flatMap { entry -> [HTML] in
                let (kind, y) = (entry.entry.kind, entry.top)
                let tone = kind.symbol.tone == .quiet ? "quiet" : "plain"
                return [
                    text(entry.entry.date, "figures \(tone)", columns.date, y),
                    HTML(
                        "text",
                        ["class": "sign-alone \(kind.symbol.tone.name)", "x": number(columns.sign), "y": number(y)],
                        String(kind.symbol.unicode)
                    ),
                    text(entry.entry.subject.fitted(to: 24).trimmedAtEnd, tone, columns.subject, y),
                ] + entry.lines.enumerated().map { text($0.element, tone, columns.text, y + Double($0.offset) * 17) }
                    + [
                        text(entry.entry.price, "figures end \(tone)", columns.price, y),
                        text(entry.entry.transaction, "figures end quiet", columns.number, y),
                    ].filter { !$0.source.hasSuffix("></text>") }
            }
    }

    // MARK: Shapes

    private func text(_ text: String, _ style: String, _ x: Double, _ y: Double) -> HTML {
        HTML("text", ["class": style, "x": number(x), "y": number(y)], text)
    }

    private func line(_ style: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> HTML {
        HTML("line", ["class": style, "x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)], [])
    }

    private func box(
        _ style: String?,
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        radius: Double = 4
    ) -> KeyValuePairs<String, String?> {
        [
            "class": style, "x": number(x), "y": number(y), "width": number(width), "height": number(height),
            "rx": number(radius),
        ]
    }

    /// In tenths, the same on every machine.
    private func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }
}

extension Tone {
    var name: String {
        switch self {
        case .good: "good"
        case .offer: "special"
        case .free: "gift"
        case .waiting: "waiting"
        case .bad: "bad"
        case .gone: "gone"
        case .quiet: "quiet"
        case .strong: "strong"
        }
    }
}
