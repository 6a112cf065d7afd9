extension StoreScenario {
    static let storefronts: [StoreScenario] = [
        StoreScenario(
            "Another storefront has another currency; what was bought keeps its own",
            apple: "documentation/storekittest/sktestsession/storefront",
            """
            > products gold
            answer: gold 9.99 USD
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > storefront DEU
            delegate: storefront DEU
            > products gold
            answer: gold 9.99 EUR
            > advance P1M
            store: 2 gold 2025-02-01…2025-03-01 9.99 EUR renewal
            sdk: has gold until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed gold until 2025-03-01 renews for 9.99
            delegate: completed 2 gold
            """
        ),
        StoreScenario(
            "A promoted purchase is sent to the app, which buys now",
            apple: "documentation/storekit/purchaseintent",
            """
            > promote gold
            sdk: intents: gold
            delegate: intent gold
            > take
            answer: purchased
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            sdk: not any more: intents
            delegate: completed 1 gold
            > promote nothing
            answer: throws productNotAvailable
            """
        ),
        StoreScenario(
            "A promoted purchase can wait while the customer buys something else",
            apple: "documentation/storekit/supporting-promoted-in-app-purchases-in-your-app",
            """
            > promote premium
            sdk: intents: premium
            delegate: intent premium
            > buy coins
            answer: purchased 1
            store: 1 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 1 coins
            > take
            answer: purchased
            store: 2 premium 2025-01-01 2.99
            sdk: has premium
            sdk: entitled to films
            sdk: not any more: intents
            delegate: completed 2 premium
            """
        ),
        StoreScenario(
            "A product off sale is neither looked up nor bought; who has it keeps it",
            apple: "documentation/storekit/skproductsresponse/invalidproductidentifiers",
            """
            > buy premium
            answer: purchased 1
            store: 1 premium 2025-01-01 2.99
            sdk: has premium
            sdk: entitled to films
            delegate: completed 1 premium
            > sale premium off
            > products premium coins
            answer: coins 0.99 USD
            > buy premium
            answer: throws productNotAvailable
            delegate: rejected premium: productNotAvailable
            > reinstall
            sdk: not any more: entitled to films
            sdk: not any more: has premium
            > synchronize
            answer: 1 owned, 0 asked to sign in
            sdk: has premium
            sdk: entitled to films
            delegate: restored 1 premium
            """
        ),
        StoreScenario(
            "A promoted purchase that launches the app waits until it is taken up",
            apple: "documentation/storekit/supporting-promoted-in-app-purchases-in-your-app",
            """
            > quit
            > promote premium
            > advance 3600
            > launch
            sdk: intents: premium
            delegate: intent premium
            > take
            answer: purchased
            store: 1 premium 2025-01-01T01:00:00 2.99
            sdk: has premium
            sdk: entitled to films
            sdk: not any more: intents
            delegate: completed 1 premium
            """
        ),
        StoreScenario(
            "A promoted purchase that the app leaves is no purchase",
            apple: "documentation/storekit/skpaymenttransactionobserver/paymentqueue(_:shouldaddstorepayment:for:)",
            """
            > promote gold
            sdk: intents: gold
            delegate: intent gold
            > buy coins
            answer: purchased 1
            store: 1 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 1 coins
            > advance P1D
            > relaunch
            sdk: not any more: intents
            """
        ),
    ]
}
