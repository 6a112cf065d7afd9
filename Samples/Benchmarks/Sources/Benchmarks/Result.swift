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
    let facts: [Fact]
    /// Contenders that could not run here, and why.
    let absent: [String: String]

    /// Runs the contenders in turn, a round after a round, so that a machine that slows down slows all of them. A first
    /// round, which fills caches, does not count; each round begins with another contender.
    init(of benchmark: Benchmark, rounds: Int) async throws {
        let contenders = benchmark.contenders
        var absent: [String: String] = [:]
        var times = contenders.map { _ in [Double]() }
        for round in 0...rounds {
            for place in contenders.indices {
                let index = (place + round) % contenders.count
                let contender = contenders[index]
                guard absent[contender.name] == nil else { continue }
                let duration: Duration
                do {
                    duration = try await contender.run(benchmark.count)
                } catch let absence as Absent {
                    absent[contender.name] = absence.reason
                    continue
                }
                let nanoseconds =
                    Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
                if round > 0 { times[index].append(nanoseconds / Double(benchmark.count)) }
            }
        }
        var rows: [Row] = []
        for (contender, own) in zip(contenders, times) where !own.isEmpty {
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
        self.absent = absent
        facts = try await benchmark.facts?() ?? []
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
        let rest =
            absent.sorted { $0.key < $1.key }.map { "  \($0.key): not on this machine. \($0.value)" }
            + facts.map(\.text)
        return ([head] + lines + rest).joined(separator: "\n") + "\n"
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

extension Fact {
    fileprivate var text: String {
        let goal = limit.map { "  goal: at most \(String(format: "%g", $0)): \(value <= $0 ? "met" : "MISSED")" }
        return "  \(name): \(String(format: "%.4g", value))" + (goal ?? "")
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
