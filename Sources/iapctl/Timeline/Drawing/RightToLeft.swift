import Foundation

extension String {
    /// With each stretch of a script that is written from right to left set apart, so that it does not draw figures and
    /// signs beside it to its other side.
    var isolated: String {
        guard unicodeScalars.contains(where: \.isRightToLeft) else { return self }
        // A plan and its customer are two names.
        return components(separatedBy: " · ").map(\.isolatedName).joined(separator: " · ")
    }

    private var isolatedName: String {
        var (text, stretch, between) = (UnicodeScalarView(), UnicodeScalarView(), UnicodeScalarView())
        func end() {
            // A bracket that the stretch has opened belongs to it.
            if between.first == ")", stretch.contains("(") { stretch.append(between.removeFirst()) }
            if !stretch.isEmpty { text += "\u{2068}".unicodeScalars + stretch + "\u{2069}".unicodeScalars }
            text += between
            (stretch, between) = (UnicodeScalarView(), UnicodeScalarView())
        }
        for scalar in unicodeScalars {
            if scalar.isRightToLeft {
                stretch += between
                stretch.append(scalar)
                between = UnicodeScalarView()
            } else if stretch.isEmpty {
                text.append(scalar)
            } else if scalar.properties.isAlphabetic || scalar == "$" {
                end()
                text.append(scalar)
            } else {
                between.append(scalar)
            }
        }
        end()
        return String(text)
    }
}

extension Unicode.Scalar {
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
