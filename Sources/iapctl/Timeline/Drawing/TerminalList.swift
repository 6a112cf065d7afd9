/// The events, a line each.
struct TerminalList {
    let timeline: Timeline
    let terminal: Terminal

    private func widest(_ header: String, _ text: (Timeline.Entry) -> String) -> Int {
        let widths = timeline.entries.map { terminal.text(text($0)).columns }
        return max(header.columns, widths.max() ?? 0)
    }

    var lines: [String] {
        guard !timeline.entries.isEmpty else { return [] }
        let date = widest("date", \.date)
        let (price, number) = (widest("price", \.price), widest("no.", \.transaction))
        let rest = terminal.columns - date - price - number - 9
        var subject = min(widest("plan") { $0.subject() }, max(8, terminal.columns / 5))
        // In a narrow terminal, the plan is part of the sentence.
        let isNarrow = rest - subject - 2 < 28
        if isNarrow { subject = 0 }
        func sentence(_ entry: Timeline.Entry) -> String {
            isNarrow && !entry.subject().isEmpty ? "\(entry.subject()): \(entry.text)" : entry.text
        }
        // Prices are near the text that they belong to.
        let widestText = max(10, rest - (isNarrow ? 0 : subject + 2))
        let text = min(widestText, max(32, widest("what happened", sentence)))
        func line(_ columns: [String]) -> String {
            let plan = isNarrow ? [] : [columns[2].fitted(to: subject, ellipsis: terminal.ellipsis)]
            let start = [columns[0].fitted(to: date), columns[1]] + plan
            let end = [
                columns[3].fitted(to: text), columns[4].fitted(to: price, isLeading: true),
                columns[5].fitted(to: number, isLeading: true),
            ]
            return (start + end).joined(separator: "  ").trimmedAtEnd
        }
        var lines = [terminal.coloured(line(["date", " ", "plan", "what happened", "price", "no."]), .quiet)]
        for entry in timeline.entries {
            let symbol = String(terminal.sign(entry.kind.symbol))
            let plan = terminal.text(entry.subject(ofWidth: subject, ellipsis: terminal.ellipsis))
            let parts = terminal.text(sentence(entry)).lines(ofWidth: text)
            let first = line([entry.date, symbol, plan, parts[0], terminal.text(entry.price), entry.transaction])
            lines.append(coloured(first, entry, symbolAt: date + 2))
            lines += parts.dropFirst().map { coloured(line(["", " ", "", $0, "", ""]), entry, symbolAt: nil) }
        }
        return lines
    }

    /// Colours the symbol, and the whole line of a setting or a note.
    private func coloured(_ line: String, _ entry: Timeline.Entry, symbolAt column: Int?) -> String {
        let tone = entry.kind.symbol.tone
        if tone == .quiet || tone == .strong { return terminal.coloured(line, tone) }
        guard let column else { return line }
        let index = line.index(line.startIndex, offsetBy: column)
        return line[..<index] + terminal.coloured(String(line[index]), tone) + line[line.index(after: index)...]
    }
}
