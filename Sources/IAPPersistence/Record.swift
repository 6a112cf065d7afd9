import Foundation
import IAPCore

/// What a ledger keeps of one transaction, from which ``RecordedTransaction`` is made for those who ask.
struct Record: Sendable {
    /// The store's latest word. Its state and its payment are those with which it was recorded.
    var word: StoreWord
    var credits: [Credit]
    var recordedDate: Date
    var takenBack: [Credit] = []
    var grantNumber: Int
    var isDelivered = false
    var isRevoked: Bool
    var isWithdrawn = false
    /// Whose it is since it was transferred.
    var newAccount: String?

    /// Whose it is; `nil` when no account is known.
    var account: String? { newAccount ?? word.account }

    /// Whether it is known from restoring alone, which grants no credits.
    var isRestoredOnly: Bool { word.state == .restored && !isRevoked && credits.isEmpty }

    var recorded: RecordedTransaction {
        RecordedTransaction(
            transaction: word.transaction,
            credits: credits,
            recordedDate: recordedDate,
            isDelivered: isDelivered,
            isRevoked: isRevoked,
            takenBack: takenBack,
            isWithdrawn: isWithdrawn,
            grantNumber: grantNumber,
            account: newAccount
        )
    }
}
