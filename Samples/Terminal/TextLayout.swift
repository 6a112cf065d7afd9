extension StringProtocol {
    /// The columns that the text takes in a terminal: none for escape sequences, two for East Asian wide characters and
    /// emoji.
    public var columns: Int {
        var count = 0
        var isEscape = false
        for scalar in unicodeScalars {
            if isEscape {
                // Styles end with m.
                isEscape = scalar != "m"
            } else if scalar == "\u{1B}" {
                isEscape = true
            } else {
                count += scalar.columns
            }
        }
        return count
    }

    /// The text with blanks behind it, up to a width.
    public func padded(to width: Int) -> String {
        String(self) + String(repeating: " ", count: Swift.max(0, width - columns))
    }

    /// The text without control characters, which could move the cursor: for text from outside.
    public var printable: String {
        String(
            String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 })
        )
    }
}

extension String {
    /// The text in lines of at most `width` columns, broken between words where possible. Lines after the first are
    /// indented.
    public func wrapped(to width: Int, indent: Int) -> [String] {
        guard columns > width else { return [self] }
        let margin = String(repeating: " ", count: Swift.min(indent, width * 2 / 3))
        var lines: [String] = []
        var line = ""
        for (index, word) in split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let longer = index == 0 ? String(word) : line + " " + word
            if longer.columns <= width {
                line = longer
                continue
            }
            if !line.allSatisfy({ $0 == " " }) { lines.append(line) }
            line = lines.isEmpty ? longer : margin + word
            // A word that is wider than the terminal is broken where it has to be.
            while line.columns > width, !line.contains("\u{1B}") {
                var head = line
                while head.columns > width, head.count > 1 { head.removeLast() }
                lines.append(head)
                line = margin + line.dropFirst(head.count)
            }
        }
        return lines + [line]
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
