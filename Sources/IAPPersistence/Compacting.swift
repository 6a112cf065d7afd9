import IAPCore

extension LedgerEntry {
    /// The fewest entries that come to the same as `entries`, in each environment, and in one that does not occur.
    ///
    /// Entries of unknown kinds are kept, in their order, behind the snapshots: a version that knows them
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

    private var isOfKnownKind: Bool {
        if case .unknown = content { false } else { true }
    }
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
            switch entry.content {
            case .renewal(let renewal): renewalEntries[renewal.originalTransactionIdentifier] = entry
            case .imported(_, _, let source) where importEntries[source] == nil: importEntries[source] = entry
            default: break
            }
        }
    }

    /// Entries that come to the same when those of `common` came before.
    func entries(beyond common: Outcome?) -> [LedgerEntry] {
        var entries = imports(beyond: common) + records + renewals(beyond: common)
        let balances = state.balances.committedOfNobody
        if !state.records.committed.isEmpty || balances != common?.state.balances.committedOfNobody ?? [:] {
            entries.append(self.balances(balances, of: nil))
        }
        let known = common?.state.balances.committedByAccount ?? [:]
        for (account, balances) in state.balances.committedByAccount.sorted(by: { $0.key < $1.key })
        where balances != known[account] {
            entries.append(self.balances(balances, of: account))
        }
        return entries.map { $0.counting(in: environment) }
    }

    private func balances(_ amounts: [String: Int], of account: String?) -> LedgerEntry {
        LedgerEntry(.balances(amounts, account: account), date: state.ownership.latestStoreDate)
    }

    private var records: [LedgerEntry] {
        let aliases = state.records.committedAliases
        return state.records.committed.enumerated().map { number, record in
            LedgerEntry(.snapshot(LedgerEntry.Snapshot(record, alias: aliases[number])), date: record.recordedDate)
        }
    }

    private func renewals(beyond common: Outcome?) -> [LedgerEntry] {
        renewalEntries.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { identifier, entry in
            common?.state.renewals.committed[identifier] == state.renewals.committed[identifier] ? nil : entry
        }
    }

    private func imports(beyond common: Outcome?) -> [LedgerEntry] {
        importEntries.sorted { $0.key < $1.key }.compactMap { source, entry in
            let products = Set(state.imports.committed[source] ?? [])
            if let known = common?.state.imports.committed[source], Set(known) == products { return nil }
            return LedgerEntry(.imported(products.sorted(), credits: [], source: source), date: entry.date)
        }
    }
}
