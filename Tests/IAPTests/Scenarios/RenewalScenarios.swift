extension StoreScenario {
    static let renewals: [StoreScenario] = [
        StoreScenario(
            "A subscription renews where the last period ended, until it is cancelled",
            apple: "documentation/storekit/handling-subscriptions-billing",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > advance P1M
            store: 2 month 2025-02-01…2025-03-01 2 renewal
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 2
            delegate: completed 2 month
            > advance P2M
            store: 3 month 2025-03-01…2025-04-01 2 renewal
            store: 4 month 2025-04-01…2025-05-01 2 renewal
            sdk: has month until 2025-05-01
            sdk: group month: subscribed month until 2025-05-01 renews for 2
            delegate: completed 3 month
            delegate: completed 4 month
            """
        ),
        StoreScenario(
            "From 31 January a month ends with February, and March has its 31 days again",
            now: "2025-01-31",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-31…2025-02-28 2
            sdk: has month until 2025-02-28
            sdk: group month: subscribed month until 2025-02-28 renews for 2
            delegate: completed 1 month
            > advance P28D
            store: 2 month 2025-02-28…2025-03-31 2 renewal
            sdk: has month until 2025-03-31
            sdk: group month: subscribed month until 2025-03-31 renews for 2
            delegate: completed 2 month
            > advance P31D
            store: 3 month 2025-03-31…2025-04-30 2 renewal
            sdk: has month until 2025-04-30
            sdk: group month: subscribed month until 2025-04-30 renews for 2
            delegate: completed 3 month
            > advance P30D
            store: 4 month 2025-04-30…2025-05-31 2 renewal
            sdk: has month until 2025-05-31
            sdk: group month: subscribed month until 2025-05-31 renews for 2
            delegate: completed 4 month
            """
        ),
        StoreScenario(
            "In a leap year a month from 31 January ends on 29 February",
            now: "2024-01-31",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2024-01-31…2024-02-29 2
            sdk: has month until 2024-02-29
            sdk: group month: subscribed month until 2024-02-29 renews for 2
            delegate: completed 1 month
            > advance P29D
            store: 2 month 2024-02-29…2024-03-31 2 renewal
            sdk: has month until 2024-03-31
            sdk: group month: subscribed month until 2024-03-31 renews for 2
            delegate: completed 2 month
            > advance P31D
            store: 3 month 2024-03-31…2024-04-30 2 renewal
            sdk: has month until 2024-04-30
            sdk: group month: subscribed month until 2024-04-30 renews for 2
            delegate: completed 3 month
            """
        ),
        StoreScenario(
            "A year from 29 February ends on 28 February, until the next leap year",
            now: "2024-02-29",
            """
            > buy year
            answer: purchased 1
            store: 1 year 2024-02-29…2025-02-28 6
            sdk: has year until 2025-02-28
            sdk: group year: subscribed year until 2025-02-28 renews for 6
            delegate: completed 1 year
            > advance P4Y
            store: 2 year 2025-02-28…2026-02-28 6 renewal
            store: 3 year 2026-02-28…2027-02-28 6 renewal
            store: 4 year 2027-02-28…2028-02-29 6 renewal
            store: 5 year 2028-02-29…2029-02-28 6 renewal
            sdk: has year until 2029-02-28
            sdk: group year: subscribed year until 2029-02-28 renews for 6
            delegate: completed 2 year
            delegate: completed 3 year
            delegate: completed 4 year
            delegate: completed 5 year
            """
        ),
        StoreScenario(
            "Each of the six lengths renews by the calendar",
            apple: "help/app-store-connect/manage-subscriptions/offer-auto-renewable-subscriptions",
            now: "2025-01-31",
            """
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-31…2025-02-07 1
            sdk: has week until 2025-02-07
            sdk: group week: subscribed week until 2025-02-07 renews for 1
            delegate: completed 1 week
            > buy month
            answer: purchased 2
            store: 2 month 2025-01-31…2025-02-28 2
            sdk: has month until 2025-02-28
            sdk: group month: subscribed month until 2025-02-28 renews for 2
            delegate: completed 2 month
            > buy two_months
            answer: purchased 3
            store: 3 two_months 2025-01-31…2025-03-31 3
            sdk: has two_months until 2025-03-31
            sdk: group two_months: subscribed two_months until 2025-03-31 renews for 3
            delegate: completed 3 two_months
            > buy quarter
            answer: purchased 4
            store: 4 quarter 2025-01-31…2025-04-30 4
            sdk: has quarter until 2025-04-30
            sdk: group quarter: subscribed quarter until 2025-04-30 renews for 4
            delegate: completed 4 quarter
            > buy half_year
            answer: purchased 5
            store: 5 half_year 2025-01-31…2025-07-31 5
            sdk: has half_year until 2025-07-31
            sdk: group half_year: subscribed half_year until 2025-07-31 renews for 5
            delegate: completed 5 half_year
            > buy year
            answer: purchased 6
            store: 6 year 2025-01-31…2026-01-31 6
            sdk: has year until 2026-01-31
            sdk: group year: subscribed year until 2026-01-31 renews for 6
            delegate: completed 6 year
            > advance P1W
            store: 7 week 2025-02-07…2025-02-14 1 renewal
            sdk: has week until 2025-02-14
            sdk: group week: subscribed week until 2025-02-14 renews for 1
            delegate: completed 7 week
            > advance P1M
            store: 8 week 2025-02-14…2025-02-21 1 renewal
            store: 9 week 2025-02-21…2025-02-28 1 renewal
            store: 10 week 2025-02-28…2025-03-07 1 renewal
            store: 11 month 2025-02-28…2025-03-31 2 renewal
            store: 12 week 2025-03-07…2025-03-14 1 renewal
            sdk: has month until 2025-03-31
            sdk: has week until 2025-03-14
            sdk: group month: subscribed month until 2025-03-31 renews for 2
            sdk: group week: subscribed week until 2025-03-14 renews for 1
            delegate: completed 8 week
            delegate: completed 9 week
            delegate: completed 10 week
            delegate: completed 11 month
            delegate: completed 12 week
            """
        ),
        StoreScenario(
            "Auto-renew off leaves access until the period ends, then the subscription has expired",
            apple: "documentation/appstoreserverapi/expirationintent",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > cancel month
            sdk: group month: subscribed month until 2025-02-01 ends
            > advance P27D
            > advance P1W
            sdk: group month: expired month since 2025-02-01 (autoRenewDisabled)
            sdk: not any more: has month
            """
        ),
        StoreScenario(
            "Auto-renew on again before the end resumes without a purchase",
            apple: "documentation/appstoreserverapi/autorenewstatus",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > cancel month
            sdk: group month: subscribed month until 2025-02-01 ends
            > advance P1W
            > resume month
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            > advance P1M
            store: 2 month 2025-02-01…2025-03-01 2 renewal
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 2
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "A lapsed subscriber who buys again has a new transaction of the same subscription",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > expire month
            store: 1 month 2025-01-01…2025-01-01 2
            sdk: group month: expired month since 2025-01-01 (autoRenewDisabled)
            sdk: not any more: has month
            delegate: changed 1 month
            > advance P3M
            > buy month
            answer: purchased 2
            store: 2 month 2025-04-01…2025-05-01 2
            sdk: has month until 2025-05-01
            sdk: group month: subscribed month until 2025-05-01 renews for 2
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "A gap of less than 60 days does not restart the subscription",
            apple: "documentation/appstoreserverapi/recentsubscriptionstartdate",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > cancel month
            sdk: group month: subscribed month until 2025-02-01 ends
            > advance P2M
            sdk: group month: expired month since 2025-02-01 (autoRenewDisabled)
            sdk: not any more: has month
            > buy month
            answer: purchased 2
            store: 2 month 2025-03-01…2025-04-01 2
            sdk: has month until 2025-04-01
            sdk: group month: subscribed month until 2025-04-01 renews for 2
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "A product that is not sold any longer ends the subscription, as not available",
            apple: "documentation/appstoreserverapi/expirationintent",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > sale month off
            > advance P1M
            sdk: group month: expired month since 2025-02-01 (productUnavailable)
            sdk: not any more: has month
            """
        ),
        StoreScenario(
            "Expiring ends the period now and turns renewal off",
            apple: "documentation/storekittest/sktestsession/expiresubscription(productidentifier:)",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > advance P1W
            > expire month
            store: 1 month 2025-01-01…2025-01-08 2
            sdk: group month: expired month since 2025-01-08 (autoRenewDisabled)
            sdk: not any more: has month
            delegate: changed 1 month
            > expire month
            answer: throws invalidAction
            """
        ),
        StoreScenario(
            "A forced renewal ends the period now, begins another and turns renewal on",
            apple: "documentation/storekittest/sktestsession/forcerenewalofsubscription(productidentifier:)",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > cancel month
            sdk: group month: subscribed month until 2025-02-01 ends
            > advance P1W
            > force month
            store: 1 month 2025-01-01…2025-01-08 2
            store: 2 month 2025-01-08…2025-02-08 2 renewal
            sdk: has month until 2025-02-08
            sdk: group month: subscribed month until 2025-02-08 renews for 2
            delegate: changed 1 month
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "What never was bought neither expires nor renews",
            apple: "documentation/storekittest/sktesterror",
            """
            > expire month
            answer: throws subscriptionNotFound
            > force coins
            answer: throws invalidAction
            > force nothing
            answer: throws productNotAvailable
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            """
        ),
        StoreScenario(
            "At real time a day is a day",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum/realtime",
            """
            > rate realTime
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-08 1
            sdk: has week until 2025-01-08
            sdk: group week: subscribed week until 2025-01-08 renews for 1
            delegate: completed 1 week
            > advance P7D
            store: 2 week 2025-01-08…2025-01-15 1 renewal
            sdk: has week until 2025-01-15
            sdk: group week: subscribed week until 2025-01-15 renews for 1
            delegate: completed 2 week
            > failing-renewals on
            > grace on
            > advance P7D
            store: 2 week 2025-01-08…2025-01-15 1 renewal issue
            sdk: has week until 2025-01-21 by grace
            sdk: group week: inGracePeriod week until 2025-01-21 renews for 1
            sdk: messages: billingIssue
            delegate: message billingIssue
            > advance P6D
            sdk: group week: inBillingRetryPeriod week since 2025-01-15 (billingError) renews for 1
            sdk: not any more: has week
            """
        ),
        StoreScenario(
            "At the old rates a day takes seconds",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum",
            """
            > rate oneMinuteIsOneDay
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-01T00:07:00 1
            sdk: has week until 2025-01-01T00:07:00
            sdk: group week: subscribed week until 2025-01-01T00:07:00 renews for 1
            delegate: completed 1 week
            > buy month
            answer: purchased 2
            store: 2 month 2025-01-01…2025-01-01T00:30:00 2
            sdk: has month until 2025-01-01T00:30:00
            sdk: group month: subscribed month until 2025-01-01T00:30:00 renews for 2
            delegate: completed 2 month
            > advance 420
            store: 3 week 2025-01-01T00:07:00…2025-01-01T00:14:00 1 renewal
            sdk: has week until 2025-01-01T00:14:00
            sdk: group week: subscribed week until 2025-01-01T00:14:00 renews for 1
            delegate: completed 3 week
            > advance 1380
            store: 4 week 2025-01-01T00:14:00…2025-01-01T00:21:00 1 renewal
            store: 5 week 2025-01-01T00:21:00…2025-01-01T00:28:00 1 renewal
            store: 6 week 2025-01-01T00:28:00…2025-01-01T00:35:00 1 renewal
            store: 7 month 2025-01-01T00:30:00…2025-01-01T01:00:00 2 renewal
            sdk: has month until 2025-01-01T01:00:00
            sdk: has week until 2025-01-01T00:35:00
            sdk: group month: subscribed month until 2025-01-01T01:00:00 renews for 2
            sdk: group week: subscribed week until 2025-01-01T00:35:00 renews for 1
            delegate: completed 4 week
            delegate: completed 5 week
            delegate: completed 6 week
            delegate: completed 7 month
            """
        ),
        StoreScenario(
            "At a month in an hour, periods and grace periods are as long as Apple's table says",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum/monthlyrenewaleveryhour",
            """
            > rate monthlyRenewalEveryHour
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-01T00:15:00 1
            sdk: has week until 2025-01-01T00:15:00
            sdk: group week: subscribed week until 2025-01-01T00:15:00 renews for 1
            delegate: completed 1 week
            > buy quarter
            answer: purchased 2
            store: 2 quarter 2025-01-01…2025-01-01T03:00:00 4
            sdk: has quarter until 2025-01-01T03:00:00
            sdk: group quarter: subscribed quarter until 2025-01-01T03:00:00 renews for 4
            delegate: completed 2 quarter
            > failing-renewals on
            > grace on
            > advance 900
            store: 1 week 2025-01-01…2025-01-01T00:15:00 1 issue
            sdk: has week until 2025-01-01T00:27:51 by grace
            sdk: group week: inGracePeriod week until 2025-01-01T00:27:51 renews for 1
            sdk: messages: billingIssue
            delegate: message billingIssue
            > failing-renewals off
            > resolve week
            store: 1 week 2025-01-01…2025-01-01T00:15:00 1
            store: 3 week 2025-01-01T00:15:00…2025-01-01T00:30:00 1 renewal
            sdk: has week until 2025-01-01T00:30:00
            sdk: group week: subscribed week until 2025-01-01T00:30:00 renews for 1
            delegate: completed 3 week
            > advance 9900
            store: 4 week 2025-01-01T00:30:00…2025-01-01T00:45:00 1 renewal
            store: 5 week 2025-01-01T00:45:00…2025-01-01T01:00:00 1 renewal
            store: 6 week 2025-01-01T01:00:00…2025-01-01T01:15:00 1 renewal
            store: 7 week 2025-01-01T01:15:00…2025-01-01T01:30:00 1 renewal
            store: 8 week 2025-01-01T01:30:00…2025-01-01T01:45:00 1 renewal
            store: 9 week 2025-01-01T01:45:00…2025-01-01T02:00:00 1 renewal
            store: 10 week 2025-01-01T02:00:00…2025-01-01T02:15:00 1 renewal
            store: 11 week 2025-01-01T02:15:00…2025-01-01T02:30:00 1 renewal
            store: 12 week 2025-01-01T02:30:00…2025-01-01T02:45:00 1 renewal
            store: 13 week 2025-01-01T02:45:00…2025-01-01T03:00:00 1 renewal
            store: 14 week 2025-01-01T03:00:00…2025-01-01T03:15:00 1 renewal
            store: 15 quarter 2025-01-01T03:00:00…2025-01-01T06:00:00 4 renewal
            sdk: has quarter until 2025-01-01T06:00:00
            sdk: has week until 2025-01-01T03:15:00
            sdk: group quarter: subscribed quarter until 2025-01-01T06:00:00 renews for 4
            sdk: group week: subscribed week until 2025-01-01T03:15:00 renews for 1
            delegate: completed 4 week
            delegate: completed 5 week
            delegate: completed 6 week
            delegate: completed 7 week
            delegate: completed 8 week
            delegate: completed 9 week
            delegate: completed 10 week
            delegate: completed 11 week
            delegate: completed 12 week
            delegate: completed 13 week
            delegate: completed 14 week
            delegate: completed 15 quarter
            """
        ),
        StoreScenario(
            "At a month in thirty minutes, periods and grace periods are as long as Apple's table says",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum/monthlyrenewaleverythirtyminutes",
            """
            > rate monthlyRenewalEveryThirtyMinutes
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-01T00:10:00 1
            sdk: has week until 2025-01-01T00:10:00
            sdk: group week: subscribed week until 2025-01-01T00:10:00 renews for 1
            delegate: completed 1 week
            > buy quarter
            answer: purchased 2
            store: 2 quarter 2025-01-01…2025-01-01T01:30:00 4
            sdk: has quarter until 2025-01-01T01:30:00
            sdk: group quarter: subscribed quarter until 2025-01-01T01:30:00 renews for 4
            delegate: completed 2 quarter
            > failing-renewals on
            > grace on
            > advance 600
            store: 1 week 2025-01-01…2025-01-01T00:10:00 1 issue
            sdk: has week until 2025-01-01T00:18:34 by grace
            sdk: group week: inGracePeriod week until 2025-01-01T00:18:34 renews for 1
            sdk: messages: billingIssue
            delegate: message billingIssue
            > failing-renewals off
            > resolve week
            store: 1 week 2025-01-01…2025-01-01T00:10:00 1
            store: 3 week 2025-01-01T00:10:00…2025-01-01T00:20:00 1 renewal
            sdk: has week until 2025-01-01T00:20:00
            sdk: group week: subscribed week until 2025-01-01T00:20:00 renews for 1
            delegate: completed 3 week
            > advance 4800
            store: 4 week 2025-01-01T00:20:00…2025-01-01T00:30:00 1 renewal
            store: 5 week 2025-01-01T00:30:00…2025-01-01T00:40:00 1 renewal
            store: 6 week 2025-01-01T00:40:00…2025-01-01T00:50:00 1 renewal
            store: 7 week 2025-01-01T00:50:00…2025-01-01T01:00:00 1 renewal
            store: 8 week 2025-01-01T01:00:00…2025-01-01T01:10:00 1 renewal
            store: 9 week 2025-01-01T01:10:00…2025-01-01T01:20:00 1 renewal
            store: 10 week 2025-01-01T01:20:00…2025-01-01T01:30:00 1 renewal
            store: 11 week 2025-01-01T01:30:00…2025-01-01T01:40:00 1 renewal
            store: 12 quarter 2025-01-01T01:30:00…2025-01-01T03:00:00 4 renewal
            sdk: has quarter until 2025-01-01T03:00:00
            sdk: has week until 2025-01-01T01:40:00
            sdk: group quarter: subscribed quarter until 2025-01-01T03:00:00 renews for 4
            sdk: group week: subscribed week until 2025-01-01T01:40:00 renews for 1
            delegate: completed 4 week
            delegate: completed 5 week
            delegate: completed 6 week
            delegate: completed 7 week
            delegate: completed 8 week
            delegate: completed 9 week
            delegate: completed 10 week
            delegate: completed 11 week
            delegate: completed 12 quarter
            """
        ),
        StoreScenario(
            "At a month in fifteen minutes, periods and grace periods are as long as Apple's table says",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum/monthlyrenewaleveryfifteenminutes",
            """
            > rate monthlyRenewalEveryFifteenMinutes
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-01T00:05:00 1
            sdk: has week until 2025-01-01T00:05:00
            sdk: group week: subscribed week until 2025-01-01T00:05:00 renews for 1
            delegate: completed 1 week
            > buy quarter
            answer: purchased 2
            store: 2 quarter 2025-01-01…2025-01-01T00:45:00 4
            sdk: has quarter until 2025-01-01T00:45:00
            sdk: group quarter: subscribed quarter until 2025-01-01T00:45:00 renews for 4
            delegate: completed 2 quarter
            > failing-renewals on
            > grace on
            > advance 300
            store: 1 week 2025-01-01…2025-01-01T00:05:00 1 issue
            sdk: has week until 2025-01-01T00:09:17 by grace
            sdk: group week: inGracePeriod week until 2025-01-01T00:09:17 renews for 1
            sdk: messages: billingIssue
            delegate: message billingIssue
            > failing-renewals off
            > resolve week
            store: 1 week 2025-01-01…2025-01-01T00:05:00 1
            store: 3 week 2025-01-01T00:05:00…2025-01-01T00:10:00 1 renewal
            sdk: has week until 2025-01-01T00:10:00
            sdk: group week: subscribed week until 2025-01-01T00:10:00 renews for 1
            delegate: completed 3 week
            > advance 2400
            store: 4 week 2025-01-01T00:10:00…2025-01-01T00:15:00 1 renewal
            store: 5 week 2025-01-01T00:15:00…2025-01-01T00:20:00 1 renewal
            store: 6 week 2025-01-01T00:20:00…2025-01-01T00:25:00 1 renewal
            store: 7 week 2025-01-01T00:25:00…2025-01-01T00:30:00 1 renewal
            store: 8 week 2025-01-01T00:30:00…2025-01-01T00:35:00 1 renewal
            store: 9 week 2025-01-01T00:35:00…2025-01-01T00:40:00 1 renewal
            store: 10 week 2025-01-01T00:40:00…2025-01-01T00:45:00 1 renewal
            store: 11 week 2025-01-01T00:45:00…2025-01-01T00:50:00 1 renewal
            store: 12 quarter 2025-01-01T00:45:00…2025-01-01T01:30:00 4 renewal
            sdk: has quarter until 2025-01-01T01:30:00
            sdk: has week until 2025-01-01T00:50:00
            sdk: group quarter: subscribed quarter until 2025-01-01T01:30:00 renews for 4
            sdk: group week: subscribed week until 2025-01-01T00:50:00 renews for 1
            delegate: completed 4 week
            delegate: completed 5 week
            delegate: completed 6 week
            delegate: completed 7 week
            delegate: completed 8 week
            delegate: completed 9 week
            delegate: completed 10 week
            delegate: completed 11 week
            delegate: completed 12 quarter
            """
        ),
        StoreScenario(
            "At a month in five minutes, periods and grace periods are as long as Apple's table says",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum/monthlyrenewaleveryfiveminutes",
            """
            > rate monthlyRenewalEveryFiveMinutes
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-01T00:03:00 1
            sdk: has week until 2025-01-01T00:03:00
            sdk: group week: subscribed week until 2025-01-01T00:03:00 renews for 1
            delegate: completed 1 week
            > buy quarter
            answer: purchased 2
            store: 2 quarter 2025-01-01…2025-01-01T00:15:00 4
            sdk: has quarter until 2025-01-01T00:15:00
            sdk: group quarter: subscribed quarter until 2025-01-01T00:15:00 renews for 4
            delegate: completed 2 quarter
            > failing-renewals on
            > grace on
            > advance 180
            store: 1 week 2025-01-01…2025-01-01T00:03:00 1 issue
            sdk: has week until 2025-01-01T00:05:34 by grace
            sdk: group week: inGracePeriod week until 2025-01-01T00:05:34 renews for 1
            sdk: messages: billingIssue
            delegate: message billingIssue
            > failing-renewals off
            > resolve week
            store: 1 week 2025-01-01…2025-01-01T00:03:00 1
            store: 3 week 2025-01-01T00:03:00…2025-01-01T00:06:00 1 renewal
            sdk: has week until 2025-01-01T00:06:00
            sdk: group week: subscribed week until 2025-01-01T00:06:00 renews for 1
            delegate: completed 3 week
            > advance 720
            store: 4 week 2025-01-01T00:06:00…2025-01-01T00:09:00 1 renewal
            store: 5 week 2025-01-01T00:09:00…2025-01-01T00:12:00 1 renewal
            store: 6 week 2025-01-01T00:12:00…2025-01-01T00:15:00 1 renewal
            store: 7 week 2025-01-01T00:15:00…2025-01-01T00:18:00 1 renewal
            store: 8 quarter 2025-01-01T00:15:00…2025-01-01T00:30:00 4 renewal
            sdk: has quarter until 2025-01-01T00:30:00
            sdk: has week until 2025-01-01T00:18:00
            sdk: group quarter: subscribed quarter until 2025-01-01T00:30:00 renews for 4
            sdk: group week: subscribed week until 2025-01-01T00:18:00 renews for 1
            delegate: completed 4 week
            delegate: completed 5 week
            delegate: completed 6 week
            delegate: completed 7 week
            delegate: completed 8 quarter
            """
        ),
        StoreScenario(
            "At a month in thirty seconds, periods and grace periods are as long as Apple's table says",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum/monthlyrenewaleverythirtyseconds",
            """
            > rate monthlyRenewalEveryThirtySeconds
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-01T00:00:10 1
            sdk: has week until 2025-01-01T00:00:10
            sdk: group week: subscribed week until 2025-01-01T00:00:10 renews for 1
            delegate: completed 1 week
            > buy quarter
            answer: purchased 2
            store: 2 quarter 2025-01-01…2025-01-01T00:01:30 4
            sdk: has quarter until 2025-01-01T00:01:30
            sdk: group quarter: subscribed quarter until 2025-01-01T00:01:30 renews for 4
            delegate: completed 2 quarter
            > failing-renewals on
            > grace on
            > advance 10
            store: 1 week 2025-01-01…2025-01-01T00:00:10 1 issue
            sdk: has week until 2025-01-01T00:00:19 by grace
            sdk: group week: inGracePeriod week until 2025-01-01T00:00:19 renews for 1
            sdk: messages: billingIssue
            delegate: message billingIssue
            > failing-renewals off
            > resolve week
            store: 1 week 2025-01-01…2025-01-01T00:00:10 1
            store: 3 week 2025-01-01T00:00:10…2025-01-01T00:00:20 1 renewal
            sdk: has week until 2025-01-01T00:00:20
            sdk: group week: subscribed week until 2025-01-01T00:00:20 renews for 1
            delegate: completed 3 week
            > advance 80
            store: 4 week 2025-01-01T00:00:20…2025-01-01T00:00:30 1 renewal
            store: 5 week 2025-01-01T00:00:30…2025-01-01T00:00:40 1 renewal
            store: 6 week 2025-01-01T00:00:40…2025-01-01T00:00:50 1 renewal
            store: 7 week 2025-01-01T00:00:50…2025-01-01T00:01:00 1 renewal
            store: 8 week 2025-01-01T00:01:00…2025-01-01T00:01:10 1 renewal
            store: 9 week 2025-01-01T00:01:10…2025-01-01T00:01:20 1 renewal
            store: 10 week 2025-01-01T00:01:20…2025-01-01T00:01:30 1 renewal
            store: 11 week 2025-01-01T00:01:30…2025-01-01T00:01:40 1 renewal
            store: 12 quarter 2025-01-01T00:01:30…2025-01-01T00:03:00 4 renewal
            sdk: has quarter until 2025-01-01T00:03:00
            sdk: has week until 2025-01-01T00:01:40
            sdk: group quarter: subscribed quarter until 2025-01-01T00:03:00 renews for 4
            sdk: group week: subscribed week until 2025-01-01T00:01:40 renews for 1
            delegate: completed 4 week
            delegate: completed 5 week
            delegate: completed 6 week
            delegate: completed 7 week
            delegate: completed 8 week
            delegate: completed 9 week
            delegate: completed 10 week
            delegate: completed 11 week
            delegate: completed 12 quarter
            """
        ),
        StoreScenario(
            "At one renewal in fifteen minutes, every plan takes that long, its grace period too, and retry twice",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum/onerenewaleveryfifteenminutes",
            """
            > rate oneRenewalEveryFifteenMinutes
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-01T00:15:00 1
            sdk: has week until 2025-01-01T00:15:00
            sdk: group week: subscribed week until 2025-01-01T00:15:00 renews for 1
            delegate: completed 1 week
            > buy year
            answer: purchased 2
            store: 2 year 2025-01-01…2025-01-01T00:15:00 6
            sdk: has year until 2025-01-01T00:15:00
            sdk: group year: subscribed year until 2025-01-01T00:15:00 renews for 6
            delegate: completed 2 year
            > advance 900
            store: 3 week 2025-01-01T00:15:00…2025-01-01T00:30:00 1 renewal
            store: 4 year 2025-01-01T00:15:00…2025-01-01T00:30:00 6 renewal
            sdk: has week until 2025-01-01T00:30:00
            sdk: has year until 2025-01-01T00:30:00
            sdk: group week: subscribed week until 2025-01-01T00:30:00 renews for 1
            sdk: group year: subscribed year until 2025-01-01T00:30:00 renews for 6
            delegate: completed 3 week
            delegate: completed 4 year
            > failing-renewals on
            > grace on
            > advance 900
            store: 3 week 2025-01-01T00:15:00…2025-01-01T00:30:00 1 renewal issue
            store: 4 year 2025-01-01T00:15:00…2025-01-01T00:30:00 6 renewal issue
            sdk: has week until 2025-01-01T00:45:00 by grace
            sdk: has year until 2025-01-01T00:45:00 by grace
            sdk: group week: inGracePeriod week until 2025-01-01T00:45:00 renews for 1
            sdk: group year: inGracePeriod year until 2025-01-01T00:45:00 renews for 6
            sdk: messages: billingIssue, billingIssue
            delegate: message billingIssue
            delegate: message billingIssue
            > advance 900
            sdk: group week: inBillingRetryPeriod week since 2025-01-01T00:30:00 (billingError) renews for 1
            sdk: group year: inBillingRetryPeriod year since 2025-01-01T00:30:00 (billingError) renews for 6
            sdk: not any more: has week
            sdk: not any more: has year
            > advance 900
            store: 3 week 2025-01-01T00:15:00…2025-01-01T00:30:00 1 renewal
            store: 4 year 2025-01-01T00:15:00…2025-01-01T00:30:00 6 renewal
            sdk: group week: expired week since 2025-01-01T00:30:00 (billingError)
            sdk: group year: expired year since 2025-01-01T00:30:00 (billingError)
            """
        ),
        StoreScenario(
            "At one renewal in five minutes, every plan takes that long, its grace period too, and retry twice",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum/onerenewaleveryfiveminutes",
            """
            > rate oneRenewalEveryFiveMinutes
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-01T00:05:00 1
            sdk: has week until 2025-01-01T00:05:00
            sdk: group week: subscribed week until 2025-01-01T00:05:00 renews for 1
            delegate: completed 1 week
            > buy year
            answer: purchased 2
            store: 2 year 2025-01-01…2025-01-01T00:05:00 6
            sdk: has year until 2025-01-01T00:05:00
            sdk: group year: subscribed year until 2025-01-01T00:05:00 renews for 6
            delegate: completed 2 year
            > advance 300
            store: 3 week 2025-01-01T00:05:00…2025-01-01T00:10:00 1 renewal
            store: 4 year 2025-01-01T00:05:00…2025-01-01T00:10:00 6 renewal
            sdk: has week until 2025-01-01T00:10:00
            sdk: has year until 2025-01-01T00:10:00
            sdk: group week: subscribed week until 2025-01-01T00:10:00 renews for 1
            sdk: group year: subscribed year until 2025-01-01T00:10:00 renews for 6
            delegate: completed 3 week
            delegate: completed 4 year
            > failing-renewals on
            > grace on
            > advance 300
            store: 3 week 2025-01-01T00:05:00…2025-01-01T00:10:00 1 renewal issue
            store: 4 year 2025-01-01T00:05:00…2025-01-01T00:10:00 6 renewal issue
            sdk: has week until 2025-01-01T00:15:00 by grace
            sdk: has year until 2025-01-01T00:15:00 by grace
            sdk: group week: inGracePeriod week until 2025-01-01T00:15:00 renews for 1
            sdk: group year: inGracePeriod year until 2025-01-01T00:15:00 renews for 6
            sdk: messages: billingIssue, billingIssue
            delegate: message billingIssue
            delegate: message billingIssue
            > advance 300
            sdk: group week: inBillingRetryPeriod week since 2025-01-01T00:10:00 (billingError) renews for 1
            sdk: group year: inBillingRetryPeriod year since 2025-01-01T00:10:00 (billingError) renews for 6
            sdk: not any more: has week
            sdk: not any more: has year
            > advance 300
            store: 3 week 2025-01-01T00:05:00…2025-01-01T00:10:00 1 renewal
            store: 4 year 2025-01-01T00:05:00…2025-01-01T00:10:00 6 renewal
            sdk: group week: expired week since 2025-01-01T00:10:00 (billingError)
            sdk: group year: expired year since 2025-01-01T00:10:00 (billingError)
            """
        ),
        StoreScenario(
            "At one renewal in a minute, every plan takes that long, its grace period too, and retry twice",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum/onerenewaleveryminute",
            """
            > rate oneRenewalEveryMinute
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-01T00:01:00 1
            sdk: has week until 2025-01-01T00:01:00
            sdk: group week: subscribed week until 2025-01-01T00:01:00 renews for 1
            delegate: completed 1 week
            > buy year
            answer: purchased 2
            store: 2 year 2025-01-01…2025-01-01T00:01:00 6
            sdk: has year until 2025-01-01T00:01:00
            sdk: group year: subscribed year until 2025-01-01T00:01:00 renews for 6
            delegate: completed 2 year
            > advance 60
            store: 3 week 2025-01-01T00:01:00…2025-01-01T00:02:00 1 renewal
            store: 4 year 2025-01-01T00:01:00…2025-01-01T00:02:00 6 renewal
            sdk: has week until 2025-01-01T00:02:00
            sdk: has year until 2025-01-01T00:02:00
            sdk: group week: subscribed week until 2025-01-01T00:02:00 renews for 1
            sdk: group year: subscribed year until 2025-01-01T00:02:00 renews for 6
            delegate: completed 3 week
            delegate: completed 4 year
            > failing-renewals on
            > grace on
            > advance 60
            store: 3 week 2025-01-01T00:01:00…2025-01-01T00:02:00 1 renewal issue
            store: 4 year 2025-01-01T00:01:00…2025-01-01T00:02:00 6 renewal issue
            sdk: has week until 2025-01-01T00:03:00 by grace
            sdk: has year until 2025-01-01T00:03:00 by grace
            sdk: group week: inGracePeriod week until 2025-01-01T00:03:00 renews for 1
            sdk: group year: inGracePeriod year until 2025-01-01T00:03:00 renews for 6
            sdk: messages: billingIssue, billingIssue
            delegate: message billingIssue
            delegate: message billingIssue
            > advance 60
            sdk: group week: inBillingRetryPeriod week since 2025-01-01T00:02:00 (billingError) renews for 1
            sdk: group year: inBillingRetryPeriod year since 2025-01-01T00:02:00 (billingError) renews for 6
            sdk: not any more: has week
            sdk: not any more: has year
            > advance 60
            store: 3 week 2025-01-01T00:01:00…2025-01-01T00:02:00 1 renewal
            store: 4 year 2025-01-01T00:01:00…2025-01-01T00:02:00 6 renewal
            sdk: group week: expired week since 2025-01-01T00:02:00 (billingError)
            sdk: group year: expired year since 2025-01-01T00:02:00 (billingError)
            """
        ),
        StoreScenario(
            "At one renewal in thirty seconds, every plan takes that long, its grace period too, and retry twice",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum/onerenewaleverythirtyseconds",
            """
            > rate oneRenewalEveryThirtySeconds
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-01T00:00:30 1
            sdk: has week until 2025-01-01T00:00:30
            sdk: group week: subscribed week until 2025-01-01T00:00:30 renews for 1
            delegate: completed 1 week
            > buy year
            answer: purchased 2
            store: 2 year 2025-01-01…2025-01-01T00:00:30 6
            sdk: has year until 2025-01-01T00:00:30
            sdk: group year: subscribed year until 2025-01-01T00:00:30 renews for 6
            delegate: completed 2 year
            > advance 30
            store: 3 week 2025-01-01T00:00:30…2025-01-01T00:01:00 1 renewal
            store: 4 year 2025-01-01T00:00:30…2025-01-01T00:01:00 6 renewal
            sdk: has week until 2025-01-01T00:01:00
            sdk: has year until 2025-01-01T00:01:00
            sdk: group week: subscribed week until 2025-01-01T00:01:00 renews for 1
            sdk: group year: subscribed year until 2025-01-01T00:01:00 renews for 6
            delegate: completed 3 week
            delegate: completed 4 year
            > failing-renewals on
            > grace on
            > advance 30
            store: 3 week 2025-01-01T00:00:30…2025-01-01T00:01:00 1 renewal issue
            store: 4 year 2025-01-01T00:00:30…2025-01-01T00:01:00 6 renewal issue
            sdk: has week until 2025-01-01T00:01:30 by grace
            sdk: has year until 2025-01-01T00:01:30 by grace
            sdk: group week: inGracePeriod week until 2025-01-01T00:01:30 renews for 1
            sdk: group year: inGracePeriod year until 2025-01-01T00:01:30 renews for 6
            sdk: messages: billingIssue, billingIssue
            delegate: message billingIssue
            delegate: message billingIssue
            > advance 30
            sdk: group week: inBillingRetryPeriod week since 2025-01-01T00:01:00 (billingError) renews for 1
            sdk: group year: inBillingRetryPeriod year since 2025-01-01T00:01:00 (billingError) renews for 6
            sdk: not any more: has week
            sdk: not any more: has year
            > advance 30
            store: 3 week 2025-01-01T00:00:30…2025-01-01T00:01:00 1 renewal
            store: 4 year 2025-01-01T00:00:30…2025-01-01T00:01:00 6 renewal
            sdk: group week: expired week since 2025-01-01T00:01:00 (billingError)
            sdk: group year: expired year since 2025-01-01T00:01:00 (billingError)
            """
        ),
        StoreScenario(
            "At one renewal in ten seconds, every plan takes that long, its grace period too, and retry twice",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum/onerenewaleverytenseconds",
            """
            > rate oneRenewalEveryTenSeconds
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-01T00:00:10 1
            sdk: has week until 2025-01-01T00:00:10
            sdk: group week: subscribed week until 2025-01-01T00:00:10 renews for 1
            delegate: completed 1 week
            > buy year
            answer: purchased 2
            store: 2 year 2025-01-01…2025-01-01T00:00:10 6
            sdk: has year until 2025-01-01T00:00:10
            sdk: group year: subscribed year until 2025-01-01T00:00:10 renews for 6
            delegate: completed 2 year
            > advance 10
            store: 3 week 2025-01-01T00:00:10…2025-01-01T00:00:20 1 renewal
            store: 4 year 2025-01-01T00:00:10…2025-01-01T00:00:20 6 renewal
            sdk: has week until 2025-01-01T00:00:20
            sdk: has year until 2025-01-01T00:00:20
            sdk: group week: subscribed week until 2025-01-01T00:00:20 renews for 1
            sdk: group year: subscribed year until 2025-01-01T00:00:20 renews for 6
            delegate: completed 3 week
            delegate: completed 4 year
            > failing-renewals on
            > grace on
            > advance 10
            store: 3 week 2025-01-01T00:00:10…2025-01-01T00:00:20 1 renewal issue
            store: 4 year 2025-01-01T00:00:10…2025-01-01T00:00:20 6 renewal issue
            sdk: has week until 2025-01-01T00:00:30 by grace
            sdk: has year until 2025-01-01T00:00:30 by grace
            sdk: group week: inGracePeriod week until 2025-01-01T00:00:30 renews for 1
            sdk: group year: inGracePeriod year until 2025-01-01T00:00:30 renews for 6
            sdk: messages: billingIssue, billingIssue
            delegate: message billingIssue
            delegate: message billingIssue
            > advance 10
            sdk: group week: inBillingRetryPeriod week since 2025-01-01T00:00:20 (billingError) renews for 1
            sdk: group year: inBillingRetryPeriod year since 2025-01-01T00:00:20 (billingError) renews for 6
            sdk: not any more: has week
            sdk: not any more: has year
            > advance 10
            store: 3 week 2025-01-01T00:00:10…2025-01-01T00:00:20 1 renewal
            store: 4 year 2025-01-01T00:00:10…2025-01-01T00:00:20 6 renewal
            sdk: group week: expired week since 2025-01-01T00:00:20 (billingError)
            sdk: group year: expired year since 2025-01-01T00:00:20 (billingError)
            """
        ),
        StoreScenario(
            "At one renewal in two seconds, every plan takes that long, its grace period too, and retry twice",
            apple: "documentation/storekittest/sktestsession/timerate-swift.enum/onerenewaleverytwoseconds",
            """
            > rate oneRenewalEveryTwoSeconds
            > buy week
            answer: purchased 1
            store: 1 week 2025-01-01…2025-01-01T00:00:02 1
            sdk: has week until 2025-01-01T00:00:02
            sdk: group week: subscribed week until 2025-01-01T00:00:02 renews for 1
            delegate: completed 1 week
            > buy year
            answer: purchased 2
            store: 2 year 2025-01-01…2025-01-01T00:00:02 6
            sdk: has year until 2025-01-01T00:00:02
            sdk: group year: subscribed year until 2025-01-01T00:00:02 renews for 6
            delegate: completed 2 year
            > advance 2
            store: 3 week 2025-01-01T00:00:02…2025-01-01T00:00:04 1 renewal
            store: 4 year 2025-01-01T00:00:02…2025-01-01T00:00:04 6 renewal
            sdk: has week until 2025-01-01T00:00:04
            sdk: has year until 2025-01-01T00:00:04
            sdk: group week: subscribed week until 2025-01-01T00:00:04 renews for 1
            sdk: group year: subscribed year until 2025-01-01T00:00:04 renews for 6
            delegate: completed 3 week
            delegate: completed 4 year
            > failing-renewals on
            > grace on
            > advance 2
            store: 3 week 2025-01-01T00:00:02…2025-01-01T00:00:04 1 renewal issue
            store: 4 year 2025-01-01T00:00:02…2025-01-01T00:00:04 6 renewal issue
            sdk: has week until 2025-01-01T00:00:06 by grace
            sdk: has year until 2025-01-01T00:00:06 by grace
            sdk: group week: inGracePeriod week until 2025-01-01T00:00:06 renews for 1
            sdk: group year: inGracePeriod year until 2025-01-01T00:00:06 renews for 6
            sdk: messages: billingIssue, billingIssue
            delegate: message billingIssue
            delegate: message billingIssue
            > advance 2
            sdk: group week: inBillingRetryPeriod week since 2025-01-01T00:00:04 (billingError) renews for 1
            sdk: group year: inBillingRetryPeriod year since 2025-01-01T00:00:04 (billingError) renews for 6
            sdk: not any more: has week
            sdk: not any more: has year
            > advance 2
            store: 3 week 2025-01-01T00:00:02…2025-01-01T00:00:04 1 renewal
            store: 4 year 2025-01-01T00:00:02…2025-01-01T00:00:04 6 renewal
            sdk: group week: expired week since 2025-01-01T00:00:04 (billingError)
            sdk: group year: expired year since 2025-01-01T00:00:04 (billingError)
            """
        ),
    ]
}
