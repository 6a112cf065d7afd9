extension Collection where Element: Equatable {
    /// Counts the elements that have to be inserted, removed or replaced to come to another collection, which is their
    /// Levenshtein distance; `nil` when there are more than `limit`.
    package func editDistance(to other: some Collection<Element>, limit: Int) -> Int? {
        guard abs(count - other.count) <= limit else { return nil }
        // One row of the table at a time. The least of a row never falls.
        var row = Array(0...other.count)
        for (index, element) in enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            var least = row[0]
            for (column, otherElement) in other.enumerated() {
                let replaced = element == otherElement ? diagonal : diagonal + 1
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
                least = Swift.min(least, row[column + 1])
            }
            if least > limit { return nil }
        }
        return row[other.count] <= limit ? row[other.count] : nil
    }
}

extension StringProtocol {
    /// The word of a list that this one was probably meant to be; `nil` where none is near.
    package func nearest(in words: some Sequence<String>) -> String? {
        // A word that is much longer is not what was meant, and would take long to compare.
        guard utf8.count <= 256 else { return nil }
        let letters = Array(lowercased())
        let limit = Swift.min(3, (letters.count + 1) / 2)
        let near = words.compactMap { word -> (word: String, distance: Int)? in
            guard word.utf8.count <= 256,
                let distance = letters.editDistance(to: Array(word.lowercased()), limit: limit)
            else { return nil }
            return (word, distance)
        }
        return near.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }
}
