import Foundation

/// Draws a timeline as SVG: one file, its text selectable, on light and on dark.
struct TimelinePicture {
    let timeline: Timeline
    let layout: PictureLayout

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
                text(timeline.title.fitted(to: 70).trimmedAtEnd, "heading", layout.inset, 34),
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
        let name = life.life.name.fitted(to: 70).trimmedAtEnd
        let state = life.life.state.fitted(to: 140 - name.columns).trimmedAtEnd
        let heading = HTML(
            "text",
            ["class": "above", "x": number(layout.inset), "y": number(life.top + 16)],
            [
                HTML("tspan", ["class": "name"], name.isolated),
                state.isEmpty ? nil : HTML("tspan", ["class": "quiet", "dx": "10"], state.isolated),
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

    func mark(_ mark: PictureLayout.Mark) -> HTML {
        HTML(
            "g",
            ["class": "mark \(mark.symbol.tone.name)"],
            [
                HTML("title", mark.text),
                HTML("circle", ["cx": number(mark.x), "cy": number(mark.y), "r": "8"], []),
                text(String(mark.symbol.unicode), "sign", mark.x, mark.y + 4),
            ]
        )
    }

    private var notes: [HTML] {
        guard let first = layout.notes.first else { return [] }
        return [text("Notes", "lane-name", layout.inset, first.y + 4)] + layout.notes.map(mark)
    }

    // MARK: Shapes

    func text(_ text: String, _ style: String, _ x: Double, _ y: Double) -> HTML {
        HTML("text", ["class": style, "x": number(x), "y": number(y)], text.isolated)
    }

    func line(_ style: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> HTML {
        HTML("line", ["class": style, "x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)], [])
    }

    func box(
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
    func number(_ value: Double) -> String {
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
