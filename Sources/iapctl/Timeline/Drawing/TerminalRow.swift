/// A row of a terminal's chart, written column by column.
struct TerminalRow {
    private var cells: [(character: Character, tone: Tone?)]

    init(width: Int) {
        cells = Array(repeating: (" ", nil), count: max(0, width))
    }

    subscript(column: Int) -> Character {
        cells.indices.contains(column) ? cells[column].character : " "
    }

    mutating func put(_ character: Character, _ tone: Tone?, at column: Int) {
        if cells.indices.contains(column) { cells[column] = (character, tone) }
    }

    mutating func put(_ text: String, _ tone: Tone?, at column: Int) {
        for (offset, character) in text.enumerated() { put(character, tone, at: column + offset) }
    }

    /// The row with as few changes of colour as possible, and no blanks at its end.
    func text(_ terminal: Terminal) -> String {
        var (text, run, tone) = ("", "", Tone?.none)
        let last = cells.lastIndex { $0.character != " " } ?? -1
        for cell in cells.prefix(last + 1) {
            if cell.tone != tone, cell.character != " " {
                text += terminal.coloured(run, tone)
                (run, tone) = ("", cell.tone)
            }
            run.append(cell.character)
        }
        return text + terminal.coloured(run, tone)
    }
}
