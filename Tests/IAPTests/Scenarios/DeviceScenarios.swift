extension StoreScenario {
    static let devices: [StoreScenario] = [
        StoreScenario(
            "A purchase outside the app is delivered as an update",
            apple: "documentation/storekittest/sktestsession/buyproduct(identifier:options:)",
            """
            > outside silver
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > outside coins 2
            store: 2 coins 2025-01-01 ×2 1.98
            sdk: balance of coins: 20
            delegate: completed 2 coins
            """
        ),
        StoreScenario(
            "A new device has nothing until it synchronizes, which does not ask for a sign-in",
            apple: "documentation/storekit/transaction/currententitlements",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > buy premium
            answer: purchased 2
            store: 2 premium 2025-01-01 2.99
            sdk: has premium
            sdk: entitled to films
            delegate: completed 2 premium
            > buy coins
            answer: purchased 3
            store: 3 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 3 coins
            > reinstall
            sdk: not any more: balance of coins
            sdk: not any more: entitled to films
            sdk: not any more: group plans
            sdk: not any more: has premium
            sdk: not any more: has silver
            > synchronize
            answer: 2 owned, 0 asked to sign in
            sdk: has premium
            sdk: has silver until 2025-02-01
            sdk: entitled to films
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: restored 1 silver
            delegate: restored 2 premium
            > synchronize
            answer: 2 owned, 0 asked to sign in
            """
        ),
        StoreScenario(
            "A new device has nothing until it restores",
            apple: "documentation/storekit/restoring-purchased-products",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > buy premium
            answer: purchased 2
            store: 2 premium 2025-01-01 2.99
            sdk: has premium
            sdk: entitled to films
            delegate: completed 2 premium
            > buy coins
            answer: purchased 3
            store: 3 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 3 coins
            > reinstall
            sdk: not any more: balance of coins
            sdk: not any more: entitled to films
            sdk: not any more: group plans
            sdk: not any more: has premium
            sdk: not any more: has silver
            > restore
            answer: 2 owned
            sdk: has premium
            sdk: has silver until 2025-02-01
            sdk: entitled to films
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: restored 1 silver
            delegate: restored 2 premium
            delegate: restoring ended, 2
            > restore
            answer: 2 owned
            delegate: restored 1 silver
            delegate: restored 2 premium
            delegate: restoring ended, 2
            """
        ),
        StoreScenario(
            "What has ended is not restored",
            apple: "documentation/storekit/transaction/currententitlements",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > expire silver
            store: 1 silver 2025-01-01…2025-01-01 4.99
            sdk: group plans: expired silver since 2025-01-01 (autoRenewDisabled) win-back silver-back
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has silver
            delegate: changed 1 silver
            delegate: message winBackOffer
            > reinstall
            sdk: not any more: group plans
            delegate: message winBackOffer
            > restore
            answer: 0 owned
            delegate: restoring ended, 0
            """
        ),
        StoreScenario(
            "An expired subscription is noticed at its date, by the clock alone",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > cancel silver
            sdk: group plans: subscribed silver until 2025-02-01 ends
            > advance P1M
            sdk: group plans: expired silver since 2025-02-01 (autoRenewDisabled) win-back silver-back
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has silver
            delegate: message winBackOffer
            """
        ),
        StoreScenario(
            "Another launch remembers everything, and receives nothing twice",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > buy coins
            answer: purchased 2
            store: 2 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 2 coins
            > relaunch
            """
        ),
        StoreScenario(
            "A renewal while the app is closed is delivered by the next launch",
            apple: "documentation/storekit/transaction/updates",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > quit
            > advance P1M
            store: 2 month 2025-02-01…2025-03-01 2 renewal
            > launch
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 2
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "A subscription that ended while the app was closed is gone at the next launch",
            apple: "documentation/storekit/transaction/currententitlements",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > cancel month
            sdk: group month: subscribed month until 2025-02-01 ends
            > quit
            > advance P2M
            > launch
            sdk: group month: expired month since 2025-02-01 (autoRenewDisabled)
            sdk: not any more: has month
            """
        ),
        StoreScenario(
            "A refund while another customer is signed in is sent when the first one is back",
            """
            > buy premium
            answer: purchased 1
            store: 1 premium 2025-01-01 2.99
            sdk: has premium
            sdk: entitled to films
            delegate: completed 1 premium
            > buy coins
            answer: purchased 2
            store: 2 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 2 coins
            > sign-in other
            > refund premium
            store: 1 premium 2025-01-01 2.99 revoked 2025-01-01 refunded 2.99
            > refund coins
            store: 2 coins 2025-01-01 0.99 revoked 2025-01-01 refunded 0.99
            > sign-in tester@example.com
            sdk: balance of coins: 0
            sdk: not any more: entitled to films
            sdk: not any more: has premium
            delegate: revoked 1 premium
            delegate: revoked 2 coins
            > sign-in other
            > sign-in tester@example.com
            """
        ),
        StoreScenario(
            "A higher price while another customer is signed in is sent when the first one is back",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > sign-in other
            > price month 3 consent
            > sign-in tester@example.com
            sdk: group month: subscribed month until 2025-02-01 renews for 2 increase pending
            sdk: messages: priceIncreaseConsent
            delegate: message priceIncreaseConsent
            """
        ),
        StoreScenario(
            "A refund and a higher price while the app was closed are sent at its next launch",
            """
            > buy premium
            answer: purchased 1
            store: 1 premium 2025-01-01 2.99
            sdk: has premium
            sdk: entitled to films
            delegate: completed 1 premium
            > buy month
            answer: purchased 2
            store: 2 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 2 month
            > quit
            > refund premium
            store: 1 premium 2025-01-01 2.99 revoked 2025-01-01 refunded 2.99
            > price month 3 consent
            > launch
            sdk: group month: subscribed month until 2025-02-01 renews for 2 increase pending
            sdk: messages: priceIncreaseConsent
            sdk: not any more: entitled to films
            sdk: not any more: has premium
            delegate: message priceIncreaseConsent
            delegate: revoked 1 premium
            > relaunch
            delegate: message priceIncreaseConsent
            """
        ),
        StoreScenario(
            "A purchase outside the app waits for the launch",
            apple: "documentation/xcode/testing-in-app-purchases-with-storekit-transaction-manager-in-code",
            """
            > quit
            > outside premium
            store: 1 premium 2025-01-01 2.99
            > outside coins
            store: 2 coins 2025-01-01 0.99
            > launch
            sdk: has premium
            sdk: entitled to films
            sdk: balance of coins: 10
            delegate: completed 1 premium
            delegate: completed 2 coins
            """
        ),
    ]
}
