/// What happened, a line each.
struct TerminalList {
    let timeline: Timeline
    let style: TerminalStyle

    private func widest(_ header: String, _ text: (Timeline.Entry) -> String) -> Int {
        let widths = timeline.entries.map { style.text(text($0)).columns }
        return max(header.columns, widths.max() ?? 0)
    }

    var lines: [String] {
        guard !timeline.entries.isEmpty else { return [] }
        let date = widest("date", \.date)
        let subject = min(widest("plan", \.subject), max(8, style.width / 5))
        let (price, number) = (widest("price", \.price), widest("no.", \.transaction))
        let room = max(10, style.width - date - subject - price - number - 11)
        // Prices stand near what they are for.
        let text = min(room, max(32, widest("what happened", \.text)))
        let ellipsis = style.hasUnicode ? "…" : ".."
        func line(_ columns: [String]) -> String {
            [
                columns[0].fitted(to: date), columns[1], columns[2].fitted(to: subject, ellipsis: ellipsis),
                columns[3].fitted(to: text), columns[4].fitted(to: price, isLeading: true),
                columns[5].fitted(to: number, isLeading: true),
            ].joined(separator: "  ").trimmedAtEnd
        }
        var lines = [style(line(["date", " ", "plan", "what happened", "price", "no."]), .quiet)]
        for entry in timeline.entries {
            let happened = style.text(entry.text).lines(ofWidth: text)
            let symbol = String(style.symbol(entry.kind))
            for (index, part) in happened.enumerated() {
                let isFirst = index == 0
                let subject = style.text(entry.subject)
                let columns =
                    isFirst
                    ? [entry.date, symbol, subject, part, style.text(entry.price), entry.transaction]
                    : ["", " ", "", part, "", ""]
                lines.append(coloured(line(columns), entry, symbolAt: date + 2, isFirst))
            }
        }
        return lines
    }

    /// The symbol has its colour; what nobody did is quiet as a whole.
    private func coloured(_ line: String, _ entry: Timeline.Entry, symbolAt column: Int, _ isFirst: Bool) -> String {
        guard style.hasColour else { return line }
        let tone = entry.kind.symbol.tone
        if tone == .quiet || tone == .strong { return style(line, tone) }
        guard isFirst else { return line }
        let index = line.index(line.startIndex, offsetBy: column)
        return line[..<index] + style(String(line[index]), tone) + line[line.index(after: index)...]
    }
}
