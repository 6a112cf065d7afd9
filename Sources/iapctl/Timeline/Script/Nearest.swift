extension StringProtocol {
    /// The word of a list that this one was probably meant to be; `nil` where none is near.
    func nearest(in words: some Sequence<String>) -> String? {
        // Nobody means a word that is much longer; a text without end would take its time.
        guard utf8.count <= 256 else { return nil }
        let letters = Array(lowercased())
        let limit = Swift.min(3, (letters.count + 1) / 2)
        let near = words.filter { $0.utf8.count <= 256 }
            .map { (word: $0, distance: Self.distance(letters, Array($0.lowercased()), limit)) }
            .filter { $0.distance <= limit }
        return near.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }

    /// How many letters have to be put in, left out or changed; any number above the limit when more than that.
    private static func distance(_ here: [Character], _ there: [Character], _ limit: Int) -> Int {
        guard abs(here.count - there.count) <= limit else { return .max }
        var row = Array(0...there.count)
        for (line, letter) in here.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, wanted) in there.enumerated() {
                let cost = letter == wanted ? diagonal : diagonal + 1
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(cost, row[column] + 1, row[column + 1] + 1)
            }
        }
        return row[there.count]
    }
}

extension Collection<String> {
    /// `“a”, “b” or “c”`.
    var quotedChoice: String { quoted(last: "or") }

    /// `“a”, “b” and “c”`.
    var quotedList: String { quoted(last: "and") }

    private func quoted(last conjunction: String) -> String {
        let words = map(\.quoted)
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}
