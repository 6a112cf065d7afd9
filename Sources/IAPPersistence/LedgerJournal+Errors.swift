import IAPCore

extension LedgerJournal {
    static func storageError(_ error: any Error) -> IAPError {
        error as? IAPError
            ?? IAPError(
                .storageFailed,
                "The ledger's storage failed. Nothing of this write counts; find the cause in the underlying error.",
                underlying: error
            )
    }

    static let lostLedger = IAPError(
        .storageFailed,
        "The ledger is gone from its storage while it is open. Nothing new is recorded, so that what is in memory is not "
            + "taken for all there is. Bring it back, or open the store anew to begin with nothing."
    )

    static let fixedStorage = IAPError(
        .invalidAction,
        "The ledger's storage cannot write its ledger anew, so it cannot be compacted. Nothing was changed. Conform the storage "
            + "to RewritableLedgerStorage, or keep the ledger in one that does, such as JSONFileStorage."
    )

    static let severalEnvironments = IAPError(
        .invalidAction,
        "The ledger holds purchases of several environments and is open for none of them, so that they could not be "
            + "distinguished when it is compacted. Nothing was changed. Open it for the store's environment."
    )

    static let contradictoryStorage = IAPError(
        .storageFailed,
        "The ledger's storage takes no entries at the position that it calls its end. Hold it to LedgerStorageSuite."
    )
}
