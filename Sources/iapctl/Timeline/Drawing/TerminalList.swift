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
        let (price, number) = (widest("price", \.price), widest("no.", \.transaction))
        let rest = style.width - date - price - number - 9
        var subject = min(widest("plan") { $0.subject() }, max(8, style.width / 5))
        // Where all is narrow, the plan is told in the sentence.
        let isNarrow = rest - subject - 2 < 28
        if isNarrow { subject = 0 }
        let room = max(10, rest - (isNarrow ? 0 : subject + 2))
        func sentence(_ entry: Timeline.Entry) -> String {
            isNarrow && !entry.subject().isEmpty ? "\(entry.subject()): \(entry.text)" : entry.text
        }
        // Prices stand near what they are for.
        let text = min(room, max(32, widest("what happened", sentence)))
        let ellipsis = style.hasUnicode ? "…" : ".."
        func line(_ columns: [String]) -> String {
            let plan = isNarrow ? [] : [columns[2].fitted(to: subject, ellipsis: ellipsis)]
            let start = [columns[0].fitted(to: date), columns[1]] + plan
            let end = [
                columns[3].fitted(to: text), columns[4].fitted(to: price, isLeading: true),
                columns[5].fitted(to: number, isLeading: true),
            ]
            return (start + end).joined(separator: "  ").trimmedAtEnd
        }
        var lines = [style(line(["date", " ", "plan", "what happened", "price", "no."]), .quiet)]
        for entry in timeline.entries {
            let happened = style.text(sentence(entry)).lines(ofWidth: text)
            let symbol = String(style.sign(entry.kind.symbol))
            for (index, part) in happened.enumerated() {
                let isFirst = index == 0
                let subject = style.text(entry.subject(ofWidth: subject, ellipsis: ellipsis))
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
