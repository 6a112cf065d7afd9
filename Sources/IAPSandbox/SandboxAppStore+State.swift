import Foundation
import IAPCore

extension SandboxAppStore {
    /// What a store is, under its lock.
    struct State: Sendable {
        var server: AppStoreServer
        var mailbox = Mailbox()
        var historyError: IAPError?
        /// What customers began to buy on pages of the store, by device, while no app was there to hear of it.
        var purchaseIntents: [String: [Payment]] = [:]
        /// Kept when something is to happen before what was next.
        private(set) var earlierDueDate = Promise<Void>()
        private var hasEarlierDueDate = false
        /// What was next on the agenda when that was last looked at.
        private var nextDate: Date?

        init(server: AppStoreServer, historyError: IAPError?) {
            self.server = server
            self.historyError = historyError
        }

        /// Notes what follows from a change: what is to be told, and whether something is to happen earlier than was
        /// known.
        mutating func post() {
            for effect in server.takeEffects() { mailbox.post(effect.update, to: effect.device) }
            let next = server.agenda.first?.date
            if let next, nextDate.map({ next < $0 }) ?? true { hasEarlierDueDate = true }
            nextDate = next
        }

        /// The promise that is to be kept now; another one takes its place.
        mutating func takeEarlierDueDate() -> Promise<Void>? {
            guard hasEarlierDueDate else { return nil }
            hasEarlierDueDate = false
            defer { earlierDueDate = Promise() }
            return earlierDueDate
        }
    }
}
