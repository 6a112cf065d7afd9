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
