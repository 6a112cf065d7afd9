/// What is left of credits, for each account apart, and for none where no account is known. The latest changes are
/// pending until they are committed.
struct Balances: Sendable {
    private struct Bucket: Hashable {
        let account: String?
        let unit: String
    }

    private var amounts = PendingDictionary<Bucket, Int>()

    // MARK: Asking

    /// What is left of a unit, pending changes included.
    func amount(of unit: String, for view: AccountView) -> Int {
        buckets(of: unit).reduce(0) { view.shows($1.account) ? $0.adding(amounts[$1] ?? 0) : $0 }
    }

    /// What is left of a unit that can be taken from an account, pending changes included.
    func amount(of unit: String, takenFrom account: String?) -> Int {
        let amount = amounts[Bucket(account: nil, unit: unit)] ?? 0
        guard let account else { return amount }
        return amount.adding(amounts[Bucket(account: account, unit: unit)] ?? 0)
    }

    func committedAmount(of unit: String, for view: AccountView) -> Int {
        amounts.committed.reduce(0) { sum, bucket in
            bucket.key.unit == unit && view.shows(bucket.key.account) ? sum.adding(bucket.value) : sum
        }
    }

    func committed(for view: AccountView) -> [String: Int] {
        amounts.committed.reduce(into: [:]) { sums, bucket in
            guard view.shows(bucket.key.account) else { return }
            sums[bucket.key.unit] = (sums[bucket.key.unit] ?? 0).adding(bucket.value)
        }
    }

    var committedByAccount: [String?: [String: Int]] {
        amounts.committed.reduce(into: [:]) { $0[$1.key.account, default: [:]][$1.key.unit] = $1.value }
    }

    /// Whether anything is left that belongs to another account, pending changes included.
    func hasAny(ofOthersThan account: String) -> Bool {
        buckets(ofOthersThan: account).contains { (amounts[$0] ?? 0) > 0 }
    }

    // MARK: Changing

    mutating func grant(_ credits: [Credit], to account: String?) {
        for credit in credits { add(credit.amount, to: Bucket(account: account, unit: credit.unit)) }
    }

    /// Takes from the account, and what it lacks from the bucket of no account. Without an account, from the bucket of no
    /// account, and then from those that have some, as a version does that knows no accounts. Nothing goes below zero.
    mutating func take(_ credits: [Credit], from account: String?) {
        for credit in credits {
            var rest = credit.amount
            if let account { rest -= take(rest, from: Bucket(account: account, unit: credit.unit)) }
            rest -= take(rest, from: Bucket(account: nil, unit: credit.unit))
            guard account == nil, rest > 0 else { continue }
            for bucket in buckets(of: credit.unit) where rest > 0 { rest -= take(rest, from: bucket) }
        }
    }

    /// Puts amounts in place of an account's.
    mutating func set(_ newAmounts: [String: Int], of account: String?) {
        for (unit, amount) in newAmounts { amounts[Bucket(account: account, unit: unit)] = max(0, amount) }
    }

    /// Gives an account what the others have.
    mutating func transfer(to account: String) {
        for bucket in buckets(ofOthersThan: account) {
            // Also where nothing is left, so that which balances there are does not depend on amounts.
            guard let amount = amounts[bucket] else { continue }
            amounts[bucket] = 0
            add(amount, to: Bucket(account: account, unit: bucket.unit))
        }
    }

    mutating func commit() {
        amounts.commit()
    }

    mutating func discard() {
        amounts.discard()
    }

    private mutating func add(_ amount: Int, to bucket: Bucket) {
        amounts[bucket] = (amounts[bucket] ?? 0).adding(amount)
    }

    private mutating func take(_ amount: Int, from bucket: Bucket) -> Int {
        guard let left = amounts[bucket], left > 0 else { return 0 }
        amounts[bucket] = left - min(amount, left)
        return min(amount, left)
    }

    private var buckets: Set<Bucket> { Set(amounts.committed.keys).union(amounts.pending.keys) }

    /// By account.
    private func buckets(of unit: String) -> [Bucket] {
        buckets.filter { $0.unit == unit }.sorted { ($0.account ?? "") < ($1.account ?? "") }
    }

    /// Without those of no account.
    private func buckets(ofOthersThan account: String) -> [Bucket] {
        buckets.filter { $0.account != nil && $0.account != account }
            .sorted { ($0.account ?? "", $0.unit) < ($1.account ?? "", $1.unit) }
    }
}

extension Int {
    fileprivate func adding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
