import Foundation
import IAPCore
import IAPPersistence

extension LedgerStorageSuite {
    static let empty = Rule("A new storage is empty") { open in
        let page = try await open().load(after: .start)
        try require(page.entries.isEmpty, "Entries were there before the first append.")
        try require(page.recoveryReport.isEmpty, "A new storage has nothing to mend.")
        try require(!page.startsOver, "A load from the start cannot start over.")
    }

    static let order = Rule("Entries are loaded in the order in which they were appended") { open in
        let storage = try await open()
        let entries = (0..<100).map { note("\($0)") }
        var end = LedgerPosition.start
        for batch in [entries[..<1], entries[1..<60], entries[60...]] {
            end = try await append(Array(batch), to: storage, after: end)
        }
        try await requireEntries(entries, in: storage, "After three appends")
    }

    static let positions = Rule("A load gives what is behind its position, and the position behind that") { open in
        let storage = try await open()
        let (first, second) = (note("first"), note("second"))
        let middle = try await append([first], to: storage, after: .start)
        let end = try await append([second], to: storage, after: middle)
        try require(middle != .start && end != middle, "Two places in the ledger have one position.")
        for (position, expected) in [(LedgerPosition.start, [first, second]), (middle, [second]), (end, [])] {
            let page = try await storage.load(after: position)
            try require(page.entries == expected, "Behind position “\(position.rawValue)” other entries were found.")
            try require(page.end == end, "A load's end is not the position that the last append returned.")
            try require(!page.startsOver, "A load started over although nothing was rewritten.")
        }
    }

    static let stalePosition = Rule("An append that is not at the end adds nothing and returns nil") { open in
        let storage = try await open()
        let first = note("first")
        let end = try await append([first], to: storage, after: .start)
        let answer = try await storage.append([note("late")], after: .start)
        try require(answer == nil, "An append after the start was accepted although the ledger had an entry.")
        try await requireEntries([first], in: storage, "After an append that came too late")
        _ = try await append([note("second")], to: storage, after: end)
        let third = try await storage.append([note("third")], after: end)
        try require(third == nil, "An append was accepted at a position that had been passed.")
    }

    static let emptyAppend = Rule("Appending nothing changes nothing") { open in
        let storage = try await open()
        let end = try await append([note("first")], to: storage, after: .start)
        let same = try await append([], to: storage, after: end)
        _ = try await append([note("second")], to: storage, after: same)
        let entries = try await storage.load(after: .start).entries
        try require(entries.count == 2, "\(entries.count) entries are there, and two were appended.")
    }

    static let durability = Rule("What was appended is there when the medium is opened again") { open in
        let entries = [try purchase("1"), note("second")]
        let end = try await append(entries, to: try await open(), after: .start)
        try await requireEntries(entries, in: try await open(), "After opening again")
        let reopened = try await open()
        _ = try await append([note("third")], to: reopened, after: end)
        let count = try await open().load(after: .start).entries.count
        try require(count == 3, "An append after opening again left \(count) entries instead of 3.")
    }

    static let atomicity = Rule("No load sees a part of an append") { open in
        let (rounds, size) = (20, 50)
        let (writer, reader) = (try await open(), try await open())
        let isWritten = Locked(false)
        try await withThrowingTaskGroup { group in
            group.addTask {
                defer { isWritten.withLock { $0 = true } }
                var end = LedgerPosition.start
                for round in 0..<rounds {
                    let entries = (0..<size).map { note("\(round) \($0)") }
                    end = try await append(entries, to: writer, after: end)
                }
            }
            group.addTask {
                var position = LedgerPosition.start
                var isComplete = false
                while !isComplete {
                    isComplete = isWritten.withLock { $0 }
                    let page = try await reader.load(after: position)
                    try require(
                        page.entries.count.isMultiple(of: size),
                        "A load saw \(page.entries.count) entries while \(size) were appended at a time."
                    )
                    position = page.end
                }
            }
            try await group.waitForAll()
        }
        let count = try await reader.load(after: .start).entries.count
        try require(count == rounds * size, "\(rounds) appends of \(size) entries left \(count).")
    }

    static let sharing = Rule("Two storages on one medium see each other's entries") { open in
        let (one, other) = (try await open(), try await open())
        let (first, second) = (note("first"), note("second"))
        _ = try await other.load(after: .start)
        let middle = try await append([first], to: one, after: .start)
        let tooLate = try await other.append([second], after: .start)
        try require(tooLate == nil, "A storage appended at the start although another one had been there.")
        let page = try await other.load(after: .start)
        try require(page.entries == [first], "A storage did not see what another one had appended.")
        _ = try await append([second], to: other, after: page.end)
        let later = try await one.load(after: middle)
        try require(later.entries == [second], "The first storage did not see what the second one had appended.")
    }

    static let concurrency = Rule("Of those who append at one position one wins, and nothing is lost") { open in
        let storages = [try await open(), try await open()]
        let (writers, rounds) = (8, 10)
        try await withThrowingTaskGroup { group in
            for writer in 0..<writers {
                let storage = storages[writer % storages.count]
                group.addTask {
                    for round in 0..<rounds {
                        let entry = note("\(writer) \(round)")
                        var position = try await storage.load(after: .start).end
                        var defeats = 0
                        while try await storage.append([entry], after: position) == nil {
                            // Each time another writer must have won, and the others win only so often.
                            defeats += 1
                            try require(defeats < writers * rounds, "An append at the end was refused again and again.")
                            position = try await storage.load(after: position).end
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let notes = try await storages[0].load(after: .start).entries.compactMap(\.note)
        try require(
            notes.count == writers * rounds && Set(notes).count == notes.count,
            "\(writers * rounds) appends by \(writers) writers left \(Set(notes).count) entries, \(notes.count) in all."
        )
    }

    static let fidelity = Rule("Entries of every kind come back as they were") { open in
        let entries = try entriesOfEveryKind()
        _ = try await append(entries, to: try await open(), after: .start)
        let found = try await open().load(after: .start).entries
        for (entry, found) in zip(entries, found) {
            try require(entry == found, "An entry came back changed: \(entry) became \(found).")
        }
        try require(
            found.count == entries.count,
            "\(entries.count) entries were appended and \(found.count) came back."
        )
    }

    static let unknownKinds = Rule("Entries of unknown kinds are kept") { open in
        let json =
            #"{"date":"2025-01-01T00:00:00.000Z","gift":{"to":["anna"]},"kind":"of a later version","note":"kept"}"#
        let entry = try LedgerEntry(json: json.utf8)
        _ = try await append([entry], to: try await open(), after: .start)
        try await requireEntries([entry], in: try await open(), "An entry of an unknown kind")
    }

    static let largeEntries = Rule("An entry of a megabyte, and an append of ten thousand entries, come back whole") {
        open in
        let storage = try await open()
        let large = note(String(repeating: "0123456789abcdef", count: 65_536))
        let many = (0..<10_000).map { note("\($0)") }
        let end = try await append([large], to: storage, after: .start)
        _ = try await append(many, to: storage, after: end)
        try await requireEntries([large] + many, in: try await open(), "Large appends")
    }

    static let unusualCharacters = Rule("Any text comes back as it was") { open in
        let texts = [
            "", " ", "\n", "\r\n", "\t", "\"", "\\", "\u{0}", "\u{1F}", "\u{7F}", "\u{85}", "\u{2028}", "\u{FEFF}",
            "é", "e\u{301}", "日本語", "👩‍👩‍👧", "\u{10FFFF}", "}\n{", "'; DROP TABLE entries; --", "%s%n", "null",
        ]
        let entries = texts.map { note($0) }
        _ = try await append(entries, to: try await open(), after: .start)
        let found = try await open().load(after: .start).entries.map { Array(($0.note ?? "nil").utf8) }
        for (text, found) in zip(texts, found) {
            // Strings are equal when they look the same; these must be the same.
            try require(Array(text.utf8) == found, "The text \(text.debugDescription) came back as other text.")
        }
        try require(found.count == texts.count, "\(texts.count) entries were appended and \(found.count) came back.")
    }

    static let foreignPosition = Rule("A position of another storage is never taken for its own") { open in
        let storage = try await open()
        let entry = note("first")
        _ = try await append([entry], to: storage, after: .start)
        let foreign = LedgerPosition(rawValue: "of another storage")
        let page = try await storage.load(after: foreign)
        try require(
            page.startsOver && page.entries == [entry],
            "A load after a position that this storage never gave must start over."
        )
        let answer = try await storage.append([note("second")], after: foreign)
        try require(answer == nil, "An append was accepted at a position that this storage never gave.")
    }
}
