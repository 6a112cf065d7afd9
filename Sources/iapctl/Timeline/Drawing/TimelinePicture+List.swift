extension TimelinePicture {
    var legend: [HTML] {
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
            case .mark(let symbol):
                [
                    mark(PictureLayout.Mark(symbol: symbol, text: symbol.legend, x: item.x + 8, y: item.y - 4)),
                    text(symbol.legend, "quiet", item.x + 21, item.y),
                ]
            case .now:
                [
                    line("now", item.x + 8, item.y - 13, item.x + 8, item.y + 3),
                    text("the script's end", "quiet", item.x + 21, item.y),
                ]
            }
        }
    }

    var list: [HTML] {
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
                    text(entry.entry.subject(ofWidth: PictureLayout.subjectColumns), tone, columns.subject, y),
                ] + entry.lines.enumerated().map { text($0.element, tone, columns.text, y + Double($0.offset) * 17) }
                    + [
                        text(entry.entry.price, "figures end \(tone)", columns.price, y),
                        text(entry.entry.transaction, "figures end quiet", columns.number, y),
                    ].filter { !$0.source.hasSuffix("></text>") }
            }
    }
}
