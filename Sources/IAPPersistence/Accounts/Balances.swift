/// What is left of credits, for each account apart, and for none where no account is known. The latest changes can be
/// taken back.
struct Balances: Sendable {
    private struct Pot: Hashable {
        let account: String
        let unit: String
    }

    private var common = Drafted<String, Int>()
    private var own = Drafted<Pot, Int>()

    // MARK: Asking

    /// What is left of a unit, drafts included.
    func amount(of unit: String, for view: AccountView) -> Int {
        let amount = common[unit] ?? 0
        guard !own.isEmpty else { return amount }
        return pots(of: unit).reduce(amount) { view.shows($1.account) ? $0.adding(own[$1] ?? 0) : $0 }
    }

    /// What is left of a unit that can be taken from an account, drafts included.
    func amount(of unit: String, takenFrom account: String?) -> Int {
        let amount = common[unit] ?? 0
        guard let account, !own.isEmpty else { return amount }
        return amount.adding(own[Pot(account: account, unit: unit)] ?? 0)
    }

    func committedAmount(of unit: String, for view: AccountView) -> Int {
        let amount = common.committed[unit] ?? 0
        guard !own.committed.isEmpty else { return amount }
        return own.committed.reduce(amount) { sum, pot in
            pot.key.unit == unit && view.shows(pot.key.account) ? sum.adding(pot.value) : sum
        }
    }

    func committed(for view: AccountView) -> [String: Int] {
        var amounts = common.committed
        for (pot, amount) in own.committed where view.shows(pot.account) {
            amounts[pot.unit] = (amounts[pot.unit] ?? 0).adding(amount)
        }
        return amounts
    }

    var committedOfNobody: [String: Int] { common.committed }

    var committedByAccount: [String: [String: Int]] {
        own.committed.reduce(into: [:]) { $0[$1.key.account, default: [:]][$1.key.unit] = $1.value }
    }

    /// Whether anything is left that belongs to another account, drafts included.
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
                let pot = Pot(account: account, unit: credit.unit)
                rest -= take(rest, from: pot)
            }
            common.update(credit.unit) { left in
                let taken = min(rest, left ?? 0)
                rest -= taken
                return (left ?? 0) - taken
            }
            guard account == nil, rest > 0, !own.isEmpty else { continue }
            for pot in pots(of: credit.unit) where rest > 0 { rest -= take(rest, from: pot) }
        }
    }

    /// Puts amounts in place of an account's.
    mutating func set(_ amounts: [String: Int], of account: String?) {
        for (unit, amount) in amounts {
            guard let account else {
                common[unit] = max(0, amount)
                continue
            }
            own[Pot(account: account, unit: unit)] = max(0, amount)
        }
    }

    /// Gives an account what the others have.
    mutating func transfer(to account: String) {
        for pot in own.keys.sorted(by: { ($0.account, $0.unit) < ($1.account, $1.unit) }) where pot.account != account {
            // Also where nothing is left, so that which balances there are does not depend on amounts.
            guard let amount = own[pot] else { continue }
            own[pot] = 0
            add(amount, of: pot.unit, to: account)
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
            common.update(unit) { ($0 ?? 0).adding(amount) }
            return
        }
        own.update(Pot(account: account, unit: unit)) { ($0 ?? 0).adding(amount) }
    }

    private mutating func take(_ amount: Int, from pot: Pot) -> Int {
        guard let left = own[pot], left > 0 else { return 0 }
        own[pot] = left - min(amount, left)
        return min(amount, left)
    }

    /// By account.
    private func pots(of unit: String) -> [Pot] {
        own.keys.filter { $0.unit == unit }.sorted { $0.account < $1.account }
    }
}

extension Drafted {
    fileprivate var isEmpty: Bool { committed.isEmpty && draft.isEmpty }

    fileprivate var keys: Set<Key> { Set(committed.keys).union(draft.keys) }
}

extension Int {
    fileprivate func adding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
