import IAPCore

extension AppStoreServer {
    /// Deals with an account from here on. It is made when it is not known.
    mutating func use(account name: String) {
        if let index = places[name] {
            account = index
        } else {
            account = history.accounts.count
            places[name] = account
            history.accounts.append(SandboxAccount(name: name))
        }
    }

    /// Deals with the account that is signed in on a device: the first one, unless told
    /// otherwise.
    mutating func use(accountOf device: String) {
        account = history.signedIn[device] ?? 0
    }

    /// Deals with the account that a transaction belongs to.
    ///
    /// - Throws: `transactionNotFound`.
    mutating func use(accountOf identifier: TransactionIdentifier) throws {
        guard let index = history.accounts.firstIndex(where: { $0.index(of: identifier) != nil }) else {
            throw IAPError(
                .transactionNotFound,
                "The sandbox has no transaction \(identifier). Take an identifier from allTransactions().",
                transactionIdentifier: identifier
            )
        }
        account = index
    }

    /// Signs an account in on a device in place of another one. What that one had unfinished there leaves the device.
    mutating func signIn(_ name: String, on device: String) {
        use(account: name)
        history.signedIn[device] = account
        if let place = history.devices.firstIndex(where: { $0.name == device }) {
            guard history.devices[place].account != account else { return }
            history.devices.remove(at: place)
        }
        register(device)
        for transaction in queue(of: device) { tell(device, .transaction(transaction)) }
        for renewal in renewals(toldTo: device) { tell(device, .subscriptionRenewal(renewal)) }
    }

    /// What the account's devices know of its subscriptions.
    func renewals(toldTo device: String) -> [SubscriptionRenewal] {
        guard let device = history.devices.first(where: { $0.name == device }) else { return [] }
        return history.accounts[device.account].subscriptions.compactMap(\.told)
    }
}
