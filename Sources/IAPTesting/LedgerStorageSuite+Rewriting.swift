import IAPPersistence

extension LedgerStorageSuite {
    /// Rules for a storage that can write its ledger anew (``RewritableLedgerStorage``), besides ``rules``.
    public static let rewritingRules: [Rule] = [
        replacing, replacingAtTheEnd, replacingDurably, replacingUnderOthers, replacingWithMany,
    ]

    private static func rewritable(_ medium: Medium) async throws -> any RewritableLedgerStorage {
        try require(
            try await medium.open() as? any RewritableLedgerStorage,
            "The storage does not conform to RewritableLedgerStorage."
        )
    }

    static let replacing = Rule("After a replacement the new entries are all there is") { medium in
        let storage = try await rewritable(medium)
        let end = try await append(
            [SampleEntries.note("first"), SampleEntries.note("second")],
            to: storage,
            after: .start
        )
        let new = [SampleEntries.note("both")]
        let newEnd = try require(
            try await storage.replace(with: new, after: end),
            "A replacement at the end returned nil, as if somebody else had been there first."
        )
        try await requireEntries(new, in: storage, "After a replacement")
        let page = try await storage.load(after: newEnd)
        try require(page.entries.isEmpty && !page.startsOver, "The replacement's position is not the new end.")
        _ = try await append([SampleEntries.note("third")], to: storage, after: newEnd)
        try await requireEntries(new + [SampleEntries.note("third")], in: storage, "An append after a replacement")
    }

    static let replacingAtTheEnd = Rule("A replacement that is not at the end changes nothing") {
        medium in
        let storage = try await rewritable(medium)
        let (first, second) = (SampleEntries.note("first"), SampleEntries.note("second"))
        let middle = try await append([first], to: storage, after: .start)
        _ = try await append([second], to: storage, after: middle)
        for position in [.start, middle] {
            let answer = try await storage.replace(with: [SampleEntries.note("other")], after: position)
            try require(answer == nil, "A replacement was accepted although others had added entries.")
            try await requireEntries([first, second], in: storage, "After a replacement that came too late")
        }
    }

    static let replacingDurably = Rule("A replacement is there when the medium is opened again") { medium in
        let storage = try await rewritable(medium)
        let end = try await append([SampleEntries.note("first")], to: storage, after: .start)
        let new = SampleEntries.ofEveryKind
        let newEnd = try await storage.replace(with: new, after: end)
        try await requireEntries(new, in: try await medium.open(), "After a replacement and opening again")
        let page = try await medium.open().load(after: .start)
        try require(page.end == newEnd, "A load's end is not the position that the replacement returned.")
    }

    static let replacingUnderOthers = Rule("Positions from before a replacement are no longer known") { medium in
        let storage = try await rewritable(medium)
        let other = try await medium.open()
        let first = SampleEntries.note("first")
        let middle = try await append([first], to: storage, after: .start)
        let end = try await append([SampleEntries.note("second")], to: other, after: middle)
        let new = [first, SampleEntries.note("other")]
        _ = try await storage.replace(with: new, after: end)
        for position in [middle, end] {
            for reader in [storage, other] as [any LedgerStorage] {
                let page = try await reader.load(after: position)
                try require(
                    page.startsOver && page.entries == new,
                    "A load after a position from before a replacement must start over."
                )
            }
            let answer = try await other.append([SampleEntries.note("third")], after: position)
            try require(answer == nil, "An append was accepted at a position from before a replacement.")
        }
    }

    static let replacingWithMany = Rule("Ten thousand entries, and none, can replace others") { medium in
        let storage = try await rewritable(medium)
        let many = (0..<10_000).map { SampleEntries.note("\($0)") }
        let end = try await append([SampleEntries.note("first")], to: storage, after: .start)
        let newEnd = try require(
            try await storage.replace(with: many, after: end),
            "A large replacement at the end returned nil."
        )
        try await requireEntries(many, in: try await medium.open(), "After a large replacement")
        _ = try await storage.replace(with: [], after: newEnd)
        try await requireEntries([], in: try await medium.open(), "After a replacement by nothing")
    }
}
