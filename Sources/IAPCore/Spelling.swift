extension StringProtocol {
    /// The entry of a list that this text is probably a misspelling of; `nil` when none is similar.
    package func nearest(in candidates: some Sequence<String>) -> String? {
        // A much longer text is no misspelling, and would take long to compare.
        guard utf8.count <= 256 else { return nil }
        let letters = Array(lowercased())
        let limit = Swift.min(3, (letters.count + 1) / 2)
        let near = candidates.compactMap { candidate -> (text: String, distance: Int)? in
            guard candidate.utf8.count <= 256,
                let distance = Self.editDistance(letters, Array(candidate.lowercased()), limit: limit)
            else { return nil }
            return (candidate, distance)
        }
        return near.min { ($0.distance, $0.text) < ($1.distance, $1.text) }?.text
    }

    /// Counts the letters that have to be inserted, removed or replaced (the Levenshtein distance); `nil` when there are
    /// more than `limit`.
    private static func editDistance(_ one: [Character], _ other: [Character], limit: Int) -> Int? {
        guard abs(one.count - other.count) <= limit else { return nil }
        // One row of the table at a time.
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, otherLetter) in other.enumerated() {
                let replaced = letter == otherLetter ? diagonal : diagonal + 1
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count] <= limit ? row[other.count] : nil
    }
}
