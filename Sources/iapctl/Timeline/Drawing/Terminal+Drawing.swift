extension Terminal {
    func coloured(_ text: String, _ tone: Tone?) -> String {
        guard hasColour, let tone, !text.isEmpty else { return text }
        let code =
            switch tone {
            case .good: "32"
            case .offer: "35"
            case .free: "36"
            case .waiting: "33"
            case .bad: "31"
            case .gone: "2;31"
            case .quiet: "2"
            case .strong: "1"
            }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    var ellipsis: String { hasUnicode ? "…" : ".." }

    func sign(_ symbol: Symbol) -> Character { hasUnicode ? symbol.unicode : symbol.ascii }

    func pattern(_ kind: Timeline.Band.Kind) -> (start: Character, fill: Character, end: Character) {
        let ascii = kind.pattern.ascii
        return hasUnicode ? kind.pattern.unicode : (kind.isPeriod ? "|" : ascii, ascii, "|")
    }

    /// A text of the catalog or the script without characters that the terminal cannot show.
    func text(_ text: String) -> String {
        let text = text.printable
        guard !hasUnicode else { return text }
        let replacements: [Character: String] = [
            "“": "\"", "”": "\"", "„": "\"", "’": "'", "·": "-", "×": "x", "−": "-", "–": "-", "…": "...", "€": "EUR ",
            "£": "GBP ", "¥": "JPY ", "\u{A0}": " ", "\u{202F}": " ",
        ]
        return text.reduce(into: "") { $0 += $1.isASCII ? String($1) : replacements[$1] ?? "?" }
    }
}
