import Foundation

/// Runs the benchmarks that are asked for.
@main
enum Benchmarks {
    /// A new benchmark is a file of its own and an entry here.
    static let all: [Benchmark] = [
        .append, .commit, .commitGrowth, .groupCommit, .groupPurchase, .purchase, .observers, .launch, .ledgerOpening,
        .smallLedgerOpening, .largeLedgerOpening, .lookups, .price, .priceList, .subscribers,
    ]

    static let usage = """
        usage: Benchmarks [--only NAME] [--rounds COUNT] [--json]
        names: \(all.map(\.name).joined(separator: ", "))
        """

    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        var (chosen, rounds, isJSON) = (all, 15, false)
        while let argument = arguments.popFirst() {
            switch argument {
            case "--only":
                let name = arguments.popFirst()
                chosen = all.filter { $0.name == name }
                if chosen.isEmpty { misuse() }
            case "--rounds":
                guard let count = arguments.popFirst().flatMap({ Int($0) }), count > 0 else { misuse() }
                rounds = count
            case "--json":
                isJSON = true
            case PeakMemory.option:
                let (name, way) = (arguments.popFirst(), arguments.popFirst())
                guard let benchmark = all.first(where: { $0.name == name }),
                    let contender = benchmark.contenders.first(where: { $0.name == way })
                else { misuse() }
                try await PeakMemory.tell(contender, benchmark.count)
                return
            case "--help", "-h":
                print(usage)
                return
            default:
                misuse()
            }
        }
        #if DEBUG
        complain("This is a debug build: its times mean nothing. Add “--configuration release”.")
        #endif
        defer { try? Folder.removeAll() }
        var results: [Result] = []
        for benchmark in chosen {
            let result = try await Result(of: benchmark, rounds: rounds)
            if !isJSON { print(result.text) }
            results.append(result)
        }
        if isJSON { print(try Result.json(results)) }
    }

    private static func misuse() -> Never {
        complain(usage)
        exit(64)
    }

    private static func complain(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
    }
}
