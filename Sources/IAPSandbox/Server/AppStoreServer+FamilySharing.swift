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
        for record in accounts[owner].records where record.isInForce {
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
        let bought = Set(accounts[owner].records.map(\.id))
        act(as: member) { $0.loseShared(bought.contains, in: &$1) }
    }

    /// Gives the family what an account has bought, and takes from it what the account has lost.
    mutating func updateFamily(of owner: Int, _ identifier: TransactionIdentifier) {
        guard let record = accounts[owner].record(identifier) else { return }
        for member in accounts[owner].familyMembers {
            act(as: member) { member, store in
                if !record.isInForce {
                    member.loseShared({ $0 == identifier }, in: &store)
                } else if record.transaction.isUpgraded {
                    member.changeShared({ $0 == identifier }, in: &store) { $0.transaction.isUpgraded = true }
                } else {
                    member.share(record, in: &store)
                }
            }
        }
    }
}
