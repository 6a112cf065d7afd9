/// A piece of HTML. Every text in it is escaped.
struct HTML: Sendable {
    let source: String

    /// Trusted markup, such as the page's own style sheet.
    init(trusted source: String) {
        self.source = source
    }

    /// An escaped text. Control characters, which HTML must not hold, become U+FFFD.
    init(_ text: String) {
        var source = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": source += "&amp;"
            case "<": source += "&lt;"
            case ">": source += "&gt;"
            case "\"": source += "&quot;"
            case "'": source += "&#39;"
            case "\n", "\t": source.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control: source += "\u{FFFD}"
            default: source.unicodeScalars.append(scalar)
            }
        }
        self.source = source
    }

    /// An element. Attributes without a value are left out, and so are children that are `nil`.
    init(_ name: String, _ attributes: KeyValuePairs<String, String?>, _ children: [HTML?]) {
        let attributes = attributes.compactMap { name, value in value.map { " \(name)=\"\(HTML($0).source)\"" } }
        source = "<\(name)\(attributes.joined())>" + children.compactMap { $0?.source }.joined() + "</\(name)>"
    }

    init(_ name: String, _ children: [HTML?]) {
        self.init(name, [:], children)
    }

    init(_ name: String, _ text: String) {
        self.init(name, [:], [HTML(text)])
    }

    init(_ name: String, _ attributes: KeyValuePairs<String, String?>, _ text: String) {
        self.init(name, attributes, [HTML(text)])
    }
}
