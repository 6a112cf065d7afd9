extension StringProtocol {
    /// The word of a list that this one was probably meant to be; `nil` where none is near.
    func nearest(in words: some Sequence<String>) -> String? {
        let limit = Swift.min(3, (count + 1) / 2)
        let near = words.map { (word: $0, distance: distance(to: $0)) }.filter { $0.distance <= limit }
        return near.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }

    /// How many letters have to be put in, left out or changed.
    private func distance(to other: String) -> Int {
        // Nobody means a word that is much longer; a text without end would take its time.
        let (here, there) = (Array(lowercased()), Array(other.lowercased()))
        guard abs(here.count - there.count) < 8, here.count < 64 else { return .max }
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

extension Sequence<String> {
    /// `“a”, “b” or “c”`.
    var quotedChoice: String {
        let words = map { "“\($0)”" }
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
