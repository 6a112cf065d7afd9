import Foundation
import IAPCore

extension AppStoreServer {
    /// The date of the next thing that falls due up to `limit`.
    mutating func nextDueDate(upTo limit: Date) -> Date? {
        nextDue(upTo: limit)?.date
    }

    /// Does what falls due up to `date`, in order, each at its own date. The store's time never goes back.
    mutating func settle(to date: Date) {
        while let due = nextDue(upTo: date) {
            agenda.removeFirst()
            if due.date > now { history.now = due.date }
            account = due.account
            switch due.what {
            case .subscription(let number):
                guard let index = history.accounts[account].index(ofSubscription: number) else { continue }
                comeDue(ofSubscriptionAt: index)
            case .approval(let number): lapseAskToBuy(TransactionIdentifier(String(number)))
            }
        }
        guard date > now else { return }
        let isToBeKept = hasChanged || isDateKept
        history.now = date
        hasChanged = isToBeKept
    }

    /// Sees to it that the date is kept, also where it passes by itself.
    mutating func keepDate() {
        hasChanged = true
    }

    /// The next thing that still holds, up to `limit`.
    private mutating func nextDue(upTo limit: Date) -> Agenda.Entry? {
        while let first = agenda.first, first.date <= limit {
            if holds(first) { return first }
            agenda.removeFirst()
        }
        return nil
    }

    private func holds(_ entry: Agenda.Entry) -> Bool {
        switch entry.what {
        case .subscription(let number):
            guard let index = history.accounts[entry.account].index(ofSubscription: number) else { return false }
            return history.accounts[entry.account].subscriptions[index].dueDate == entry.date
        case .approval(let number):
            let identifier = TransactionIdentifier(String(number))
            return history.accounts[entry.account][identifier]?.obstacle == .approval(until: entry.date)
        }
    }

    /// Changes a subscription, and notes when something becomes of it.
    mutating func changeSubscription(at index: Int, _ body: (inout SandboxSubscription) -> Void) {
        let before = history.accounts[account].subscriptions[index].dueDate
        body(&history.accounts[account].subscriptions[index])
        if history.accounts[account].subscriptions[index].dueDate != before { planAhead(ofSubscriptionAt: index) }
    }

    mutating func add(_ subscription: SandboxSubscription) {
        history.accounts[account].subscriptions.append(subscription)
        planAhead(ofSubscriptionAt: history.accounts[account].subscriptions.count - 1)
    }

    private mutating func planAhead(ofSubscriptionAt index: Int) {
        guard let date = history.accounts[account].subscriptions[index].dueDate else { return }
        let number = history.accounts[account].subscriptions[index].number
        agenda.add(Agenda.Entry(date: date, account: account, what: .subscription(number)))
    }

    /// Notes all that will fall due, as the history has it.
    mutating func planAhead() {
        agenda = Agenda()
        for (index, account) in history.accounts.enumerated() {
            for subscription in account.subscriptions {
                guard let date = subscription.dueDate else { continue }
                agenda.add(Agenda.Entry(date: date, account: index, what: .subscription(subscription.number)))
            }
            for identifier in account.askedToBuy {
                guard case .approval(let deadline) = account[identifier]?.obstacle else { continue }
                agenda.add(Agenda.Entry(date: deadline, account: index, what: .approval(identifier.number)))
            }
        }
    }
}
