extension StoreScenario {
    static let refunds: [StoreScenario] = [
        StoreScenario(
            "A refund of a subscription's running period takes access away at once",
            apple: "documentation/storekittest/sktestsession/refundtransaction(identifier:)",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > advance P1W
            > refund silver
            store: 1 silver 2025-01-01…2025-02-01 4.99 revoked 2025-01-08 refunded 4.99
            sdk: group plans: revoked silver since 2025-01-08
            sdk: not any more: entitled to films
            sdk: not any more: has silver
            delegate: revoked 1 silver
            > advance P1M
            """
        ),
        StoreScenario(
            "A refund of an earlier period leaves the running one",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > advance P1M
            store: 2 silver 2025-02-01…2025-03-01 4.99 renewal
            sdk: has silver until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed silver until 2025-03-01 renews for 4.99
            delegate: completed 2 silver
            > refund 1
            store: 1 silver 2025-01-01…2025-02-01 4.99 revoked 2025-02-01 refunded 4.99
            delegate: revoked 1 silver
            """
        ),
        StoreScenario(
            "A refund that is reversed brings access back, and the renewal date stays",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > advance P1W
            > refund silver
            store: 1 silver 2025-01-01…2025-02-01 4.99 revoked 2025-01-08 refunded 4.99
            sdk: group plans: revoked silver since 2025-01-08
            sdk: not any more: entitled to films
            sdk: not any more: has silver
            delegate: revoked 1 silver
            > advance P1W
            > unrefund silver
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: changed 1 silver
            > advance P1M
            store: 2 silver 2025-02-01…2025-03-01 4.99 renewal
            sdk: has silver until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed silver until 2025-03-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A refund that is reversed after the period's end brings nothing back",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > refund silver
            store: 1 silver 2025-01-01…2025-02-01 4.99 revoked 2025-01-01 refunded 4.99
            sdk: group plans: revoked silver since 2025-01-01
            sdk: not any more: entitled to films
            sdk: not any more: has silver
            delegate: revoked 1 silver
            > advance P2M
            > unrefund silver
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: group plans: expired silver since 2025-02-01 (autoRenewDisabled) win-back silver-back
            sdk: messages: winBackOffer
            delegate: changed 1 silver
            delegate: message winBackOffer
            """
        ),
        StoreScenario(
            "A refunded non-consumable is not owned, and can be bought again",
            apple: "documentation/storekit/transaction/currententitlements",
            """
            > buy premium
            answer: purchased 1
            store: 1 premium 2025-01-01 2.99
            sdk: has premium
            sdk: entitled to films
            delegate: completed 1 premium
            > buy premium
            answer: purchased 1
            delegate: completed 1 premium
            > refund premium
            store: 1 premium 2025-01-01 2.99 revoked 2025-01-01 refunded 2.99
            sdk: not any more: entitled to films
            sdk: not any more: has premium
            delegate: revoked 1 premium
            > buy premium
            answer: purchased 2
            store: 2 premium 2025-01-01 2.99
            sdk: has premium
            sdk: entitled to films
            delegate: completed 2 premium
            """
        ),
        StoreScenario(
            "A refund of coins takes back what is left; reversed, exactly that comes back",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > buy coins 2
            answer: purchased 1
            store: 1 coins 2025-01-01 ×2 1.98
            sdk: balance of coins: 20
            delegate: completed 1 coins
            > spend 15
            sdk: balance of coins: 5
            > refund coins
            store: 1 coins 2025-01-01 ×2 1.98 revoked 2025-01-01 refunded 1.98
            sdk: balance of coins: 0
            delegate: revoked 1 coins
            > unrefund coins
            store: 1 coins 2025-01-01 ×2 1.98
            sdk: balance of coins: 5
            delegate: changed 1 coins
            > refund coins
            store: 1 coins 2025-01-01 ×2 1.98 revoked 2025-01-01 refunded 1.98
            sdk: balance of coins: 0
            delegate: revoked 1 coins
            > refund coins
            answer: throws invalidAction
            """
        ),
        StoreScenario(
            "A refund that the customer asks for in the app is granted at once",
            apple: "documentation/storekit/transaction/refundrequeststatus",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > page cancelled
            > show refund silver
            answer: cancelled
            > page completed
            > show refund silver
            answer: completed
            store: 1 silver 2025-01-01…2025-02-01 4.99 revoked 2025-01-01 refunded 4.99
            sdk: group plans: revoked silver since 2025-01-01
            sdk: not any more: entitled to films
            sdk: not any more: has silver
            delegate: revoked 1 silver
            > show refund silver
            answer: throws invalidAction
            """
        ),
        StoreScenario(
            "A refunded season ends",
            apple: "documentation/storekit/transaction/currententitlements",
            """
            > buy season
            answer: purchased 1
            store: 1 season 2025-01-01 14.99
            sdk: has season until 2025-04-01
            delegate: completed 1 season
            > refund season
            store: 1 season 2025-01-01 14.99 revoked 2025-01-01 refunded 14.99
            sdk: not any more: has season
            delegate: revoked 1 season
            """
        ),
        StoreScenario(
            "A year that was refunded does not hide the month that was bought after it, nor its grace period",
            """
            > buy silver_year
            answer: purchased 1
            store: 1 silver_year 2025-01-01…2026-01-01 49
            sdk: has silver_year until 2026-01-01
            sdk: entitled to films until 2026-01-01
            sdk: group plans: subscribed silver_year until 2026-01-01 renews for 49
            delegate: completed 1 silver_year
            > advance P1M
            > refund silver_year
            store: 1 silver_year 2025-01-01…2026-01-01 49 revoked 2025-02-01 refunded 49
            sdk: group plans: revoked silver_year since 2025-02-01
            sdk: not any more: entitled to films
            sdk: not any more: has silver_year
            delegate: revoked 1 silver_year
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-02-01…2025-03-01 4.99
            sdk: has silver until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed silver until 2025-03-01 renews for 4.99
            delegate: completed 2 silver
            > grace on
            > failing-renewals on
            > advance P1M
            store: 2 silver 2025-02-01…2025-03-01 4.99 issue
            sdk: has silver until 2025-03-17 by grace
            sdk: entitled to films until 2025-03-17 by grace
            sdk: group plans: inGracePeriod silver until 2025-03-17 renews for 4.99
            sdk: messages: billingIssue
            delegate: message billingIssue
            > advance P16D
            sdk: group plans: inBillingRetryPeriod silver since 2025-03-01 (billingError) renews for 4.99
            sdk: not any more: entitled to films
            sdk: not any more: has silver
            """
        ),
        StoreScenario(
            "A simulated error of the refund page is thrown",
            apple: "documentation/storekittest/failablestorekitapi/refundrequest",
            """
            > buy premium
            answer: purchased 1
            store: 1 premium 2025-01-01 2.99
            sdk: has premium
            sdk: entitled to films
            delegate: completed 1 premium
            > error Refund Request Sheet networkError
            > show refund premium
            answer: throws networkError
            > error Refund Request Sheet off
            > show refund premium
            answer: completed
            store: 1 premium 2025-01-01 2.99 revoked 2025-01-01 refunded 2.99
            sdk: not any more: entitled to films
            sdk: not any more: has premium
            delegate: revoked 1 premium
            """
        ),
        StoreScenario(
            "A refund that is not granted changes nothing",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > buy coins
            answer: purchased 1
            store: 1 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 1 coins
            > page cancelled
            > show refund coins
            answer: cancelled
            > relaunch
            """
        ),
        StoreScenario(
            "A refund while the app is closed is noticed at the next launch",
            apple: "documentation/storekit/transaction/updates",
            """
            > buy coins 2
            answer: purchased 1
            store: 1 coins 2025-01-01 ×2 1.98
            sdk: balance of coins: 20
            delegate: completed 1 coins
            > buy gold
            answer: purchased 2
            store: 2 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 2 gold
            > spend 5
            sdk: balance of coins: 15
            > quit
            > refund coins
            store: 1 coins 2025-01-01 ×2 1.98 revoked 2025-01-01 refunded 1.98
            > refund gold
            store: 2 gold 2025-01-01…2025-02-01 9.99 revoked 2025-01-01 refunded 9.99
            > launch
            sdk: group plans: revoked gold since 2025-01-01
            sdk: balance of coins: 0
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: revoked 1 coins
            delegate: revoked 2 gold
            """
        ),
        StoreScenario(
            "A trial that is refunded ends at once",
            apple: "documentation/storekit/transaction/revocationdate",
            """
            > buy trial
            answer: purchased 1
            store: 1 trial 2025-01-01…2025-01-08 0 introductory
            sdk: has trial until 2025-01-08
            sdk: group trial: subscribed trial until 2025-01-08 renews for 3.99
            delegate: completed 1 trial
            > advance P1D
            > refund trial
            store: 1 trial 2025-01-01…2025-01-08 0 introductory revoked 2025-01-02 refunded 0
            sdk: group trial: revoked trial since 2025-01-02
            sdk: not any more: has trial
            delegate: revoked 1 trial
            """
        ),
        StoreScenario(
            "A refund in a grace period ends it",
            apple: "documentation/appstoreserverapi/status",
            """
            > grace on
            > failing-renewals on
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > advance P1M
            store: 1 month 2025-01-01…2025-02-01 2 issue
            sdk: has month until 2025-02-17 by grace
            sdk: group month: inGracePeriod month until 2025-02-17 renews for 2
            sdk: messages: billingIssue
            delegate: message billingIssue
            > refund month
            store: 1 month 2025-01-01…2025-02-01 2 revoked 2025-02-01 refunded 2
            sdk: group month: revoked month since 2025-02-01
            sdk: not any more: has month
            delegate: revoked 1 month
            """
        ),
        StoreScenario(
            "A refund of an upgraded period leaves the upgrade",
            apple: "documentation/appstoreserverapi/isupgraded",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > buy gold
            answer: purchased 2
            store: 1 silver 2025-01-01…2025-02-01 4.99 upgraded refunded 4.99
            store: 2 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            sdk: not any more: has silver
            delegate: changed 1 silver
            delegate: completed 2 gold
            > refund silver
            store: 1 silver 2025-01-01…2025-02-01 4.99 upgraded revoked 2025-01-01 refunded 4.99
            delegate: revoked 1 silver
            """
        ),
    ]
}
