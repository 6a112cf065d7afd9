/// How wide text is in a terminal, and how it is broken into lines.
extension String {
    /// Columns: East Asian wide characters and emoji need two.
    var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

    /// With blanks behind it or, if it is too long, cut.
    func fitted(to width: Int, isLeading: Bool = false, ellipsis: String = "…") -> String {
        var (text, used) = (self, columns)
        if used > width {
            text = ""
            used = 0
            for character in self {
                let more = String(character).columns
                guard used + more <= width - ellipsis.columns else { break }
                text.append(character)
                used += more
            }
            if used + ellipsis.columns <= width {
                text += ellipsis
                used += ellipsis.columns
            }
        }
        let blanks = String(repeating: " ", count: max(0, width - used))
        return isLeading ? blanks + text : text + blanks
    }

    /// Lines of at most `width` columns, broken between words, and within one only where it has to be.
    func lines(ofWidth width: Int) -> [String] {
        var (lines, line) = ([String](), "")
        for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            var word = word
            if !line.isEmpty, line.columns + 1 + word.columns <= width {
                line += " " + word
                continue
            }
            if !line.isEmpty { lines.append(line) }
            while word.columns > width, word.count > 1 {
                let head = String(word.prefix(max(1, width / 2)))
                lines.append(head)
                word = String(word.dropFirst(head.count))
            }
            line = word
        }
        return lines + [line]
    }

    /// Without control characters, which could move the cursor.
    var printable: String {
        String(
            String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 })
        )
    }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
