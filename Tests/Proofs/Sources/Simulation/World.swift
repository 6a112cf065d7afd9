import Foundation
import IAP
import IAPSandbox
import PurchaseAudit
import Synchronization

/// One customer's account, devices and apps, through one script.
final class World {
    private struct Process {
        let installation: Int
        var launch: Launch
    }

    /// The first installation is an app and its extension, on one ledger; the second an app alone.
    private static let processNames = [["phone", "extension"], ["tablet"]]
    private static let mostJobs = 200_000

    let appStore: SandboxAppStore
    let credits: [ProductIdentifier: Credit]
    private(set) var installations: [Installation] = []
    private var processes: [Process] = []
    private(set) var accounts: [LedgerAccount] = []
    private(set) var restored: [Bool] = []
    private var erasures = 0
    private var spendCount = 0
    private let diskLies: Bool
    private(set) var jobCount = 0

    init(diskLies: Bool = false) throws {
        self.diskLies = diskLies
        credits = try Shop.credits()
        appStore = try SandboxAppStore(configuration: Shop.configuration())
        for names in Self.processNames { install(names, at: installations.count) }
    }

    /// Plays a script, and a check at its end.
    ///
    /// - Throws: ``Violation``, as soon as a check finds one.
    func play(_ script: [Step]) throws {
        defer { for process in processes { process.launch.kill() } }
        for step in script {
            try perform(step)
            var random = SeededRandom(seed: UInt64(step.order))
            try run(upTo: step.jobs < 0 ? Self.mostJobs : step.jobs, &random)
            buryTheDead()
        }
        try check()
    }

    /// Lets go of what the world still has under way.
    func end() {
        processes = []
        var random = SeededRandom(seed: 0)
        Scheduler.shared.run(upTo: Self.mostJobs, order: &random)
    }

    private func run(upTo limit: Int, _ random: inout SeededRandom) throws {
        let count = Scheduler.shared.run(upTo: limit, order: &random)
        jobCount += count
        try require(count < Self.mostJobs, "The world does not come to rest.")
    }

    private func rest() throws {
        var random = SeededRandom(seed: 1)
        try run(upTo: Self.mostJobs, &random)
    }

    // MARK: Processes

    private func install(_ names: [String], at place: Int) {
        let isFirst = place == installations.count
        let installation = Installation(
            devices: isFirst ? names : names.map { "\($0).\(erasures)" },
            isFirst: isFirst,
            // Two processes share a file; one device more is cheap in memory.
            disk: diskLies || place > 0 ? MemoryDisk(lies: diskLies) : FileDisk(),
            clock: DeviceClock(appStore.clock)
        )
        let account = LedgerAccount(credits: credits)
        let launches = installation.devices.map { launch($0, of: installation) }
        if isFirst {
            installations.append(installation)
            accounts.append(account)
            restored.append(true)
            processes += launches.map { Process(installation: place, launch: $0) }
        } else {
            installations[place] = installation
            accounts[place] = account
            restored[place] = false
            let first = processes.firstIndex { $0.installation == place } ?? 0
            for (offset, launch) in launches.enumerated() { processes[first + offset].launch = launch }
        }
    }

    private func launch(_ device: String, of installation: Installation, dyingAtCall call: Int? = nil) -> Launch {
        let launch = Launch(device, of: installation, appStore, dyingAtCall: call)
        launch.open(credits: credits)
        return launch
    }

    private func reinstall(_ place: Int) {
        for process in processes where process.installation == place { process.launch.kill() }
        for device in installations[place].devices { appStore.eraseDevice(device) }
        erasures += 1
        install(Self.processNames[place], at: place)
    }

    private func relaunch(_ index: Int, dyingAtCall call: Int? = nil) {
        let installation = installations[processes[index].installation]
        let first = processes.firstIndex { $0.installation == processes[index].installation } ?? index
        noteRestores(of: index)
        processes[index].launch = launch(installation.devices[index - first], of: installation, dyingAtCall: call)
    }

    private func kill(_ index: Int) {
        processes[index].launch.kill()
        installations[processes[index].installation].disk.crash()
    }

    private func cutPower(_ place: Int, _ choice: Int) throws {
        for index in processes.indices where processes[index].installation == place { kill(index) }
        try installations[place].disk.cutPower(choice)
    }

    private func buryTheDead() {
        for (index, process) in processes.enumerated() where process.launch.life.isOver { kill(index) }
    }

    private func noteRestores(of index: Int) {
        if processes[index].launch.restoreCount > 0 { restored[processes[index].installation] = true }
    }

    // MARK: Steps

    private func perform(_ step: Step) throws {
        // No two things happen at one moment: periods of a subscription are distinguished by when they begin.
        appStore.advance(by: 1)
        let index = step.first % processes.count
        let launch = processes[index].launch
        switch step.kind {
        case .buy:
            let product = Shop.all[step.second % Shop.all.count]
            let isCounted = Shop.consumables.contains(product) || Shop.nonRenewables.contains(product)
            let quantity = isCounted ? 1 + step.second / 10 % 3 : 1
            launch.buy(try Payment(productIdentifier: product, quantity: quantity))
        case .spend:
            let unit = Shop.units[step.second % Shop.units.count]
            spendCount += 1
            launch.spend(1 + step.second / 2 % 25, of: unit, note: "use \(spendCount)")
        case .restore: launch.restore()
        case .retry: launch.retry()
        case .compact: launch.compact()
        case .tellAgain: launch.connection.tellAgain(step.second, times: 1 + step.second % 3)
        case .relaunch:
            kill(index)
            // A launch is some dozen calls, a purchase a few.
            relaunch(index, dyingAtCall: step.second % 2 == 0 ? 1 + step.second / 2 % 120 : nil)
        case .reopen:
            // One that is still opening would take the store's updates from its successor.
            guard launch.running != nil else { return }
            launch.drop()
            relaunch(index)
            // What it still does, it does in the same process.
            processes[index].launch.life.onEnd { launch.kill() }
        case .kill: kill(index)
        case .crash: launch.life.crash(after: step.second / 2 % 12, takingEffect: step.second % 2 == 0)
        case .fail:
            let operations = Life.Operation.allCases
            launch.life.fail(operations[step.second % operations.count], after: step.second / 10 % 4)
        case .failDisk: installations[processes[index].installation].disk.fail(step.second)
        case .cutPower: try cutPower(processes[index].installation, step.second)
        case .reinstall: reinstall(step.second % installations.count)
        case .setClock:
            let days = [0, 0, -1, -10, -400, 3]
            installations[processes[index].installation].clock
                .set(wrongBy: Double(days[step.second % days.count]) * 86_400)
        case .check: try check()
        default: perform(atStore: step)
        }
    }

    /// What the store, its customer or the family does. It refuses what makes no sense at the moment.
    private func perform(atStore step: Step) {
        switch step.kind {
        case .buyOutside: try? appStore.buyProduct(productIdentifier: Shop.all[step.second % Shop.all.count])
        case .askToBuy: appStore.askToBuyEnabled = step.second % 2 == 0
        case .interrupt: appStore.interruptedPurchasesEnabled = step.second % 3 == 0
        case .failPurchases:
            appStore.failTransactionsEnabled = step.second % 3 == 0
            appStore.failureError = step.second % 2 == 0 ? .paymentCancelled : .unknown
        case .approve, .decline:
            let asked = pick(step.second) { $0.isPendingAskToBuyConfirmation }
            if let asked, step.kind == .approve { try? appStore.approveAskToBuyTransaction(identifier: asked) }
            if let asked, step.kind == .decline { try? appStore.declineAskToBuyTransaction(identifier: asked) }
        case .resolve:
            let failed = pick(step.second) { $0.hasPurchaseIssue }
            if let failed { try? appStore.resolveIssueForTransaction(identifier: failed) }
        case .refund:
            let paid = pick(step.second) { $0.state == .purchased && $0.cancelDate == nil }
            if let paid { try? appStore.refundTransaction(identifier: paid) }
            // Restoring brings one purchase of a product, and another one may be in force as well.
            for place in installations.indices where !installations[place].isFirst { restored[place] = false }
            for process in processes { process.launch.forgetRestores() }
        case .reverseRefund:
            let refunded = pick(step.second) { $0.cancelDate != nil }
            if let refunded { try? appStore.reverseRefund(identifier: refunded) }
        case .autoRenewOff, .autoRenewOn:
            guard let latest = pick(0, where: { $0.expirationDate != nil }) else { return }
            if step.kind == .autoRenewOff {
                try? appStore.disableAutoRenewForTransaction(identifier: latest)
            } else {
                try? appStore.enableAutoRenewForTransaction(identifier: latest)
            }
        case .expire:
            try? appStore.expireSubscription(productIdentifier: Shop.subscriptions[step.second % 2])
        case .renew:
            try? appStore.forceRenewalOfSubscription(productIdentifier: Shop.subscriptions[step.second % 2])
        case .advance:
            // Minutes mostly, days sometimes, a few weeks seldom.
            let hours = [0.1, 0.1, 1, 5, 20, 60, 200, 900]
            appStore.advance(by: hours[step.second % hours.count] * 3_600)
        default: break
        }
    }

    /// One of the latest transactions that fit.
    private func pick(_ choice: Int, where fits: (SandboxTransaction) -> Bool) -> TransactionIdentifier? {
        var found: [TransactionIdentifier] = []
        for transaction in appStore.allTransactions().reversed() where fits(transaction) {
            found.append(transaction.identifier)
            if found.count == 12 { break }
        }
        return found.isEmpty ? nil : found[choice % found.count]
    }

    // MARK: Checking

    /// Brings everything to rest, without faults and with every app running, and compares.
    private func check() throws {
        for process in processes { process.launch.life.calm() }
        for installation in installations { installation.disk.calm() }
        for index in processes.indices where processes[index].launch.diesAtCall { kill(index) }
        try rest()
        buryTheDead()
        for (index, process) in processes.enumerated() where process.launch.running == nil {
            process.launch.kill()
            relaunch(index)
        }
        try rest()
        // One process may not have read what the other has recorded.
        for _ in 0..<2 {
            for process in processes { process.launch.retry() }
            try rest()
        }
        for index in processes.indices { noteRestores(of: index) }
        let transactions = appStore.allTransactions()
        for place in installations.indices { try check(place, transactions) }
    }

    private func check(_ place: Int, _ transactions: [SandboxTransaction]) throws {
        let installation = installations[place]
        let charges = transactions.compactMap { $0.charge(for: installation) }
        let season = try ProductSubscriptionPeriod(iso8601: Shop.seasonLength)
        for process in processes where process.installation == place {
            let name = installation.devices.joined(separator: " and ")
            guard let running = process.launch.running else { throw Violation("\(name) cannot be launched.") }
            try require(process.launch.openCalls == 0, "\(name): a call is not answered.")
            let waiting = running.queue.transactions.filter { $0.transactionState != .deferred }
            try require(waiting.isEmpty, "\(name): not finished: \(waiting.map(\.transactionIdentifier)).")
            if let violation = installation.disk.violation { throw violation }
            do throws(Violation) {
                try accounts[place].follow(installation.disk.log)
                for identifier in accounts[place].inForce {
                    try require(
                        running.ledger.transaction(identifier)?.isRevoked == false,
                        "\(identifier) was recorded, and the ledger has it no more."
                    )
                }
                let goods = installation.goods.withLock { $0 }
                let spends = installation.spends.withLock { $0 }
                try Audit(ledger: running.ledger, charges: charges, goods: goods, spends: spends)
                    .check(accounts[place]) { installation.isFirst || Shop.consumables.contains($0.product) }
                let owned = running.ledger.purchasedProducts
                let now = max(installation.clock.now, accounts[place].latestStoreDate)
                let due = charges.owned(at: now, seasonLength: season)
                // One that came later knows what it has restored, and that is not every purchase.
                let must =
                    installation.isFirst ? due : due.filter { restored[place] && Shop.nonConsumables.contains($0) }
                try require(
                    owned.isSubset(of: due) && owned.isSuperset(of: must),
                    "Owned are \(owned.sorted()), and should be \(due.sorted())."
                )
                for identifier in process.launch.purchases {
                    try require(accounts[place].knows(identifier), "The acknowledged \(identifier) is lost.")
                }
            } catch {
                throw Violation("\(name): \(error)")
            }
        }
    }
}

extension SandboxTransaction {
    /// What was paid, if it concerns an installation: a consumable concerns the device that bought.
    fileprivate func charge(for installation: Installation) -> Charge? {
        guard state == .purchased else { return nil }
        if Shop.consumables.contains(productIdentifier) {
            guard let device, installation.devices.contains(device) else { return nil }
        }
        return Charge(
            identifier: identifier,
            product: productIdentifier,
            quantity: quantity,
            date: purchaseDate,
            expirationDate: expirationDate,
            isRefunded: cancelDate != nil,
            isUpgraded: isUpgraded
        )
    }
}
