import Testing

@testable import IAPPresentation

@Suite struct BoundedCacheTests {
    @Test("A cache holds at most twice its limit")
    func bound() {
        let cache = BoundedCache<Int, Int>(limit: 8)
        for key in 0..<1_000 {
            #expect(cache.value(for: key) { key * 2 } == key * 2)
            #expect(cache.count <= 16)
        }
    }

    @Test("What was asked for lately is not made again")
    func recent() {
        let cache = BoundedCache<Int, Int>(limit: 8)
        for key in 0..<1_000 {
            _ = cache.value(for: key) { key }
            _ = cache.value(for: -1) { -key }
        }
        #expect(cache.value(for: -1) { 1 } == 0)
    }
}
