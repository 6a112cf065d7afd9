import Foundation

/// What a benchmark came to.
struct Result: Sendable, Encodable {
    struct Row: Sendable, Encodable {
        let contender: String
        /// Nanoseconds that an operation took.
        let nanoseconds: Spread
        /// How many times as long as the first contender's, compared within each round.
        let ratio: Spread
        /// In bytes, of the whole process; `nil` unless the benchmark measures it.
        let peakMemory: Int?
        let goal: String?
        let isGoalMet: Bool?
    }

    let name: String
    let operation: String
    let operationsARound: Int
    let rounds: Int
    let rows: [Row]

    /// Runs the contenders in turn, a round after a round, so that a machine that slows down slows all of them. A first
    /// round, which fills caches, does not count; each round begins with another contender.
    init(of benchmark: Benchmark, rounds: Int) async throws {
        let contenders = benchmark.contenders
        var times = contenders.map { _ in [Double]() }
        for round in 0...rounds {
            for place in contenders.indices {
                let index = (place + round) % contenders.count
                let duration = try await contenders[index].run(benchmark.count)
                let nanoseconds =
                    Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
                if round > 0 { times[index].append(nanoseconds / Double(benchmark.count)) }
            }
        }
        var rows: [Row] = []
        for (contender, own) in zip(contenders, times) {
            let ratio = Spread(zip(own, times[0]).map { $0 / $1 })
            let memory = benchmark.measuresMemory ? try PeakMemory.measured(of: contender, in: benchmark) : nil
            let goal = contender.goal.map { $0.verdict(ratio.median) }
            rows.append(
                Row(
                    contender: contender.name,
                    nanoseconds: Spread(own),
                    ratio: ratio,
                    peakMemory: memory,
                    goal: goal?.text,
                    isGoalMet: goal?.isMet
                )
            )
        }
        (name, operation) = (benchmark.name, benchmark.operation)
        (operationsARound, self.rounds, self.rows) = (benchmark.count, rounds, rows)
    }

    static func json(_ results: [Result]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(results), as: UTF8.self)
    }

    var text: String {
        let width = rows.map(\.contender.count).max() ?? 0
        let lines = rows.map { row in
            var line = "  " + row.contender.padding(toLength: width, withPad: " ", startingAt: 0)
            line += Self.column(Self.time(row.nanoseconds.median), 12)
            line += Self.column(
                "(\(Self.time(row.nanoseconds.lowerQuartile)) – \(Self.time(row.nanoseconds.upperQuartile)))",
                26
            )
            line += Self.column("× \(Self.number(row.ratio.median))", 10)
            line += Self.column(
                "(\(Self.number(row.ratio.lowerQuartile)) – \(Self.number(row.ratio.upperQuartile)))",
                18
            )
            if let memory = row.peakMemory { line += Self.column("\(memory / 1_048_576) MiB", 10) }
            if let goal = row.goal { line += "  \(goal)" }
            return line
        }
        let head = "\(name): \(operation); \(rounds) rounds of \(operationsARound); median (quartiles), × the first"
        return ([head] + lines).joined(separator: "\n") + "\n"
    }

    private static func column(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 1)) + text
    }

    private static func number(_ number: Double) -> String {
        String(format: number < 10 ? "%.2f" : "%.1f", number)
    }

    private static func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1e3: String(format: "%.0f ns", nanoseconds)
        case ..<1e6: String(format: "%.2f µs", nanoseconds / 1e3)
        default: String(format: "%.2f ms", nanoseconds / 1e6)
        }
    }
}

extension Goal {
    /// - Parameter ratio: How many times as long as the first contender the other takes.
    fileprivate func verdict(_ ratio: Double) -> (text: String, isMet: Bool) {
        let (isMet, text): (Bool, String) =
            switch self {
            case .atMost(let limit): (1 / ratio <= limit, "goal: the first takes at most \(limit) × this")
            case .fasterBy(let factor): (ratio >= factor, "goal: the first is at least \(factor) × as fast")
            }
        return ("\(text): \(isMet ? "met" : "MISSED")", isMet)
    }
}
