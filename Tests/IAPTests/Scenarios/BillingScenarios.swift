extension StoreScenario {
    static let billing: [StoreScenario] = [
        StoreScenario(
            "A renewal that cannot be charged is tried for 60 days, without access; then it ends as a billing error",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > failing-renewals on
            > advance P1M
            store: 1 month 2025-01-01…2025-02-01 2 issue
            sdk: group month: inBillingRetryPeriod month since 2025-02-01 (billingError) renews for 2
            sdk: messages: billingIssue
            sdk: not any more: has month
            delegate: message billingIssue
            > advance P59D
            > advance P1D
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: group month: expired month since 2025-02-01 (billingError)
            """
        ),
        StoreScenario(
            "In a grace period of 16 days access goes on; after it, retry goes on without",
            apple: "help/app-store-connect/manage-subscriptions/"
                + "enable-billing-grace-period-for-auto-renewable-subscriptions",
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
            > advance P15D
            > advance P1D
            sdk: group month: inBillingRetryPeriod month since 2025-02-01 (billingError) renews for 2
            sdk: not any more: has month
            > advance P44D
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: group month: expired month since 2025-02-01 (billingError)
            """
        ),
        StoreScenario(
            "The grace period of a week is 6 days",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum/realtime",
            """
            > grace on
            > failing-renewals on
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-08 1
            sdk: has week until 2025-01-08
            sdk: group week: subscribed week until 2025-01-08 renews for 1
            delegate: completed 1 week
            > advance P1W
            store: 1 week 2025-01-01…2025-01-08 1 issue
            sdk: has week until 2025-01-14 by grace
            sdk: group week: inGracePeriod week until 2025-01-14 renews for 1
            sdk: messages: billingIssue
            delegate: message billingIssue
            > advance P6D
            sdk: group week: inBillingRetryPeriod week since 2025-01-08 (billingError) renews for 1
            sdk: not any more: has week
            """
        ),
        StoreScenario(
            "Made good in the grace period, paid days go on as if nothing had been",
            apple: "help/app-store-connect/manage-subscriptions/"
                + "enable-billing-grace-period-for-auto-renewable-subscriptions",
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
            > advance P10D
            > failing-renewals off
            > resolve month
            store: 1 month 2025-01-01…2025-02-01 2
            store: 2 month 2025-02-11…2025-03-01 2 renewal
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 2
            delegate: completed 2 month
            > advance P1M
            store: 3 month 2025-03-01…2025-04-01 2 renewal
            sdk: has month until 2025-04-01
            sdk: group month: subscribed month until 2025-04-01 renews for 2
            delegate: completed 3 month
            """
        ),
        StoreScenario(
            "Made good after it, the new period begins on that day",
            apple: "help/app-store-connect/manage-subscriptions/"
                + "enable-billing-grace-period-for-auto-renewable-subscriptions",
            """
            > failing-renewals on
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > advance P1M
            store: 1 month 2025-01-01…2025-02-01 2 issue
            sdk: group month: inBillingRetryPeriod month since 2025-02-01 (billingError) renews for 2
            sdk: messages: billingIssue
            sdk: not any more: has month
            delegate: message billingIssue
            > advance P10D
            > failing-renewals off
            > resolve month
            store: 1 month 2025-01-01…2025-02-01 2
            store: 2 month 2025-02-11…2025-03-11 2 renewal
            sdk: has month until 2025-03-11
            sdk: group month: subscribed month until 2025-03-11 renews for 2
            delegate: completed 2 month
            > advance P1M
            store: 3 month 2025-03-11…2025-04-11 2 renewal
            sdk: has month until 2025-04-11
            sdk: group month: subscribed month until 2025-04-11 renews for 2
            delegate: completed 3 month
            """
        ),
        StoreScenario(
            "Cancelled in billing retry, the retry ends",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > failing-renewals on
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > advance P1M
            store: 1 month 2025-01-01…2025-02-01 2 issue
            sdk: group month: inBillingRetryPeriod month since 2025-02-01 (billingError) renews for 2
            sdk: messages: billingIssue
            sdk: not any more: has month
            delegate: message billingIssue
            > cancel month
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: group month: expired month since 2025-02-01 (autoRenewDisabled)
            > resolve month
            answer: throws invalidAction
            """
        ),
        StoreScenario(
            "Once retry is over there is nothing left to resolve",
            apple: "documentation/storekittest/sktestsession/resolveissuefortransaction(identifier:)",
            """
            > failing-renewals on
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > advance P4M
            sdk: group month: expired month since 2025-02-01 (billingError)
            sdk: messages: billingIssue
            sdk: not any more: has month
            delegate: message billingIssue
            > resolve month
            answer: throws invalidAction
            > failing-renewals off
            > buy month
            answer: purchased 2
            store: 2 month 2025-05-01…2025-06-01 2
            sdk: has month until 2025-06-01
            sdk: group month: subscribed month until 2025-06-01 renews for 2
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "A forced renewal is no way out of billing retry",
            apple: "documentation/storekittest/sktestsession/forcerenewalofsubscription(productidentifier:)",
            """
            > failing-renewals on
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > advance P1M
            store: 1 month 2025-01-01…2025-02-01 2 issue
            sdk: group month: inBillingRetryPeriod month since 2025-02-01 (billingError) renews for 2
            sdk: messages: billingIssue
            sdk: not any more: has month
            delegate: message billingIssue
            > force month
            answer: throws invalidAction
            """
        ),
        StoreScenario(
            "The message of a billing issue waits for the app, and mends it when shown",
            apple: "documentation/storekit/message/reason-swift.struct",
            """
            > failing-renewals on
            > grace on
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
            > failing-renewals off
            > show message
            answer: completed
            store: 1 month 2025-01-01…2025-02-01 2
            store: 2 month 2025-02-01…2025-03-01 2 renewal
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 2
            sdk: not any more: messages
            delegate: completed 2 month
            > advance P1M
            store: 3 month 2025-03-01…2025-04-01 2 renewal
            sdk: has month until 2025-04-01
            sdk: group month: subscribed month until 2025-04-01 renews for 2
            delegate: completed 3 month
            """
        ),
        StoreScenario(
            "Bought again in billing retry: one subscription, paid from now on",
            """
            > failing-renewals on
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > advance P1M
            store: 1 gold 2025-01-01…2025-02-01 9.99 issue
            sdk: group plans: inBillingRetryPeriod gold since 2025-02-01 (billingError) renews for 9.99
            sdk: messages: billingIssue
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: message billingIssue
            > failing-renewals off
            > advance P3D
            > buy gold
            answer: purchased 2
            store: 1 gold 2025-01-01…2025-02-01 9.99
            store: 2 gold 2025-02-04…2025-03-04 9.99
            sdk: has gold until 2025-03-04
            sdk: entitled to films until 2025-03-04
            sdk: group plans: subscribed gold until 2025-03-04 renews for 9.99
            delegate: completed 2 gold
            """
        ),
        StoreScenario(
            "A device's clock that is set back does not lengthen a grace period",
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
            > advance P16D
            sdk: group month: inBillingRetryPeriod month since 2025-02-01 (billingError) renews for 2
            sdk: not any more: has month
            > set back to 2025-02-10
            """
        ),
        StoreScenario(
            "A device's clock that is set back does not lengthen a subscription",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > cancel month
            sdk: group month: subscribed month until 2025-02-01 ends
            > buy coins
            answer: purchased 2
            store: 2 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 2 coins
            > advance P2M
            sdk: group month: expired month since 2025-02-01 (autoRenewDisabled)
            sdk: not any more: has month
            > buy coins
            answer: purchased 3
            store: 3 coins 2025-03-01 0.99
            sdk: balance of coins: 20
            delegate: completed 3 coins
            > set back to 2025-01-10
            """
        ),
    ]
}
