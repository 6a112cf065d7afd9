import Foundation

/// Draws a timeline in lines of text.
struct TerminalChart {
    let timeline: Timeline
    let terminal: Terminal
    /// The columns of the names to the left: as many as they need, and no more than a quarter.
    private let margin: Int
    private let chartWidth: Int

    init(timeline: Timeline, terminal: Terminal) {
        (self.timeline, self.terminal) = (timeline, terminal)
        let names = timeline.sections.flatMap(\.tracks).map { terminal.text($0.name).columns + 3 }
        margin = min(max(names.max() ?? 0, 10), max(10, terminal.columns / 4))
        chartWidth = max(10, terminal.columns - margin)
    }

    var lines: [String] {
        var lines = heading
        for section in timeline.sections { lines += self.lines(of: section) + [""] }
        if timeline.sections.isEmpty { lines += [terminal.coloured("Nothing was bought.", .quiet), ""] }
        return lines + axis + [""] + legend + TerminalList(timeline: timeline, terminal: terminal).lines
    }

    private var heading: [String] {
        let title = terminal.text(timeline.title)
        let range = terminal.coloured(terminal.text(timeline.range), .quiet)
        let gap = terminal.columns - title.columns - timeline.range.columns
        guard gap >= 2 else {
            return title.lines(ofWidth: terminal.columns).map { terminal.coloured($0, .strong) } + [range, ""]
        }
        return [terminal.coloured(title, .strong) + String(repeating: " ", count: gap) + range, ""]
    }

    private func column(_ date: Date) -> Int {
        Int((timeline.share(date) * Double(chartWidth - 1)).rounded())
    }

    // MARK: Sections

    private func lines(of section: Timeline.Section) -> [String] {
        let (name, state, separator) = (terminal.text(section.name), terminal.text(section.state), terminal.text(" – "))
        var lines = name.lines(ofWidth: terminal.columns).map { terminal.coloured($0, .strong) }
        if !state.isEmpty {
            if (name + separator + state).columns <= terminal.columns {
                lines = [terminal.coloured(name, .strong) + terminal.coloured(separator + state, .quiet)]
            } else {
                lines += state.lines(ofWidth: terminal.columns - 2).map { "  " + terminal.coloured($0, .quiet) }
            }
        }
        for track in section.tracks {
            let name = terminal.text("  \(track.name)").fitted(to: margin - 1, ellipsis: terminal.ellipsis) + " "
            lines.append((name + row(of: track).text(terminal)).trimmedAtEnd)
        }
        return lines + self.lines(of: rows(of: section.marks), "")
    }

    private func row(of track: Timeline.Track) -> TerminalRow {
        var row = TerminalRow(width: chartWidth)
        for band in track.bands {
            let (start, end) = (column(band.start), column(band.end))
            let pattern = terminal.pattern(band.kind)
            // A period without length does not cover the end of the one before.
            if start == end, band.kind.isPeriod, row[start] != " " { continue }
            // Periods that are too short to be distinct make one line.
            let isCrowded = end - start < 2 && row[start] != " "
            row.put(isCrowded ? pattern.fill : pattern.start, band.kind.tone, at: start)
            for column in (start + 1)..<max(end, start + 1) { row.put(pattern.fill, band.kind.tone, at: column) }
            if end > start { row.put(pattern.end, band.kind.tone, at: end) }
        }
        // After all bands, since each begins on the end of the one before.
        for band in track.bands {
            let (start, end) = (column(band.start), column(band.end))
            let label = terminal.text(band.label)
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
        for item in marks.items { rows[item.row].put(terminal.sign(item.symbol), item.symbol.tone, at: Int(item.x)) }
        return rows.enumerated().map { ($0.offset == 0 ? name : "").fitted(to: margin) + $0.element.text(terminal) }
    }

    // MARK: Axis and legend

    private var scriptEnd: Character { terminal.hasUnicode ? "▲" : "^" }

    private var axis: [String] {
        var (line, labels) = (TerminalRow(width: chartWidth), TerminalRow(width: chartWidth))
        line.put(String(repeating: terminal.hasUnicode ? "─" : "-", count: chartWidth), .quiet, at: 0)
        for tick in TimeAxis(timeline, width: Double(chartWidth - 1), labelWidth: { Double($0.count + 2) }).ticks {
            line.put(terminal.hasUnicode ? "┴" : "+", .quiet, at: column(tick.date))
            labels.put(tick.label, .quiet, at: column(tick.date))
        }
        if timeline.now < timeline.end { line.put(scriptEnd, .strong, at: column(timeline.now)) }
        let blank = String(repeating: " ", count: margin)
        return lines(of: rows(of: timeline.notes), "Notes")
            + [blank + line.text(terminal), (blank + labels.text(terminal)).trimmedAtEnd]
    }

    private var legend: [String] {
        let hasMore = (timeline.sections.map(\.marks) + [timeline.notes]).contains { rows(of: $0).hasMore }
        var (lines, width) = ([String](), terminal.columns)
        for item in timeline.legend(hasMore: hasMore) {
            let (sign, tone): (String, Tone) =
                switch item {
                case .band(let kind): (String(repeating: terminal.pattern(kind).fill, count: 3), kind.tone)
                case .mark(let symbol): (String(terminal.sign(symbol)), symbol.tone)
                case .scriptEnd: (String(scriptEnd), .strong)
                }
            let text = terminal.coloured(sign, tone) + " " + item.text
            let columns = sign.columns + 1 + item.text.columns
            if width + 3 + columns <= terminal.columns {
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
