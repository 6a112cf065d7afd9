extension StoreScenario {
    static let families: [StoreScenario] = [
        StoreScenario(
            "The end of sharing is sent to a member who was not signed in then, once they are",
            apple: "documentation/storekit/supporting-family-sharing-in-your-app",
            """
            > share
            > buy premium
            answer: purchased 1
            store: 1 premium 2025-01-01 2.99
            store: 2 premium 2025-01-01 2.99 shared with member
            sdk: has premium
            sdk: entitled to films
            member's sdk: has premium
            member's sdk: entitled to films
            delegate: completed 1 premium
            member's delegate: completed 2 premium
            > buy gold
            answer: purchased 3
            store: 3 gold 2025-01-01…2025-02-01 9.99
            store: 4 gold 2025-01-01…2025-02-01 9.99 shared with member
            sdk: has gold until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            member's sdk: has gold until 2025-02-01
            member's sdk: group plans: subscribed gold until 2025-02-01
            delegate: completed 3 gold
            member's delegate: completed 4 gold
            > sign-in guest tablet
            > advance P1M
            store: 5 gold 2025-02-01…2025-03-01 9.99 renewal
            store: 6 gold 2025-02-01…2025-03-01 9.99 renewal shared with member
            sdk: has gold until 2025-03-01
            sdk: group plans: subscribed gold until 2025-03-01 renews for 9.99
            member's sdk: group plans: expired gold since 2025-02-01
            member's sdk: not any more: has gold
            delegate: completed 5 gold
            > unshare
            store: 2 premium 2025-01-01 2.99 shared with member revoked 2025-02-01
            store: 6 gold 2025-02-01…2025-03-01 9.99 renewal shared with member revoked 2025-02-01
            > sign-in member tablet
            member's sdk: group plans: revoked gold since 2025-02-01
            member's sdk: not any more: entitled to films
            member's sdk: not any more: has premium
            member's delegate: revoked 2 premium
            member's delegate: revoked 6 gold
            """
        ),
        StoreScenario(
            "A member of the family has transactions of its own, from when sharing starts to when it stops",
            apple: "documentation/storekit/supporting-family-sharing-in-your-app",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > buy coins
            answer: purchased 2
            store: 2 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 2 coins
            > share
            store: 3 gold 2025-01-01…2025-02-01 9.99 shared with member
            member's sdk: has gold until 2025-02-01
            member's sdk: entitled to films until 2025-02-01
            member's sdk: group plans: subscribed gold until 2025-02-01
            member's delegate: completed 3 gold
            > advance P1M
            store: 4 gold 2025-02-01…2025-03-01 9.99 renewal
            store: 5 gold 2025-02-01…2025-03-01 9.99 renewal shared with member
            sdk: has gold until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed gold until 2025-03-01 renews for 9.99
            member's sdk: has gold until 2025-03-01
            member's sdk: entitled to films until 2025-03-01
            member's sdk: group plans: subscribed gold until 2025-03-01
            delegate: completed 4 gold
            member's delegate: completed 5 gold
            > unshare
            store: 5 gold 2025-02-01…2025-03-01 9.99 renewal shared with member revoked 2025-02-01
            member's sdk: group plans: revoked gold since 2025-02-01
            member's sdk: not any more: entitled to films
            member's sdk: not any more: has gold
            member's delegate: revoked 5 gold
            > advance P1M
            store: 6 gold 2025-03-01…2025-04-01 9.99 renewal
            sdk: has gold until 2025-04-01
            sdk: entitled to films until 2025-04-01
            sdk: group plans: subscribed gold until 2025-04-01 renews for 9.99
            delegate: completed 6 gold
            """
        ),
        StoreScenario(
            "A shared purchase that is refunded is taken from the member, too",
            apple: "documentation/storekit/supporting-family-sharing-in-your-app",
            """
            > share
            > buy premium
            answer: purchased 1
            store: 1 premium 2025-01-01 2.99
            store: 2 premium 2025-01-01 2.99 shared with member
            sdk: has premium
            sdk: entitled to films
            member's sdk: has premium
            member's sdk: entitled to films
            delegate: completed 1 premium
            member's delegate: completed 2 premium
            > refund 2
            answer: throws invalidAction
            > refund 1
            store: 1 premium 2025-01-01 2.99 revoked 2025-01-01 refunded 2.99
            store: 2 premium 2025-01-01 2.99 shared with member revoked 2025-01-01
            sdk: not any more: entitled to films
            sdk: not any more: has premium
            member's sdk: not any more: entitled to films
            member's sdk: not any more: has premium
            delegate: revoked 1 premium
            member's delegate: revoked 2 premium
            """
        ),
        StoreScenario(
            "A member's own subscription stays when sharing stops",
            apple: "documentation/storekit/transaction/subscriptionstatus",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > share
            store: 2 gold 2025-01-01…2025-02-01 9.99 shared with member
            member's sdk: has gold until 2025-02-01
            member's sdk: entitled to films until 2025-02-01
            member's sdk: group plans: subscribed gold until 2025-02-01
            member's delegate: completed 2 gold
            > member buy silver
            answer: purchased 3
            store: 3 silver 2025-01-01…2025-02-01 4.99
            member's sdk: has silver until 2025-02-01
            member's sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            member's sdk: group plans, number 2: subscribed gold until 2025-02-01
            member's delegate: completed 3 silver
            > unshare
            store: 2 gold 2025-01-01…2025-02-01 9.99 shared with member revoked 2025-01-01
            member's sdk: group plans, number 2: revoked gold since 2025-01-01
            member's sdk: not any more: has gold
            member's delegate: revoked 2 gold
            """
        ),
        StoreScenario(
            "Consumables, seasons and plans that are not for families stay with who bought them",
            apple: "documentation/storekit/supporting-family-sharing-in-your-app",
            """
            > share
            > buy coins
            answer: purchased 1
            store: 1 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 1 coins
            > buy season
            answer: purchased 2
            store: 2 season 2025-01-01 14.99
            sdk: has season until 2025-04-01
            delegate: completed 2 season
            > buy silver
            answer: purchased 3
            store: 3 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 3 silver
            """
        ),
        StoreScenario(
            "What is shared again after a while is a subscription again",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > share
            store: 2 gold 2025-01-01…2025-02-01 9.99 shared with member
            member's sdk: has gold until 2025-02-01
            member's sdk: entitled to films until 2025-02-01
            member's sdk: group plans: subscribed gold until 2025-02-01
            member's delegate: completed 2 gold
            > unshare
            store: 2 gold 2025-01-01…2025-02-01 9.99 shared with member revoked 2025-01-01
            member's sdk: group plans: revoked gold since 2025-01-01
            member's sdk: not any more: entitled to films
            member's sdk: not any more: has gold
            member's delegate: revoked 2 gold
            > advance P1M
            store: 3 gold 2025-02-01…2025-03-01 9.99 renewal
            sdk: has gold until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed gold until 2025-03-01 renews for 9.99
            delegate: completed 3 gold
            > share
            store: 4 gold 2025-02-01…2025-03-01 9.99 renewal shared with member
            member's sdk: has gold until 2025-03-01
            member's sdk: entitled to films until 2025-03-01
            member's sdk: group plans: subscribed gold until 2025-03-01
            member's delegate: completed 4 gold
            """
        ),
    ]
}
