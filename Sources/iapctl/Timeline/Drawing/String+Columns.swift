extension String {
    /// The columns that the text takes in a terminal: two for East Asian wide characters and emoji.
    var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

    /// The text with blanks behind or before it or, if it is too long, cut.
    func fitted(to width: Int, isLeading: Bool = false, ellipsis: String = "…") -> String {
        var (text, used) = (self, columns)
        if used > width {
            let limit = width - ellipsis.columns
            (text, used) = ("", 0)
            for character in self {
                guard used + character.columns <= limit else { break }
                text.append(character)
                used += character.columns
            }
            if limit >= 0 { (text, used) = (text + ellipsis, used + ellipsis.columns) }
        }
        let blanks = String(repeating: " ", count: max(0, width - used))
        return isLeading ? blanks + text : text + blanks
    }

    /// Lines of at most `width` columns, broken between words, and within one only where it has to be.
    func lines(ofWidth width: Int) -> [String] {
        var (lines, used) = ([""], 0)
        func add(_ text: some StringProtocol, _ columns: Int) {
            lines[lines.count - 1] += text
            used += columns
        }
        func breakLine() {
            lines.append("")
            used = 0
        }
        for word in split(separator: " ") {
            let columns = String(word).columns
            if used > 0, used + 1 + columns > width { breakLine() }
            if used > 0 { add(" ", 1) }
            if columns <= width {
                add(word, columns)
                continue
            }
            for character in word {
                if used > 0, used + character.columns > width { breakLine() }
                add(String(character), character.columns)
            }
        }
        return lines
    }

    /// The text without characters that could move the cursor or turn the text around: control characters, line breaks,
    /// marks of direction that need an end.
    var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isUnprintable ? "\u{FFFD}" : $0 }))
    }

    /// The text for a message: on one line, and no more than 60 characters.
    var shortened: String {
        // A character may have any number of scalars, so these are counted too.
        let start = prefix(60)
        let scalars = start.unicodeScalars.prefix(240)
        let text = scalars.count < start.unicodeScalars.count ? String(scalars) : String(start)
        return (text.utf8.count < utf8.count ? text.dropLast() + "…" : text).printable
    }

    /// The shortened text in quotation marks, for messages.
    var quoted: String { "“\(shortened)”" }
}

extension Character {
    fileprivate var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD ? 0 : 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        switch value {
        // The vowels and ends of Korean syllables join the character before them.
        case 0x1160...0x11FF: return 0
        case 0x1F1E6...0x1F1FF: return 1
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1B000...0x1B2FF,
            0x1F200...0x1F265, 0x1F300...0x1F5FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return properties.isEmojiPresentation ? 2 : 1
        }
    }

    fileprivate var isUnprintable: Bool {
        if value < 0x7F { return value < 0x20 }
        switch value {
        case 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: return true
        default: return false
        }
    }
}
