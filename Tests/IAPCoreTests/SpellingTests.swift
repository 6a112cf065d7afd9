import IAPCore
import Testing

@Suite struct SpellingTests {
    @Test(
        "The nearest text is the one with the fewest letters to change",
        arguments: [
            ("conis", "coins"), ("Premium", "premium"), ("premum", "premium"), ("gold", nil), ("", nil),
            ("a text that is much longer than the others", nil),
        ] as [(String, String?)]
    )
    func nearest(text: String, expected: String?) {
        #expect(text.nearest(in: ["coins", "premium", "plans"]) == expected)
    }

    @Test("Letters that are inserted, removed and replaced count, up to three")
    func distance() {
        #expect("sitting".nearest(in: ["kitten"]) == "kitten")
        #expect("sittings".nearest(in: ["kitten"]) == nil)
    }
}
