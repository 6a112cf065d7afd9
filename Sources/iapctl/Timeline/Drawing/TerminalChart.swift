import Foundation

/// Draws a timeline in lines of text.
struct TerminalChart {
    let timeline: Timeline
    let style: TerminalStyle

    /// Names to the left take what they need, and no more than a quarter.
    private let margin: Int
    private let chartWidth: Int

    init(timeline: Timeline, style: TerminalStyle) {
        (self.timeline, self.style) = (timeline, style)
        let names = timeline.lives.flatMap(\.lanes).map { style.text($0.name).columns + 3 }
        margin = min(max(names.max() ?? 0, 10), max(10, style.width / 4))
        chartWidth = max(10, style.width - margin)
    }

    var lines: [String] {
        var lines = heading
        for life in timeline.lives { lines += self.lines(of: life) + [""] }
        if timeline.lives.isEmpty { lines += [style("Nothing was bought.", .quiet), ""] }
        return lines + axis + [""] + legend + TerminalList(timeline: timeline, style: style).lines
    }

    private var heading: [String] {
        let dates = timeline.range
        let title = style.text(timeline.title)
        let gap = style.width - title.columns - dates.columns
        let range = style(style.text(dates), .quiet)
        guard gap >= 2 else { return title.lines(ofWidth: style.width).map { style($0, .strong) } + [range, ""] }
        return [style(title, .strong) + String(repeating: " ", count: gap) + range, ""]
    }

    private func column(_ date: Date) -> Int {
        Int((timeline.share(date) * Double(chartWidth - 1)).rounded())
    }

    // MARK: Lives

    private func lines(of life: Timeline.Life) -> [String] {
        let (name, state, separator) = (style.text(life.name), style.text(life.state), style.text(" – "))
        var lines: [String]
        if state.isEmpty {
            lines = name.lines(ofWidth: style.width).map { style($0, .strong) }
        } else if (name + separator + state).columns <= style.width {
            lines = [style(name, .strong) + style(separator + state, .quiet)]
        } else {
            lines = name.lines(ofWidth: style.width).map { style($0, .strong) }
            lines += state.lines(ofWidth: style.width - 2).map { "  " + style($0, .quiet) }
        }
        for lane in life.lanes {
            let name =
                style.text("  \(lane.name)")
                .fitted(to: margin - 1, ellipsis: style.hasUnicode ? "…" : "..") + " "
            lines.append((name + row(of: lane).text(style)).trimmedAtEnd)
        }
        return lines + marks(life.marks, "")
    }

    private func row(of lane: Timeline.Lane) -> TerminalRow {
        var row = TerminalRow(width: chartWidth)
        for band in lane.bands {
            let (start, end) = (column(band.start), column(band.end))
            let pattern = style.pattern(band.kind)
            // What lasts no time leaves the end that stands there.
            if start == end, band.isPeriod, row[start] != " " { continue }
            // Periods too short to be told apart make one line.
            let isCrowded = end - start < 2 && row[start] != " "
            row.put(isCrowded ? pattern.fill : pattern.start, band.kind.tone, at: start)
            for place in (start + 1)..<max(end, start + 1) { row.put(pattern.fill, band.kind.tone, at: place) }
            if end > start { row.put(pattern.end, band.kind.tone, at: end) }
        }
        // After all bands, since each begins on the end of the one before.
        for band in lane.bands {
            let (start, end) = (column(band.start), column(band.end))
            let label = style.text(band.label)
            // A label with a line on both sides is told from the next one.
            guard label.count == label.columns, !label.isEmpty, end - start >= label.count + 3 else { continue }
            row.put(label, band.kind.tone, at: start + 2)
        }
        return row
    }

    private func stacked(_ marks: [Timeline.Mark]) -> Stacking {
        Stacking(marks, limit: 4, width: 1) { Double(column($0.date)) }
    }

    private func marks(_ marks: [Timeline.Mark], _ name: String) -> [String] {
        let stacking = stacked(marks)
        var rows = Array(repeating: TerminalRow(width: chartWidth), count: stacking.rowCount)
        for place in stacking.places {
            let symbol = place.mark.kind.symbol
            rows[place.row].put(style.sign(symbol), symbol.tone, at: Int(place.x))
        }
        for rest in stacking.rests {
            rows[stacking.restRow].put(style.sign(Stacking.Rest.symbol), Stacking.Rest.symbol.tone, at: Int(rest.x))
        }
        return rows.enumerated().map { ($0.offset == 0 ? name : "").fitted(to: margin) + $0.element.text(style) }
    }

    // MARK: Axis and legend

    private var axis: [String] {
        var (line, labels) = (TerminalRow(width: chartWidth), TerminalRow(width: chartWidth))
        let dash: Character = style.hasUnicode ? "─" : "-"
        for place in 0..<chartWidth { line.put(dash, .quiet, at: place) }
        let axis = TimeAxis(timeline, width: Double(chartWidth - 1)) { Double($0.count + 2) }
        for tick in axis.ticks {
            line.put(style.hasUnicode ? "┴" : "+", .quiet, at: column(tick.date))
            labels.put(tick.label, .quiet, at: column(tick.date))
        }
        if timeline.now < timeline.end { line.put(style.hasUnicode ? "▲" : "^", .strong, at: column(timeline.now)) }
        let blank = String(repeating: " ", count: margin)
        let notes = timeline.notes.isEmpty ? [] : marks(timeline.notes, "Notes")
        return notes + [blank + line.text(style), (blank + labels.text(style)).trimmedAtEnd]
    }

    private var legend: [String] {
        var items = timeline.bandKinds.map { kind in
            (String(repeating: style.pattern(kind).fill, count: 3), kind.tone, kind.legend)
        }
        var symbols = timeline.markKinds.map(\.symbol)
        let hasRests = (timeline.lives.map(\.marks) + [timeline.notes]).contains { !stacked($0).rests.isEmpty }
        if hasRests { symbols.append(Stacking.Rest.symbol) }
        items += symbols.map { (String(style.sign($0)), $0.tone, $0.legend) }
        if timeline.now < timeline.end { items.append((style.hasUnicode ? "▲" : "^", .strong, "the script's end")) }
        var (lines, line, width) = ([String](), "", 0)
        for (sign, tone, text) in items {
            let more = sign.columns + 1 + text.columns
            if width > 0, width + 3 + more > style.width {
                lines.append(line)
                (line, width) = ("", 0)
            }
            if width > 0 {
                line += "   "
                width += 3
            }
            line += style(sign, tone) + " " + text
            width += more
        }
        return width > 0 ? lines + [line, ""] : []
    }
}

extension String {
    var trimmedAtEnd: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
