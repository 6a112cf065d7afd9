/// Ways to do the same thing, the SDK's first.
struct Benchmark: Sendable {
    /// One word, for `--only`.
    let name: String
    /// What one operation is.
    let operation: String
    /// How many operations a round has.
    let count: Int
    /// The first one is what the others are compared with.
    let contenders: [Contender]
    /// Whether each contender is also run once in a process of its own, to see its peak memory.
    var measuresMemory = false
    /// What is counted rather than timed, such as allocations.
    var facts: (@Sendable () async throws -> [Fact])?
}

/// Something counted.
struct Fact: Sendable, Encodable {
    let name: String
    let value: Double
    /// The most that it should be.
    var limit: Double?
}

/// Why a contender takes no part.
struct Absent: Error {
    let reason: String
}

/// One way.
struct Contender: Sendable {
    let name: String
    var goal: Goal?
    /// Does so many operations, and says how long they took; what it prepares before is not counted.
    let run: @Sendable (_ count: Int) async throws -> Duration
}

/// What the first contender should reach against another one.
enum Goal: Sendable {
    /// It takes at most so many times the other's time.
    case atMost(Double)
    /// It is at least so many times as fast as the other.
    case fasterBy(Double)
}

/// Does something `count` times with the number of the turn, and says how long that took.
func timed(_ count: Int, _ body: (Int) throws -> Void) rethrows -> Duration {
    let clock = ContinuousClock()
    return try clock.measure {
        for turn in 0..<count { try body(turn) }
    }
}

/// The same for something that is waited for.
func timed(_ count: Int, _ body: (Int) async throws -> Void) async rethrows -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    for turn in 0..<count { try await body(turn) }
    return clock.now - start
}

/// Keeps a value, so that the compiler cannot leave out what made it.
@inline(never)
@_optimize(none) func keep<Value>(_ value: Value) {}
