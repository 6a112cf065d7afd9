import Foundation
import IAPCore
import IAPPersistence

/// A storage in memory that one fault makes break the contract.
final class BrokenStorage: RewritableLedgerStorage {
    enum Fault: String, CaseIterable, Sendable {
        case startsWithAnEntry, startsOverAlways, reversesOrder, ignoresLoadPosition, endsElsewhere, onePositionForAll
        case acceptsStalePositions, addsStaleEntries, refusesTheEnd, addsSomethingForNothing, forgetsOnReopening
        case showsParts, seesOnlyItsOwn, losesUpdates, dropsUnknownKinds, cutsLargeEntries, cutsLargeAppends
        case foldsCharacters, dropsDetails, roundsToSeconds, trustsForeignPositions
        case replacesNothing, replacesAnywhere, addsReplacements, cutsReplacements, keepsPositions
        case staysSilent
    }

    /// What storages share.
    final class Medium: Sendable {
        fileprivate let entries = Locked<[LedgerEntry]>([])
        /// How many of the last entries the next load does not show.
        fileprivate let unseen = Locked(0)
        fileprivate let generation = Locked(0)
        fileprivate let changes = Broadcast<Void>()
    }

    private let fault: Fault
    private let medium: Medium
    private let own = Medium()

    init(_ fault: Fault, on medium: Medium) {
        self.fault = fault
        self.medium = medium
    }

    private var entries: Locked<[LedgerEntry]> {
        fault == .seesOnlyItsOwn || fault == .forgetsOnReopening ? own.entries : medium.entries
    }

    private func count(_ position: LedgerPosition) -> Int? {
        if position == .start { return 0 }
        guard let number = Int(position.rawValue) else { return fault == .trustsForeignPositions ? 1 : nil }
        let count = number - medium.generation.withLock { $0 } * 1_000_000
        return count >= 0 ? count : nil
    }

    private func position(_ count: Int) -> LedgerPosition {
        if fault == .onePositionForAll { return LedgerPosition(rawValue: "1") }
        let number = count + medium.generation.withLock { $0 } * 1_000_000
        return count == 0 ? .start : LedgerPosition(rawValue: "\(number)")
    }

    func load(after position: LedgerPosition) async throws -> LedgerBatch {
        var all = entries.withLock { entries in
            Array(
                entries.dropLast(
                    medium.unseen.withLock { unseen in
                        defer { unseen = 0 }
                        return unseen
                    }
                )
            )
        }
        if fault == .startsWithAnEntry, all.isEmpty { all = [LedgerEntry(.delivered("0"), date: .distantPast)] }
        if fault == .reversesOrder { all.reverse() }
        let end = self.position(all.count + (fault == .endsElsewhere ? 1 : 0))
        if fault == .startsOverAlways { return LedgerBatch(entries: all, end: end, startsOver: true) }
        guard let count = count(position), count <= all.count else {
            return LedgerBatch(entries: all, end: end, startsOver: true)
        }
        return LedgerBatch(entries: fault == .ignoresLoadPosition ? all : Array(all.dropFirst(count)), end: end)
    }

    func append(_ new: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        var kept = new.compactMap(damaged)
        if fault == .cutsLargeAppends { kept = Array(kept.prefix(1_000)) }
        if fault == .addsSomethingForNothing, new.isEmpty { kept = [LedgerEntry(.delivered("0"), date: .distantPast)] }
        if fault == .refusesTheEnd { return nil }
        defer { medium.changes.send(()) }
        if fault == .losesUpdates {
            return entries.withLock { entries in
                guard let count = count(position), count <= entries.count else { return nil }
                entries.replaceSubrange(count..., with: kept)
                return self.position(entries.count)
            }
        }
        return entries.withLock { entries in
            if count(position) != entries.count {
                if fault == .addsStaleEntries { entries += kept }
                if fault != .acceptsStalePositions { return nil }
            }
            entries += kept
            if fault == .showsParts { medium.unseen.withLock { $0 = kept.count / 2 } }
            return self.position(entries.count)
        }
    }

    func replace(with new: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        let end = entries.withLock { entries -> LedgerPosition? in
            guard fault == .replacesAnywhere || count(position) == entries.count else { return nil }
            if fault != .keepsPositions { medium.generation.withLock { $0 += 1 } }
            switch fault {
            case .replacesNothing: break
            case .addsReplacements: entries += new
            case .cutsReplacements: entries = Array(new.prefix(1_000))
            default: entries = new
            }
            return self.position(entries.count)
        }
        if end != nil { medium.changes.send(()) }
        return end
    }

    func changes() -> AsyncStream<Void> {
        fault == .staysSilent ? AsyncStream { $0.finish() } : medium.changes.stream { $0 }
    }

    private func damaged(_ entry: LedgerEntry) -> LedgerEntry? {
        switch fault {
        case .dropsUnknownKinds where entry.kind.contains(" "): nil
        case .cutsLargeEntries where (entry.note?.count ?? 0) > 1_000:
            LedgerEntry(.imported([], credits: [], source: String(entry.note?.prefix(1_000) ?? "")), date: entry.date)
        case .foldsCharacters where entry.note != nil && entry.content.kind == .imported:
            LedgerEntry(
                .imported([], credits: [], source: entry.note?.precomposedStringWithCanonicalMapping ?? ""),
                date: entry.date
            )
        case .dropsDetails where entry.content.kind == .spent:
            entry.credits.first.map { LedgerEntry(.spent([$0], note: nil, account: nil), date: entry.date) }
        case .roundsToSeconds where entry.content.kind == .delivered:
            entry.transactionIdentifier.map {
                LedgerEntry(
                    .delivered($0),
                    date: Date(timeIntervalSince1970: entry.date.timeIntervalSince1970.rounded())
                )
            }
        default: entry
        }
    }
}
