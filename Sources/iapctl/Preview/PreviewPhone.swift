/// The narrowest iPhone, and what fits on it.
///
/// A browser would measure with fonts that are not the phone's. The widths here are those of an average sans-serif, so
/// that the result is uncertain for a text that just fits.
enum PreviewPhone {
    /// In points, as everything here.
    static let width = 320
    /// A line of a card, between margins and padding.
    static let line = 256.0

    /// A kind of text on a card. The style sheet has the same sizes and lines.
    enum Style {
        case title, description, button

        var size: Double {
            switch self {
            case .title, .button: 17
            case .description: 15
            }
        }

        var lines: Int {
            switch self {
            case .title, .button: 1
            case .description: 2
            }
        }
    }

    /// Whether the phone would cut the text off.
    static func truncates(_ text: String, as style: Style) -> Bool {
        // A line that is broken between words stays a little emptier than it could be.
        let width = line * Double(style.lines) - (style.lines > 1 ? 30 : 0)
        return ems(of: text) * style.size > width
    }

    private static func ems(of text: String) -> Double {
        text.reduce(0) { $0 + ems(of: $1) }
    }

    private static func ems(of character: Character) -> Double {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x2066...0x2069, 0x200B...0x200F: return 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x1F000...0x3FFFF:
            return 1
        default: break
        }
        if "iljtfrI.,:;'’|!()[] \u{A0}\u{202F}".contains(character) { return 0.3 }
        if "mwMW@%—…".contains(character) { return 0.88 }
        return character.isUppercase ? 0.68 : 0.57
    }
}
