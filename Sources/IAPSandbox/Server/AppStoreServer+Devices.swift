import IAPCore

/// What happens on a device, by the account that is signed in there.
extension AppStoreServer {
    /// Makes a device known to the account that is signed in there.
    mutating func connect(_ device: String) {
        guard let index = account(on: device), !accounts[index].isSignedIn(on: device) else { return }
        act(as: index) { $0.signIn(on: device, in: &$1) }
    }

    /// Forgets what a device knows, as when an app is deleted. The account stays signed in.
    mutating func erase(_ device: String) {
        for index in accounts.indices { act(as: index) { account, _ in account.erase(device) } }
    }

    /// Signs an account in on a device in place of another one. What that one had unfinished there leaves the device.
    /// What has happened to the account since it was signed in there before comes to it.
    mutating func signIn(_ name: String, on device: String) {
        let earlier = account(on: device)
        let index = account(named: name)
        setAccount(index, on: device)
        if index != earlier, isAccountKnown(on: device) {
            store.send(.account(accounts[index].appTransactionIdentifier), to: device)
        }
        if accounts[index].isSignedIn(on: device) { return }
        if let earlier { act(as: earlier) { account, _ in account.signOut(of: device) } }
        connect(device)
        let account = accounts[index]
        for transaction in account.queue(of: device, in: store) { store.send(.transaction(transaction), to: device) }
        for renewal in renewals(on: device) { store.send(.subscriptionRenewal(renewal), to: device) }
        for message in account.messages { store.send(.message(message), to: device) }
    }

    /// Leaves a device without an account. What is unfinished there waits in the account.
    mutating func signOut(_ device: String) {
        guard let index = account(on: device) else { return }
        setAccount(nil, on: device)
        act(as: index) { account, _ in account.signOut(of: device) }
        store.send(.account(nil), to: device)
    }

    /// Sends an update to every device.
    mutating func sendToAll(_ update: StoreUpdate) {
        for account in accounts { account.sendToDevices(update, in: &store) }
    }

    // MARK: What an app asks

    /// The account that is signed in on a device, as its transactions name it; `nil` when none is.
    func accountIdentifier(on device: String) -> String? {
        account(on: device).map { accounts[$0].appTransactionIdentifier }
    }

    /// Whether an app knows which account that is: without the app's own transaction, by a purchase alone, which names
    /// it (https://developer.apple.com/documentation/storekit/apptransaction/shared,
    /// https://developer.apple.com/documentation/storekit/transaction/apptransactionid).
    func isAccountKnown(on device: String) -> Bool {
        guard store.settings.simulatedErrors[.appTransaction] != nil, let index = account(on: device) else {
            return true
        }
        return accounts[index].records.all.contains(where: \.isPurchased)
    }

    /// What an app on a device receives at its launch, but for what the customer began to buy meanwhile.
    func launchUpdates(on device: String) -> [StoreUpdate] {
        let known = isAccountKnown(on: device) ? [StoreUpdate.account(accountIdentifier(on: device))] : []
        guard let index = account(on: device) else { return known }
        let unfinished = accounts[index].queue(of: device, in: store).flatMap {
            store.settings.faults.distort(.transaction($0), isReplayed: true)
        }
        return known + unfinished + renewals(on: device).map(StoreUpdate.subscriptionRenewal)
            + accounts[index].messages.map(StoreUpdate.message)
    }

    private func renewals(on device: String) -> [SubscriptionRenewal] {
        guard store.settings.simulatedErrors[.subscriptionStatus] == nil, let index = account(on: device) else {
            return []
        }
        return accounts[index].sentRenewals
    }

    /// - Throws: `clientInvalid` when no account is signed in.
    func existingAccount(on device: String) throws -> Int {
        if let index = account(on: device) { return index }
        throw IAPError(
            .clientInvalid,
            "Nobody is signed in to the store on this device. Sign in to buy: in the sandbox, by signIn(account:device:)."
        )
    }

    mutating func submit(_ payment: Payment, from device: String) throws {
        try act(as: existingAccount(on: device)) { try $0.submit(payment, from: device, in: &$1) }
    }

    mutating func finish(_ transaction: PaymentTransaction, on device: String) throws {
        guard let index = account(on: device) else { return try transaction.checkIsDecided() }
        try act(as: index) { try $0.finish(transaction, on: device, in: &$1) }
    }

    /// - Returns: What the restore ends with; the rest is sent as updates.
    mutating func restore(applicationUsername: String?, on device: String) throws -> [PaymentTransaction] {
        countSignInPrompt()
        guard let index = account(on: device) else {
            throw IAPError(.paymentCancelled, "The customer did not sign in. They may try again.")
        }
        return try act(as: index) { try $0.restore(applicationUsername: applicationUsername, on: device, in: &$1) }
    }

    func currentTransactions(on device: String) -> [PaymentTransaction] {
        account(on: device).map {
            accounts[$0].restorableTransactions(applicationUsername: nil, on: device, in: store)
        } ?? []
    }
}

extension SandboxAccount {
    /// What its devices know of its subscriptions.
    fileprivate var sentRenewals: [SubscriptionRenewal] { subscriptions.compactMap(\.sentRenewal) }

    /// The messages to the customer that a launch brings.
    fileprivate var messages: [StoreMessage] { sentRenewals.flatMap { $0.messages(since: nil) } }
}
