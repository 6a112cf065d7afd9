import Testing

@testable import IAPPresentation

@Suite struct BoundedCacheTests {
    @Test("A cache holds at most its limit, and answers with the value that was made")
    func bound() {
        let cache = BoundedCache<Int, Int>(limit: 8)
        for key in 0..<1_000 {
            #expect(cache.value(for: key) { key * 2 } == key * 2)
            #expect(cache.value(for: key) { -1 } == key * 2)
            #expect(cache.count <= 8)
        }
    }
}
