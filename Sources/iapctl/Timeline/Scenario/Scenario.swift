import Foundation
import IAPCore
import IAPSandbox
import IAPStoreKitFile

/// A script that runs against a simulated App Store, which is recorded at every step.
struct Scenario {
    let configuration: StoreConfiguration
    private(set) var store: SandboxAppStore
    private(set) var start: Date
    private(set) var recorder: ScenarioRecorder
    /// The account that the commands act for.
    private(set) var account = SandboxAppStore.defaultAccount
    /// The accounts as they were first written, by their names in small letters.
    private var accounts = [SandboxAppStore.defaultAccount: SandboxAppStore.defaultAccount]
    private var familyMembers: [String: [String]] = [:]
    /// Whether products are on sale, where the script has said so.
    private var isForSale: [ProductIdentifier: Bool] = [:]
    private var signatureCount = 0
    private var hasBegun = false

    /// The date of a script without a `start`.
    private static let defaultStart = Date(timeIntervalSince1970: 1_767_225_600)
    /// From the beginning of a timeline to its end, in seconds.
    private static let longestDuration: TimeInterval = 100 * 366 * 86_400
    /// 31 December 2999, the end of the day.
    private static let latestDate = Date(timeIntervalSince1970: 32_503_680_000)

    private init(_ configuration: StoreConfiguration, start: Date = defaultStart) throws {
        self.configuration = configuration
        self.start = start
        store = try SandboxAppStore(configuration: configuration, clock: ManualClock(now: start))
        recorder = ScenarioRecorder(products: configuration.products)
        recorder.record(store)
    }

    /// Runs a script to its end.
    ///
    /// - Throws: ``IAPError`` of the store's or the script's, with the place of the command that it stopped at.
    static func run(_ script: Script, _ configuration: StoreConfiguration) throws -> Scenario {
        var scenario = try Scenario(configuration)
        for statement in script.statements {
            do {
                try statement.action(&scenario)
                scenario.recorder.record(scenario.store)
                try scenario.checkLength()
                scenario.hasBegun = true
            } catch let error as IAPError {
                throw error.place == nil ? error.moved(to: statement.place) : error
            }
        }
        return scenario
    }

    mutating func addEvent(_ kind: ScenarioEvent.Kind, _ text: String, of product: ProductIdentifier? = nil) {
        recorder.add(ScenarioEvent(date: store.clock.now, kind: kind, product: product, text: text))
    }

    /// - Throws: ``IAPError`` with code `scriptInvalid` and this message when nothing has changed.
    mutating func requireChange(orElse message: String) throws {
        guard recorder.record(store) else { throw IAPError(.scriptInvalid, message) }
    }

    // MARK: Time

    mutating func begin(at date: Date) throws {
        guard !hasBegun else {
            throw IAPError(.scriptInvalid, "“start” belongs in the first line. Let time pass with “advance”.")
        }
        self = try Scenario(configuration, start: date)
    }

    /// Lets time pass, and records the store whenever something falls due.
    mutating func advance(to date: Date) throws {
        let now = store.clock.now
        guard date > now else {
            throw IAPError(
                .scriptInvalid,
                "It is \(now.dayAndTime) already, and time never goes back. Write a later date."
            )
        }
        guard date <= Self.latestDate, date.timeIntervalSince(start) <= Self.longestDuration else {
            throw IAPError(
                .scriptInvalid,
                "A timeline is 100 years long at most, and ends before the year 3000. "
                    + "Write an earlier date or a shorter period."
            )
        }
        while let due = store.nextDueDate(upTo: date) {
            store.advance(to: due)
            recorder.record(store)
            try checkLength()
        }
        store.advance(to: date)
    }

    private func checkLength() throws {
        guard recorder.events.count <= 10_000 else {
            throw IAPError(
                .scriptInvalid,
                "More than 10,000 things would happen, too many for a picture. "
                    + "Let less time pass, take a slower rate, or make it two scripts."
            )
        }
    }

    // MARK: Products

    mutating func buy(_ purchase: ScriptPurchase) throws {
        let product = purchase.product
        let title = ProductNames.title(of: product).quoted
        guard isForSale[product.id] ?? product.isForSale else {
            throw IAPError(.productNotAvailable, "\(title) is off sale. Write “sell” and its name before.")
        }
        guard !purchase.isPaidMonthly || product.billingPlans.contains(where: { $0.type == .monthly }) else {
            throw IAPError(.paymentInvalid, "\(title) cannot be paid monthly. Leave “paid monthly” out.")
        }
        var payment = try Payment(productIdentifier: product.id, quantity: purchase.quantity)
        if purchase.isPaidMonthly { payment.billingPlan = .monthly }
        if let offer = purchase.offer {
            switch offer.type {
            case .promotional: payment.offer = .promotional(offer.id, signature: nextSignature())
            case .winBack: payment.offer = .winBack(offer.id)
            default: payment.offer = .code(offer.id)
            }
        }
        // Only a purchase in an app waits, fails or is interrupted.
        if store.askToBuyEnabled || store.interruptedPurchasesEnabled || store.failTransactionsEnabled {
            try store.submit(payment, account: account, device: "device of \(account)")
        } else {
            try store.buyProduct(payment, account: account)
        }
        try requireChange(
            orElse: "The customer has \(title) already, so that nothing is bought. "
                + "Leave this line out, or let it end first."
        )
    }

    /// A signature that the sandbox accepts: it verifies none, but accepts each one once.
    private mutating func nextSignature() -> Payment.Offer.Signature {
        signatureCount += 1
        let number = UInt8(truncatingIfNeeded: signatureCount)
        let more = UInt8(truncatingIfNeeded: signatureCount >> 8)
        return Payment.Offer.Signature(
            keyIdentifier: configuration.settings.offerKeyIdentifier ?? "timeline",
            nonce: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, more, number)),
            timestamp: max(1, Int(store.clock.now.timeIntervalSince1970 * 1000)),
            signature: Data([number])
        )
    }

    mutating func changePrice(_ change: ScriptPriceChange) throws {
        let product = change.product.id
        try store.changePrice(productIdentifier: product, to: change.price, forSubscribers: change.subscribers)
        recorder.listPrices[product] = change.price
        let amount = recorder.text(for: change.price, store.storefront.currencyCode) ?? ""
        addEvent(.priceChanged, "costs \(amount); \(change.consequence)", of: product)
    }

    mutating func setForSale(_ isOn: Bool, _ product: ProductDefinition) throws {
        guard isForSale.updateValue(isOn, forKey: product.id) ?? product.isForSale != isOn else {
            let title = ProductNames.title(of: product).quoted
            throw IAPError(
                .scriptInvalid,
                "\(title) is \(isOn ? "on" : "off") sale already. Leave this line out."
            )
        }
        store.setForSale(isOn, productIdentifier: product.id)
        addEvent(.setting, isOn ? "on sale again" : "taken off sale", of: product.id)
    }

    // MARK: Accounts

    mutating func changeAccount(to name: String) throws {
        account = try knownAccount(name)
    }

    mutating func share(with name: String) throws {
        let member = try knownAccount(name)
        guard familyMembers[account]?.contains(member) != true else {
            throw IAPError(.scriptInvalid, "\(member.quoted) shares already. Leave this line out.")
        }
        try store.startFamilySharing(from: account, with: member)
        familyMembers[account, default: []].append(member)
    }

    mutating func stopSharing(with name: String) throws {
        let member = accounts[name.lowercased()] ?? name
        let family = familyMembers[account] ?? []
        guard family.contains(member) else {
            throw IAPError(
                .scriptInvalid,
                "\(account.quoted) does not share with \(member.quoted). "
                    + (family.isEmpty
                        ? "Write “family share NAME” first, or “account NAME” to change to another family."
                        : "It shares with \(family.quotedList).")
            )
        }
        store.stopFamilySharing(from: account, with: member)
        familyMembers[account] = family.filter { $0 != member }
    }

    /// The account's name as it was first written: capitals make no difference.
    private mutating func knownAccount(_ name: String) throws -> String {
        let key = name.lowercased()
        if let known = accounts[key] { return known }
        guard accounts.count <= 1000 else {
            throw IAPError(.scriptInvalid, "More than 1,000 accounts are too many for a picture. Take some out.")
        }
        accounts[key] = name
        return name
    }
}

extension IAPError {
    fileprivate func moved(to place: Place) -> IAPError {
        IAPError(
            code,
            message,
            productIdentifier: productIdentifier,
            transactionIdentifier: transactionIdentifier,
            place: place,
            underlying: underlying
        )
    }
}
