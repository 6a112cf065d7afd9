import Foundation

/// Draws a timeline in lines of text.
struct TerminalChart {
    let timeline: Timeline
    let style: TerminalStyle
    /// The columns of the names to the left: as many as they need, and no more than a quarter.
    private let margin: Int
    private let chartWidth: Int

    init(timeline: Timeline, style: TerminalStyle) {
        (self.timeline, self.style) = (timeline, style)
        let names = timeline.sections.flatMap(\.tracks).map { style.text($0.name).columns + 3 }
        margin = min(max(names.max() ?? 0, 10), max(10, style.width / 4))
        chartWidth = max(10, style.width - margin)
    }

    var lines: [String] {
        var lines = heading
        for section in timeline.sections { lines += self.lines(of: section) + [""] }
        if timeline.sections.isEmpty { lines += [style("Nothing was bought.", .quiet), ""] }
        return lines + axis + [""] + legend + TerminalList(timeline: timeline, style: style).lines
    }

    private var heading: [String] {
        let title = style.text(timeline.title)
        let range = style(style.text(timeline.range), .quiet)
        let gap = style.width - title.columns - timeline.range.columns
        guard gap >= 2 else { return title.lines(ofWidth: style.width).map { style($0, .strong) } + [range, ""] }
        return [style(title, .strong) + String(repeating: " ", count: gap) + range, ""]
    }

    private func column(_ date: Date) -> Int {
        Int((timeline.share(date) * Double(chartWidth - 1)).rounded())
    }

    // MARK: Sections

    private func lines(of section: Timeline.Section) -> [String] {
        let (name, state, separator) = (style.text(section.name), style.text(section.state), style.text(" – "))
        var lines = name.lines(ofWidth: style.width).map { style($0, .strong) }
        if !state.isEmpty {
            if (name + separator + state).columns <= style.width {
                lines = [style(name, .strong) + style(separator + state, .quiet)]
            } else {
                lines += state.lines(ofWidth: style.width - 2).map { "  " + style($0, .quiet) }
            }
        }
        for track in section.tracks {
            let name = style.text("  \(track.name)").fitted(to: margin - 1, ellipsis: style.ellipsis) + " "
            lines.append((name + row(of: track).text(style)).trimmedAtEnd)
        }
        return lines + self.lines(of: rows(of: section.marks), "")
    }

    private func row(of track: Timeline.Track) -> TerminalRow {
        var row = TerminalRow(width: chartWidth)
        for band in track.bands {
            let (start, end) = (column(band.start), column(band.end))
            let pattern = style.pattern(band.kind)
            // A period without length does not cover the end of the one before.
            if start == end, band.kind.isPeriod, row[start] != " " { continue }
            // Periods too short to be told apart make one line.
            let isCrowded = end - start < 2 && row[start] != " "
            row.put(isCrowded ? pattern.fill : pattern.start, band.kind.tone, at: start)
            for column in (start + 1)..<max(end, start + 1) { row.put(pattern.fill, band.kind.tone, at: column) }
            if end > start { row.put(pattern.end, band.kind.tone, at: end) }
        }
        // After all bands, since each begins on the end of the one before.
        for band in track.bands {
            let (start, end) = (column(band.start), column(band.end))
            let label = style.text(band.label)
            // With a line on both sides, a label is distinct from the next one.
            guard label.count == label.columns, !label.isEmpty, end - start >= label.count + 3 else { continue }
            row.put(label, band.kind.tone, at: start + 2)
        }
        return row
    }

    private func rows(of marks: [Timeline.Mark]) -> MarkRows {
        MarkRows(marks, limit: 4, width: 1) { Double(column($0.date)) }
    }

    private func lines(of marks: MarkRows, _ name: String) -> [String] {
        var rows = Array(repeating: TerminalRow(width: chartWidth), count: marks.count)
        for item in marks.items { rows[item.row].put(style.sign(item.symbol), item.symbol.tone, at: Int(item.x)) }
        return rows.enumerated().map { ($0.offset == 0 ? name : "").fitted(to: margin) + $0.element.text(style) }
    }

    // MARK: Axis and legend

    private var scriptEnd: Character { style.hasUnicode ? "▲" : "^" }

    private var axis: [String] {
        var (line, labels) = (TerminalRow(width: chartWidth), TerminalRow(width: chartWidth))
        line.put(String(repeating: style.hasUnicode ? "─" : "-", count: chartWidth), .quiet, at: 0)
        for tick in TimeAxis(timeline, width: Double(chartWidth - 1), labelWidth: { Double($0.count + 2) }).ticks {
            line.put(style.hasUnicode ? "┴" : "+", .quiet, at: column(tick.date))
            labels.put(tick.label, .quiet, at: column(tick.date))
        }
        if timeline.now < timeline.end { line.put(scriptEnd, .strong, at: column(timeline.now)) }
        let blank = String(repeating: " ", count: margin)
        return lines(of: rows(of: timeline.notes), "Notes")
            + [blank + line.text(style), (blank + labels.text(style)).trimmedAtEnd]
    }

    private var legend: [String] {
        let hasMore = (timeline.sections.map(\.marks) + [timeline.notes]).contains { rows(of: $0).hasMore }
        var (lines, width) = ([String](), style.width)
        for item in timeline.legend(hasMore: hasMore) {
            let (sign, tone): (String, Tone) =
                switch item {
                case .band(let kind): (String(repeating: style.pattern(kind).fill, count: 3), kind.tone)
                case .mark(let symbol): (String(style.sign(symbol)), symbol.tone)
                case .scriptEnd: (String(scriptEnd), .strong)
                }
            let text = style(sign, tone) + " " + item.text
            let columns = sign.columns + 1 + item.text.columns
            if width + 3 + columns <= style.width {
                lines[lines.count - 1] += "   " + text
                width += 3 + columns
            } else {
                lines.append(text)
                width = columns
            }
        }
        return lines.isEmpty ? [] : lines + [""]
    }
}

extension String {
    var trimmedAtEnd: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
