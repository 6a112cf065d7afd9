import Foundation
import IAPCore
import IAPPersistence

extension Benchmark {
    /// How many come at once.
    private static let crowd = 64

    /// Commits that come at once share an append.
    static let groupCommit = Benchmark(
        name: "group-commit",
        operation: "spending a credit, durably, on a file",
        count: 4 * crowd,
        contenders: [
            Contender(name: "\(crowd) at once") { count in
                try await Folder.during { folder in
                    let ledger = try await Ledger.rich(in: folder)
                    return try await timed(count / crowd) { _ in
                        try await atOnce { _ in try await ledger.spend(1, of: "coins") }
                    }
                }
            },
            Contender(name: "\(crowd) in a row", goal: .fasterBy(15)) { count in
                try await Folder.during { folder in
                    let ledger = try await Ledger.rich(in: folder)
                    return try await timed(count) { _ in try await ledger.spend(1, of: "coins") }
                }
            },
        ]
    )

    /// The same through a whole shop.
    static let groupPurchase = Benchmark(
        name: "group-purchase",
        operation: "a purchase through IAPStore, its ledger on a file",
        count: 4 * crowd,
        contenders: [
            Contender(name: "\(crowd) at once") { count in
                try await Folder.during { folder in
                    let shop = try await BenchmarkShop(crowd, storage: .jsonFile(at: folder.file("ledger")))
                    return try await timed(count / crowd) { _ in
                        try await atOnce { try await shop.buy(shop.products[$0]) }
                    }
                }
            },
            Contender(name: "\(crowd) in a row", goal: .fasterBy(15)) { count in
                try await Folder.during { folder in
                    let shop = try await BenchmarkShop(crowd, storage: .jsonFile(at: folder.file("ledger")))
                    return try await timed(count) { try await shop.buy(shop.products[$0 % crowd]) }
                }
            },
        ]
    )

    private static func atOnce(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<crowd { group.addTask { try await body(number) } }
            try await group.waitForAll()
        }
    }
}
