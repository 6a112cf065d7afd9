extension StoreScenario {
    static let planChanges: [StoreScenario] = [
        StoreScenario(
            "An upgrade takes effect at once, and the rest of the old period is paid back",
            apple: "app-store/subscriptions/#ranking",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > advance P15D
            > buy gold
            answer: purchased 2
            store: 1 silver 2025-01-01…2025-02-01 4.99 upgraded refunded 2.58
            store: 2 gold 2025-01-16…2025-02-16 9.99
            sdk: has gold until 2025-02-16
            sdk: entitled to films until 2025-02-16
            sdk: group plans: subscribed gold until 2025-02-16 renews for 9.99
            sdk: not any more: has silver
            delegate: changed 1 silver
            delegate: completed 2 gold
            > advance P1M
            store: 3 gold 2025-02-16…2025-03-16 9.99 renewal
            sdk: has gold until 2025-03-16
            sdk: entitled to films until 2025-03-16
            sdk: group plans: subscribed gold until 2025-03-16 renews for 9.99
            delegate: completed 3 gold
            """
        ),
        StoreScenario(
            "An upgrade to a longer plan begins a year now",
            apple: "app-store/subscriptions/#ranking",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > advance P15D
            > buy gold_year
            answer: purchased 2
            store: 1 silver 2025-01-01…2025-02-01 4.99 upgraded refunded 2.58
            store: 2 gold_year 2025-01-16…2026-01-16 99
            sdk: has gold_year until 2026-01-16
            sdk: entitled to films until 2026-01-16
            sdk: group plans: subscribed gold_year until 2026-01-16 renews for 99
            sdk: not any more: has silver
            delegate: changed 1 silver
            delegate: completed 2 gold_year
            """
        ),
        StoreScenario(
            "A downgrade waits for the renewal; until then the plan stays",
            apple: "app-store/subscriptions/#ranking",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > buy silver
            answer: purchased 1
            sdk: group plans: subscribed gold until 2025-02-01 renews as silver for 4.99
            delegate: completed 1 gold
            > advance P1M
            store: 2 silver 2025-02-01…2025-03-01 4.99 renewal
            sdk: has silver until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed silver until 2025-03-01 renews for 4.99
            sdk: not any more: has gold
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A downgrade to a longer plan waits, too",
            apple: "app-store/subscriptions/#ranking",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > buy silver_year
            answer: purchased 1
            sdk: group plans: subscribed gold until 2025-02-01 renews as silver_year for 49
            delegate: completed 1 gold
            > advance P1M
            store: 2 silver_year 2025-02-01…2026-02-01 49 renewal
            sdk: has silver_year until 2026-02-01
            sdk: entitled to films until 2026-02-01
            sdk: group plans: subscribed silver_year until 2026-02-01 renews for 49
            sdk: not any more: has gold
            delegate: completed 2 silver_year
            """
        ),
        StoreScenario(
            "A crossgrade of the same length takes effect at once",
            apple: "app-store/subscriptions/#ranking",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > advance P15D
            > buy bronze
            answer: purchased 2
            store: 1 silver 2025-01-01…2025-02-01 4.99 upgraded refunded 2.58
            store: 2 bronze 2025-01-16…2025-02-16 4.49
            sdk: has bronze until 2025-02-16
            sdk: entitled to films until 2025-02-16
            sdk: group plans: subscribed bronze until 2025-02-16 renews for 4.49
            sdk: not any more: has silver
            delegate: changed 1 silver
            delegate: completed 2 bronze
            """
        ),
        StoreScenario(
            "A crossgrade to another length waits for the renewal",
            apple: "app-store/subscriptions/#ranking",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > buy silver_year
            answer: purchased 1
            sdk: group plans: subscribed silver until 2025-02-01 renews as silver_year for 49
            delegate: completed 1 silver
            > advance P1M
            store: 2 silver_year 2025-02-01…2026-02-01 49 renewal
            sdk: has silver_year until 2026-02-01
            sdk: entitled to films until 2026-02-01
            sdk: group plans: subscribed silver_year until 2026-02-01 renews for 49
            sdk: not any more: has silver
            delegate: completed 2 silver_year
            """
        ),
        StoreScenario(
            "Choosing the current plan again takes a planned change back",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > buy silver
            answer: purchased 1
            sdk: group plans: subscribed gold until 2025-02-01 renews as silver for 4.99
            delegate: completed 1 gold
            > buy gold
            answer: purchased 1
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > advance P1M
            store: 2 gold 2025-02-01…2025-03-01 9.99 renewal
            sdk: has gold until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed gold until 2025-03-01 renews for 9.99
            delegate: completed 2 gold
            """
        ),
        StoreScenario(
            "An upgrade in place of a planned downgrade",
            apple: "app-store/subscriptions/#ranking",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > buy silver_year
            answer: purchased 1
            sdk: group plans: subscribed silver until 2025-02-01 renews as silver_year for 49
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
            > advance P1M
            store: 3 gold 2025-02-01…2025-03-01 9.99 renewal
            sdk: has gold until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed gold until 2025-03-01 renews for 9.99
            delegate: completed 3 gold
            """
        ),
        StoreScenario(
            "A plan paid by the month is twelve payments, also when it is cancelled",
            apple: "documentation/storekit/product/subscriptioninfo/billingplantype",
            """
            > buy lease monthly
            answer: purchased 1
            store: 1 lease 2025-01-01…2025-02-01 12
            sdk: has lease until 2025-02-01
            sdk: group lease: subscribed lease until 2025-02-01 renews for 12
            delegate: completed 1 lease
            > advance P1M
            store: 2 lease 2025-02-01…2025-03-01 12 renewal
            sdk: has lease until 2025-03-01
            sdk: group lease: subscribed lease until 2025-03-01 renews for 12
            delegate: completed 2 lease
            > cancel lease
            sdk: group lease: subscribed lease until 2025-03-01 ends
            > advance P10M
            store: 3 lease 2025-03-01…2025-04-01 12 renewal
            store: 4 lease 2025-04-01…2025-05-01 12 renewal
            store: 5 lease 2025-05-01…2025-06-01 12 renewal
            store: 6 lease 2025-06-01…2025-07-01 12 renewal
            store: 7 lease 2025-07-01…2025-08-01 12 renewal
            store: 8 lease 2025-08-01…2025-09-01 12 renewal
            store: 9 lease 2025-09-01…2025-10-01 12 renewal
            store: 10 lease 2025-10-01…2025-11-01 12 renewal
            store: 11 lease 2025-11-01…2025-12-01 12 renewal
            store: 12 lease 2025-12-01…2026-01-01 12 renewal
            sdk: has lease until 2026-01-01
            sdk: group lease: subscribed lease until 2026-01-01 ends
            delegate: completed 3 lease
            delegate: completed 4 lease
            delegate: completed 5 lease
            delegate: completed 6 lease
            delegate: completed 7 lease
            delegate: completed 8 lease
            delegate: completed 9 lease
            delegate: completed 10 lease
            delegate: completed 11 lease
            delegate: completed 12 lease
            > advance P1M
            sdk: group lease: expired lease since 2026-01-01 (autoRenewDisabled)
            sdk: not any more: has lease
            """
        ),
        StoreScenario(
            "Two groups are two subscriptions",
            apple: "help/app-store-connect/reference/auto-renewable-subscription-information",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > buy month
            answer: purchased 2
            store: 2 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 2 month
            > advance P1M
            store: 3 silver 2025-02-01…2025-03-01 4.99 renewal
            store: 4 month 2025-02-01…2025-03-01 2 renewal
            sdk: has month until 2025-03-01
            sdk: has silver until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 2
            sdk: group plans: subscribed silver until 2025-03-01 renews for 4.99
            delegate: completed 3 silver
            delegate: completed 4 month
            """
        ),
        StoreScenario(
            "Plans may be changed any number of times",
            apple: "app-store/subscriptions/#ranking",
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
            > buy silver
            answer: purchased 2
            sdk: group plans: subscribed gold until 2025-02-01 renews as silver for 4.99
            delegate: completed 2 gold
            > buy gold
            answer: purchased 2
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 2 gold
            > buy bronze
            answer: purchased 2
            sdk: group plans: subscribed gold until 2025-02-01 renews as bronze for 4.49
            delegate: completed 2 gold
            > buy silver_year
            answer: purchased 2
            sdk: group plans: subscribed gold until 2025-02-01 renews as silver_year for 49
            delegate: completed 2 gold
            > advance P1M
            store: 3 silver_year 2025-02-01…2026-02-01 49 renewal
            sdk: has silver_year until 2026-02-01
            sdk: entitled to films until 2026-02-01
            sdk: group plans: subscribed silver_year until 2026-02-01 renews for 49
            sdk: not any more: has gold
            delegate: completed 3 silver_year
            > buy gold_year
            answer: purchased 4
            store: 3 silver_year 2025-02-01…2026-02-01 49 renewal upgraded refunded 49
            store: 4 gold_year 2025-02-01…2026-02-01 99
            sdk: has gold_year until 2026-02-01
            sdk: group plans: subscribed gold_year until 2026-02-01 renews for 99
            sdk: not any more: has silver_year
            delegate: changed 3 silver_year
            delegate: completed 4 gold_year
            """
        ),
        StoreScenario(
            "A lapsed subscriber who comes back to another plan has one subscription, not two",
            apple: "documentation/appstoreservernotifications/notificationtype",
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
            > advance P3M
            sdk: group plans: expired silver since 2025-02-01 (autoRenewDisabled) win-back silver-back
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has silver
            delegate: message winBackOffer
            > buy gold
            answer: purchased 2
            store: 2 gold 2025-04-01…2025-05-01 9.99
            sdk: has gold until 2025-05-01
            sdk: entitled to films until 2025-05-01
            sdk: group plans: subscribed gold until 2025-05-01 renews for 9.99
            delegate: completed 2 gold
            """
        ),
        StoreScenario(
            "An upgrade in a free trial begins at once, and nothing is paid back",
            apple: "documentation/appstoreserverapi/isupgraded",
            """
            > buy trial
            answer: purchased 1
            store: 1 trial 2025-01-01…2025-01-08 0 introductory
            sdk: has trial until 2025-01-08
            sdk: group trial: subscribed trial until 2025-01-08 renews for 3.99
            delegate: completed 1 trial
            > advance P2D
            > buy trial_plus
            answer: purchased 2
            store: 1 trial 2025-01-01…2025-01-08 0 introductory upgraded
            store: 2 trial_plus 2025-01-03…2025-02-03 5.99
            sdk: has trial_plus until 2025-02-03
            sdk: group trial: subscribed trial_plus until 2025-02-03 renews for 5.99
            sdk: not any more: has trial
            delegate: changed 1 trial
            delegate: completed 2 trial_plus
            """
        ),
        StoreScenario(
            "A planned downgrade is dropped with the renewal",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > buy silver
            answer: purchased 1
            sdk: group plans: subscribed gold until 2025-02-01 renews as silver for 4.99
            delegate: completed 1 gold
            > cancel gold
            sdk: group plans: subscribed gold until 2025-02-01 ends
            > advance P1M
            sdk: group plans: expired gold since 2025-02-01 (autoRenewDisabled) win-back back-half
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: message winBackOffer
            """
        ),
    ]
}
