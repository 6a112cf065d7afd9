/// SplitMix64: a few operations a number, the same numbers for the same seed everywhere.
/// (https://prng.di.unimi.it/splitmix64.c)
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0 to `count` - 1; near enough to evenly for a small count.
    package mutating func below(_ count: Int) -> Int {
        Int(truncatingIfNeeded: (next() >> 33) % UInt64(max(count, 1)))
    }
}
