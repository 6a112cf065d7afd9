import IAPCore

extension LedgerEntry {
    /// The fewest entries that come to the same as `entries`, in each environment, and in one that does not occur.
    ///
    /// Entries of unknown kinds are kept, in their order, behind what is carried forward: a version that knows them
    /// finds its state as it was, and applies them to that. What counts in every environment comes first, since what
    /// each environment came to replaces it there.
    static func compacted(_ entries: [LedgerEntry]) -> [LedgerEntry] {
        let known = entries.filter(\.isOfKnownKind)
        let everywhere = known.filter { $0.countingEnvironment == nil }
        let common = Outcome(of: everywhere, in: nil)
        var compacted = common.entries(beyond: nil)
        for environment in environments(of: known) {
            let counting = known.filter { $0.countingEnvironment == nil || $0.countingEnvironment == environment }
            compacted += Outcome(of: counting, in: environment).entries(beyond: common)
        }
        return compacted + entries.filter { !$0.isOfKnownKind }
    }

    /// In which environments the entries count, in the order in which they occur.
    static func environments(of entries: [LedgerEntry]) -> [PaymentTransaction.Environment] {
        var environments: [PaymentTransaction.Environment] = []
        for case let environment? in entries.lazy.map(\.countingEnvironment) where !environments.contains(environment) {
            environments.append(environment)
        }
        return environments
    }

    /// `nil` when it counts in every environment.
    private var countingEnvironment: PaymentTransaction.Environment? { environment ?? word?.environment }

    private var isOfKnownKind: Bool { Self.knownKinds.contains(kind) }

    private static let knownKinds: Set<Kind> = [
        .recorded, .delivered, .updated, .revoked, .reinstated, .credited, .withdrawn, .spent, .renewal, .imported,
        .carried, .balances, .transferred,
    ]
}

/// What entries came to in one environment.
private struct Outcome {
    private let environment: PaymentTransaction.Environment?
    private let state: LedgerState
    private var renewalEntries: [TransactionIdentifier: LedgerEntry] = [:]
    private var importEntries: [String: LedgerEntry] = [:]

    init(of entries: [LedgerEntry], in environment: PaymentTransaction.Environment?) {
        var state = LedgerState()
        state.apply(entries)
        self.state = state
        self.environment = environment
        for entry in entries {
            if let renewal = entry.renewal { renewalEntries[renewal.originalTransactionIdentifier] = entry }
            if entry.kind == .imported, importEntries[entry.note ?? ""] == nil {
                importEntries[entry.note ?? ""] = entry
            }
        }
    }

    /// Entries that come to the same when those of `common` came before.
    func entries(beyond common: Outcome?) -> [LedgerEntry] {
        var entries = imports(beyond: common) + records + renewals(beyond: common)
        let balances = state.balances.committedOfNobody
        if !state.records.committed.isEmpty || balances != common?.state.balances.committedOfNobody ?? [:] {
            entries.append(.balances(balances, latestStoreDate: state.ownership.latestStoreDate))
        }
        let known = common?.state.balances.committedByAccount ?? [:]
        for (account, balances) in state.balances.committedByAccount.sorted(by: { $0.key < $1.key })
        where balances != known[account] {
            entries.append(.balances(balances, of: account, latestStoreDate: state.ownership.latestStoreDate))
        }
        for index in entries.indices { entries[index].environment = environment }
        return entries
    }

    private var records: [LedgerEntry] {
        let aliases = state.records.committedAliases
        return state.records.committed.enumerated().map { number, record in
            .carried(record.recorded, foundAlsoBy: aliases[number], transferredTo: record.newAccount)
        }
    }

    private func renewals(beyond common: Outcome?) -> [LedgerEntry] {
        renewalEntries.values
            .filter { entry in
                guard let renewal = entry.renewal else { return false }
                return common?.state.renewals.committed[renewal.originalTransactionIdentifier] != renewal
            }
            .sorted { $0.key < $1.key }
    }

    private func imports(beyond common: Outcome?) -> [LedgerEntry] {
        importEntries.sorted { $0.key < $1.key }.compactMap { source, entry in
            let products = Set(state.imports.committed[source] ?? [])
            if let known = common?.state.imports.committed[source], Set(known) == products { return nil }
            return .imported(products.sorted(), from: source, date: entry.date)
        }
    }
}

extension LedgerEntry {
    /// A place among renewals of one outcome.
    fileprivate var key: String { renewal?.originalTransactionIdentifier.rawValue ?? "" }
}
