import IAPPersistence

extension LedgerStorageSuite {
    /// Rules for a storage that can write its ledger anew (``RewritableLedgerStorage``), besides ``rules``.
    public static let rewritingRules: [Rule] = [
        replacing, replacingAtTheEnd, replacingDurably, replacingUnderOthers, replacingWithMany,
    ]

    private static func rewritable(_ open: Medium) async throws -> any RewritableLedgerStorage {
        try require(
            try await open() as? any RewritableLedgerStorage,
            "The storage does not conform to RewritableLedgerStorage."
        )
    }

    static let replacing = Rule("After a replacement the new entries are all there is") { open in
        let storage = try await rewritable(open)
        let end = try await append([note("first"), note("second")], to: storage, after: .start)
        let new = [note("both")]
        let newEnd = try await replace(with: new, in: storage, after: end)
        try await requireEntries(new, in: storage, "After a replacement")
        let page = try await storage.load(after: newEnd)
        try require(page.entries.isEmpty && !page.startsOver, "The replacement's position is not the new end.")
        _ = try await append([note("third")], to: storage, after: newEnd)
        try await requireEntries(new + [note("third")], in: storage, "An append after a replacement")
    }

    static let replacingAtTheEnd = Rule("A replacement that is not at the end changes nothing") { open in
        let storage = try await rewritable(open)
        let (first, second) = (note("first"), note("second"))
        let middle = try await append([first], to: storage, after: .start)
        _ = try await append([second], to: storage, after: middle)
        for position in [.start, middle] {
            let answer = try await storage.replace(with: [note("other")], after: position)
            try require(answer == nil, "A replacement was accepted although others had added entries.")
            try await requireEntries([first, second], in: storage, "After a replacement that came too late")
        }
    }

    static let replacingDurably = Rule("A replacement is there when the medium is opened again") { open in
        let storage = try await rewritable(open)
        let end = try await append([note("first")], to: storage, after: .start)
        let new = try entriesOfEveryKind()
        let newEnd = try await storage.replace(with: new, after: end)
        try await requireEntries(new, in: try await open(), "After a replacement and opening again")
        let page = try await open().load(after: .start)
        try require(page.end == newEnd, "A load's end is not the position that the replacement returned.")
    }

    static let replacingUnderOthers = Rule("Positions from before a replacement are no longer known") { open in
        let storage = try await rewritable(open)
        let other = try await open()
        let first = note("first")
        let middle = try await append([first], to: storage, after: .start)
        let end = try await append([note("second")], to: other, after: middle)
        let new = [first, note("other")]
        _ = try await storage.replace(with: new, after: end)
        for position in [middle, end] {
            for reader in [storage, other] as [any LedgerStorage] {
                let page = try await reader.load(after: position)
                try require(
                    page.startsOver && page.entries == new,
                    "A load after a position from before a replacement must start over."
                )
            }
            let answer = try await other.append([note("third")], after: position)
            try require(answer == nil, "An append was accepted at a position from before a replacement.")
        }
    }

    static let replacingWithMany = Rule("Ten thousand entries, and none, can replace others") { open in
        let storage = try await rewritable(open)
        let many = (0..<10_000).map { note("\($0)") }
        let end = try await append([note("first")], to: storage, after: .start)
        let newEnd = try await replace(with: many, in: storage, after: end)
        try await requireEntries(many, in: try await open(), "After a large replacement")
        _ = try await storage.replace(with: [], after: newEnd)
        try await requireEntries([], in: try await open(), "After a replacement by nothing")
    }
}
