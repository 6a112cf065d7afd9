import IAPCore
import IAPStoreKitFile

/// What happens on a device, by the account that is signed in there.
extension AppStoreServer {
    /// Makes a device known to the account that is signed in there.
    mutating func connect(_ device: String) {
        guard let index = account(on: device), !accounts[index].isSignedIn(on: device) else { return }
        act(as: index) { $0.signIn(on: device, in: &$1) }
    }

    /// Forgets what a device knows, as when an app is deleted. The account stays signed in.
    mutating func erase(_ device: String) {
        for index in accounts.indices {
            act(as: index) { account, _ in account.devices.removeAll { $0.name == device } }
        }
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
        let unfinished = account.queue(of: device, in: store).map(StoreUpdate.transaction)
        for update in unfinished + renewalUpdates(of: account) { store.send(update, to: device) }
    }

    /// Leaves a device without an account. What is unfinished there waits in the account.
    mutating func signOut(_ device: String) {
        guard let index = account(on: device) else { return }
        setAccount(nil, on: device)
        act(as: index) { account, _ in account.signOut(of: device) }
        store.send(.account(nil), to: device)
    }

    /// Sends the storefront to every device.
    mutating func sendStorefront() {
        let update = StoreUpdate.storefront(store.settings.store.storefront)
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
        return accounts[index].records.contains(where: \.isPurchased)
    }

    /// What an app on a device receives at its launch, except what the customer began to buy before it.
    func launchUpdates(on device: String) -> [StoreUpdate] {
        let known = isAccountKnown(on: device) ? [StoreUpdate.account(accountIdentifier(on: device))] : []
        guard let index = account(on: device) else { return known }
        let unfinished = accounts[index].queue(of: device, in: store).flatMap {
            store.settings.faults.distort(.transaction($0), isReplayed: true)
        }
        return known + unfinished + renewalUpdates(of: accounts[index])
    }

    /// The renewal information of an account's subscriptions, and the messages about them.
    private func renewalUpdates(of account: SandboxAccount) -> [StoreUpdate] {
        let renewals = account.subscriptions.compactMap(\.sentRenewal)
        let isUnknown = store.settings.simulatedErrors[.subscriptionStatus] != nil
        return (isUnknown ? [] : renewals.map(StoreUpdate.subscriptionRenewal))
            + renewals.flatMap { $0.messages(since: nil) }.map(StoreUpdate.message)
    }

    /// - Throws: `clientInvalid` when no account is signed in.
    func existingAccount(on device: String) throws -> Int {
        if let index = account(on: device) { return index }
        throw IAPError(
            .clientInvalid,
            "No account is signed in to the store on this device. Sign in to buy: in the sandbox, by "
                + "signIn(account:device:)."
        )
    }

    mutating func submit(_ payment: Payment, from device: String) throws {
        try act(as: existingAccount(on: device)) { try $0.submit(payment, from: device, in: &$1) }
    }

    /// - Throws: `invalidAction` while the purchase is not decided, as `finishTransaction(_:)` raises an exception
    ///   (https://developer.apple.com/documentation/storekit/skpaymentqueue/finishtransaction(_:)).
    mutating func finish(_ transaction: PaymentTransaction, on device: String) throws {
        guard transaction.transactionState != .purchasing, transaction.transactionState != .deferred else {
            throw IAPError(
                .invalidAction,
                "A transaction that is \(transaction.transactionState.rawValue) cannot be finished. Wait for its outcome.",
                productIdentifier: transaction.productIdentifier,
                transactionIdentifier: transaction.id
            )
        }
        guard let index = account(on: device) else { return }
        act(as: index) { $0.finish(transaction, on: device, in: &$1) }
    }

    /// - Returns: What the restore ends with; the rest is sent as updates.
    mutating func restore(applicationUsername: String?, on device: String) throws -> [PaymentTransaction] {
        signInPromptCount += 1
        guard let index = account(on: device) else {
            throw IAPError(.paymentCancelled, "The customer did not sign in. They may try again.")
        }
        return try act(as: index) { try $0.restore(applicationUsername: applicationUsername, on: device, in: &$1) }
    }

    func currentTransactions(on device: String) -> [PaymentTransaction] {
        guard let index = account(on: device) else { return [] }
        return accounts[index].restorableTransactions(applicationUsername: nil, on: device, in: store)
    }

    /// Shows a sheet, and does what the customer does on it.
    mutating func present(_ sheet: StoreSheet, on device: String) throws -> StoreSheet.Outcome {
        let customer = try existingAccount(on: device)
        if let api = sheet.api, let error = store.settings.simulatedErrors[api] { throw error }
        let isCompleted = store.settings.sheetOutcome == .completed
        switch sheet {
        case .refundRequest(let identifier):
            let owner = try owner(of: identifier)
            if isCompleted { try act(as: owner) { try $0.refund(identifier, in: &$1) } }
        case .offerCodeRedemption:
            if isCompleted { try act(as: customer) { try $0.redeemTypedCode(in: &$1) } }
        case .subscriptionManagement: break
        case .message(let message):
            if isCompleted { try act(as: customer) { try $0.follow(message, in: &$1) } }
        }
        return store.settings.sheetOutcome
    }
}

extension StoreSheet {
    fileprivate var api: StoreConfiguration.FailingAPI? {
        switch self {
        case .refundRequest: .refundRequestSheet
        case .offerCodeRedemption: .offerCodeRedeemSheet
        case .subscriptionManagement: .manageSubscriptionsSheet
        case .message: nil
        }
    }
}
