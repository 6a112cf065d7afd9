/// What is left of credits, for each account apart, and for none where no account is known. The latest changes are
/// pending until they are committed.
struct Balances: Sendable {
    private struct Bucket: Hashable {
        let account: String
        let unit: String
    }

    private var common = PendingDictionary<String, Int>()
    private var own = PendingDictionary<Bucket, Int>()

    // MARK: Asking

    /// What is left of a unit, pending changes included.
    func amount(of unit: String, for view: AccountView) -> Int {
        let amount = common[unit] ?? 0
        guard !own.isEmpty else { return amount }
        return buckets(of: unit).reduce(amount) { view.shows($1.account) ? $0.adding(own[$1] ?? 0) : $0 }
    }

    /// What is left of a unit that can be taken from an account, pending changes included.
    func amount(of unit: String, takenFrom account: String?) -> Int {
        let amount = common[unit] ?? 0
        guard let account, !own.isEmpty else { return amount }
        return amount.adding(own[Bucket(account: account, unit: unit)] ?? 0)
    }

    func committedAmount(of unit: String, for view: AccountView) -> Int {
        let amount = common.committed[unit] ?? 0
        guard !own.committed.isEmpty else { return amount }
        return own.committed.reduce(amount) { sum, bucket in
            bucket.key.unit == unit && view.shows(bucket.key.account) ? sum.adding(bucket.value) : sum
        }
    }

    func committed(for view: AccountView) -> [String: Int] {
        var amounts = common.committed
        for (bucket, amount) in own.committed where view.shows(bucket.account) {
            amounts[bucket.unit] = (amounts[bucket.unit] ?? 0).adding(amount)
        }
        return amounts
    }

    var committedOfNobody: [String: Int] { common.committed }

    var committedByAccount: [String: [String: Int]] {
        own.committed.reduce(into: [:]) { $0[$1.key.account, default: [:]][$1.key.unit] = $1.value }
    }

    /// Whether anything is left that belongs to another account, pending changes included.
    func hasAny(ofOthersThan account: String) -> Bool {
        own.keys.contains { $0.account != account && (own[$0] ?? 0) > 0 }
    }

    // MARK: Changing

    mutating func grant(_ credits: [Credit], to account: String?) {
        for credit in credits { add(credit.amount, of: credit.unit, to: account) }
    }

    /// Takes from the account, and what it has not from what belongs to nobody. Without an account, from what belongs
    /// to nobody, and then from whoever has some, as a version does that knows no accounts. Nothing goes below zero.
    mutating func take(_ credits: [Credit], from account: String?) {
        for credit in credits {
            var rest = credit.amount
            if let account, !own.isEmpty {
                let bucket = Bucket(account: account, unit: credit.unit)
                rest -= take(rest, from: bucket)
            }
            let left = common[credit.unit] ?? 0
            common[credit.unit] = left - min(rest, left)
            rest -= min(rest, left)
            guard account == nil, rest > 0, !own.isEmpty else { continue }
            for bucket in buckets(of: credit.unit) where rest > 0 { rest -= take(rest, from: bucket) }
        }
    }

    /// Puts amounts in place of an account's.
    mutating func set(_ amounts: [String: Int], of account: String?) {
        for (unit, amount) in amounts {
            guard let account else {
                common[unit] = max(0, amount)
                continue
            }
            own[Bucket(account: account, unit: unit)] = max(0, amount)
        }
    }

    /// Gives an account what the others have.
    mutating func transfer(to account: String) {
        for bucket in own.keys.sorted(by: { ($0.account, $0.unit) < ($1.account, $1.unit) })
        where bucket.account != account {
            // Also where nothing is left, so that which balances there are does not depend on amounts.
            guard let amount = own[bucket] else { continue }
            own[bucket] = 0
            add(amount, of: bucket.unit, to: account)
        }
    }

    mutating func commit() {
        common.commit()
        own.commit()
    }

    mutating func discard() {
        common.discard()
        own.discard()
    }

    private mutating func add(_ amount: Int, of unit: String, to account: String?) {
        guard let account else {
            return common[unit] = (common[unit] ?? 0).adding(amount)
        }
        let bucket = Bucket(account: account, unit: unit)
        own[bucket] = (own[bucket] ?? 0).adding(amount)
    }

    private mutating func take(_ amount: Int, from bucket: Bucket) -> Int {
        guard let left = own[bucket], left > 0 else { return 0 }
        own[bucket] = left - min(amount, left)
        return min(amount, left)
    }

    /// By account.
    private func buckets(of unit: String) -> [Bucket] {
        own.keys.filter { $0.unit == unit }.sorted { $0.account < $1.account }
    }
}

extension PendingDictionary {
    fileprivate var isEmpty: Bool { committed.isEmpty && pending.isEmpty }

    fileprivate var keys: Set<Key> { Set(committed.keys).union(pending.keys) }
}

extension Int {
    fileprivate func adding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
