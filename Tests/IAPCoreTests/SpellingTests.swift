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

    @Test("The distance counts what is inserted, removed and replaced, up to a limit")
    func distance() {
        #expect(Array("kitten").editDistance(to: Array("sitting"), limit: 3) == 3)
        #expect(Array("kitten").editDistance(to: Array("sitting"), limit: 2) == nil)
        #expect([Int]().editDistance(to: [1, 2], limit: 2) == 2)
    }
}
