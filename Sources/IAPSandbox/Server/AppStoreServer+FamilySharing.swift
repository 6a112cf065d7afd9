import IAPCore

/// https://developer.apple.com/documentation/storekit/supporting-family-sharing-in-your-app
extension AppStoreServer {
    /// Lets an account use what another one has bought and will buy.
    mutating func startFamilySharing(from ownerName: String, with memberName: String) throws {
        let (member, owner) = (account(named: memberName), account(named: ownerName))
        guard member != owner else {
            throw IAPError(.invalidAction, "An account cannot share with itself. Name another account.")
        }
        guard !accounts[owner].familyMembers.contains(member) else { return }
        guard accounts[owner].familyMembers.count < 5 else {
            throw IAPError(.invalidAction, "A purchase is shared with up to five members. Stop sharing with one first.")
        }
        act(as: owner) { owner, _ in owner.familyMembers.append(member) }
        let running = accounts[owner].subscriptions.filter(\.givesAccess).map(\.latestTransaction)
        for record in accounts[owner].records.all where record.isInForce {
            let isForGood = record.transaction.productType == .nonConsumable
            // A non-consumable that was bought before is the member's by restoring alone; a subscription comes by itself.
            if isForGood || running.contains(record.id) {
                act(as: member) { $0.share(record, isSent: !isForGood, in: &$1) }
            }
        }
    }

    mutating func stopFamilySharing(from ownerName: String, with memberName: String) {
        let (member, owner) = (account(named: memberName), account(named: ownerName))
        guard accounts[owner].familyMembers.contains(member) else { return }
        act(as: owner) { owner, _ in owner.familyMembers.removeAll { $0 == member } }
        let bought = accounts[owner].records
        revoke(bought.contains, of: member)
    }

    /// Gives the family what an account has just bought, and takes from it what the account has lost.
    mutating func updateFamily(of owner: Int, _ change: StoreContext.FamilyChange) {
        for member in accounts[owner].familyMembers {
            switch change {
            case .bought(let identifier):
                guard let record = accounts[owner].records[identifier] else { continue }
                act(as: member) { $0.share(record, in: &$1) }
            case .revoked(let identifier):
                revoke({ $0 == identifier }, of: member)
            case .upgraded(let identifier):
                act(as: member) { member, store in
                    member.changeShared({ $0 == identifier }, in: &store) { $0.transaction.isUpgraded = true }
                }
            }
        }
    }

    /// The end of sharing has a date, and no reason
    /// (https://developer.apple.com/documentation/appstoreserverapi/revocationreason).
    private mutating func revoke(_ isMeant: (TransactionIdentifier) -> Bool, of member: Int) {
        let date = store.now
        act(as: member) { member, store in
            member.changeShared(isMeant, in: &store) { $0.transaction.revocationDate = date }
        }
    }
}
