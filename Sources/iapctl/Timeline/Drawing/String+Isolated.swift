extension String {
    /// The text with an isolate around each stretch of a script that is written from right to left, so that the stretch
    /// does not draw the figures and signs beside it to its other side.
    var isolated: String {
        guard unicodeScalars.contains(where: { (0x590...0x8FF ~= $0.value) || (0xFB18...0x1EFFF ~= $0.value) }) else {
            return self
        }
        // A stretch goes on over spaces and signs between its letters, but not over the dot between two names.
        let rightToLeft =
            #"[\u{590}-\u{8FF}\u{FB18}-\u{FDFF}\u{FE70}-\u{FEFC}\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]"#
        let pattern = "(\(rightToLeft)(?:[^\\p{Alphabetic}$·]*\(rightToLeft))*)(\\)?)"
        guard let stretch = try? Regex(pattern, as: (Substring, Substring, Substring).self) else { return self }
        return replacing(stretch.matchingSemantics(.unicodeScalar)) { match in
            // A bracket that the stretch has opened belongs to it.
            let (whole, letters, bracket) = match.output
            return letters.contains("(") ? "\u{2068}\(whole)\u{2069}" : "\u{2068}\(letters)\u{2069}\(bracket)"
        }
    }
}
