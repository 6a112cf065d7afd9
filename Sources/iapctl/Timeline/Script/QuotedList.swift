extension Collection<String> {
    /// `“a”, “b” or “c”`.
    var quotedChoice: String { quoted(last: "or") }

    /// `“a”, “b” and “c”`.
    var quotedList: String { quoted(last: "and") }

    private func quoted(last conjunction: String) -> String {
        let texts = map(\.quoted)
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
        return texts.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}
