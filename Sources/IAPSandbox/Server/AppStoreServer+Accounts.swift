import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
    /// Deals with an account from here on. It is made when it is not known.
    mutating func use(account name: String) {
        let new = SandboxAccount(name: name)
        if let index = places[new.key] {
            account = index
        } else {
            account = history.accounts.count
            places[new.key] = account
            history.accounts.append(new)
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
    /// What has happened to the account since it was signed in there before comes to it.
    mutating func signIn(_ name: String, on device: String) {
        let earlier = accountIdentifier(on: device)
        use(account: name)
        history.signedIn[device] = account
        history.signedOut?.removeAll { $0 == device }
        if accountIdentifier(on: device) != earlier, isAccountTold(to: device) {
            tell(device, .account(accountIdentifier(on: device)))
        }
        if let place = history.devices.firstIndex(where: { $0.name == device }) {
            guard history.devices[place].account != account else { return }
            leaveDevice(at: place)
        }
        register(device)
        for transaction in queue(of: device) { tell(device, .transaction(transaction)) }
        for renewal in renewals(toldTo: device) { tell(device, .subscriptionRenewal(renewal)) }
        for message in messages(toldTo: device) { tell(device, .message(message)) }
    }

    /// Leaves a device without an account. What is unfinished there waits in the account.
    mutating func signOut(_ device: String) {
        guard !isSignedOut(device) else { return }
        history.signedOut = ((history.signedOut ?? []) + [device]).sorted()
        if let place = history.devices.firstIndex(where: { $0.name == device }) { leaveDevice(at: place) }
        tell(device, .account(nil))
    }

    private mutating func leaveDevice(at place: Int) {
        let device = history.devices.remove(at: place)
        history.accounts[device.account].leave(device)
    }

    func isSignedOut(_ device: String) -> Bool { history.signedOut?.contains(device) ?? false }

    /// The name of the account that is signed in on a device; `nil` when none is.
    func account(on device: String) -> String? {
        isSignedOut(device) ? nil : history.accounts[history.signedIn[device] ?? 0].name
    }

    /// The account that is signed in on a device, as its transactions name it; `nil` when none is.
    func accountIdentifier(on device: String) -> String? {
        isSignedOut(device) ? nil : history.accounts[history.signedIn[device] ?? 0].appTransactionIdentifier
    }

    /// Whether an app can tell which account that is: without the app's own transaction, by a purchase alone, which
    /// names it (https://developer.apple.com/documentation/storekit/apptransaction/shared,
    /// https://developer.apple.com/documentation/storekit/transaction/apptransactionid).
    func isAccountTold(to device: String) -> Bool {
        settings.simulatedErrors[.appTransaction] == nil || isSignedOut(device)
            || history.accounts[history.signedIn[device] ?? 0].records.contains(where: \.isPurchased)
    }

    /// - Throws: `clientInvalid` when nobody is signed in.
    func checkIsSignedIn(_ device: String) throws {
        guard isSignedOut(device) else { return }
        throw IAPError(
            .clientInvalid,
            "Nobody is signed in to the store on this device. Sign in to buy: in the sandbox, by signIn(account:device:)."
        )
    }

    /// What a launch tells a device of its account's subscriptions.
    func renewals(toldTo device: String) -> [SubscriptionRenewal] {
        settings.simulatedErrors[.subscriptionStatus] == nil ? renewals(knownOn: device) : []
    }

    /// What the account's devices know of its subscriptions.
    func renewals(knownOn device: String) -> [SubscriptionRenewal] {
        guard let device = history.devices.first(where: { $0.name == device }) else { return [] }
        return history.accounts[device.account].subscriptions.compactMap(\.told)
    }
}
