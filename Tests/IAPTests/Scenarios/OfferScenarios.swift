extension StoreScenario {
    static let offers: [StoreScenario] = [
        StoreScenario(
            "An introductory free trial comes by itself, costs nothing, and the normal price follows",
            apple: "documentation/storekit/implementing-introductory-offers-in-your-app",
            """
            > offers trial
            answer: eligible for introductory; gets introductory freeTrial
            > buy trial
            answer: purchased 1
            store: 1 trial 2025-01-01…2025-01-08 0 introductory
            sdk: has trial until 2025-01-08
            sdk: group trial: subscribed trial until 2025-01-08 renews for 3.99
            delegate: completed 1 trial
            > offers trial
            answer: eligible for nothing; gets none
            > advance P1W
            store: 2 trial 2025-01-08…2025-02-08 3.99 renewal
            sdk: has trial until 2025-02-08
            sdk: group trial: subscribed trial until 2025-02-08 renews for 3.99
            delegate: completed 2 trial
            > advance P1M
            store: 3 trial 2025-02-08…2025-03-08 3.99 renewal
            sdk: has trial until 2025-03-08
            sdk: group trial: subscribed trial until 2025-03-08 renews for 3.99
            delegate: completed 3 trial
            """
        ),
        StoreScenario(
            "An introductory offer that is paid as one goes is charged each of its periods",
            apple: "documentation/appstoreserverapi/offerdiscounttype",
            """
            > offers steps
            answer: eligible for introductory; gets introductory payAsYouGo
            > buy steps
            answer: purchased 1
            store: 1 steps 2025-01-01…2025-02-01 1 introductory
            sdk: has steps until 2025-02-01
            sdk: group steps: subscribed steps until 2025-02-01 renews for 1 introductory
            delegate: completed 1 steps
            > advance P1M
            store: 2 steps 2025-02-01…2025-03-01 1 renewal introductory
            sdk: has steps until 2025-03-01
            sdk: group steps: subscribed steps until 2025-03-01 renews for 3.99
            delegate: completed 2 steps
            > advance P1M
            store: 3 steps 2025-03-01…2025-04-01 3.99 renewal
            sdk: has steps until 2025-04-01
            sdk: group steps: subscribed steps until 2025-04-01 renews for 3.99
            delegate: completed 3 steps
            """
        ),
        StoreScenario(
            "An introductory offer that is paid up front is one longer period",
            apple: "documentation/appstoreserverapi/offerdiscounttype",
            """
            > offers advance
            answer: eligible for introductory; gets introductory payUpFront
            > buy advance
            answer: purchased 1
            store: 1 advance 2025-01-01…2025-04-01 5 introductory
            sdk: has advance until 2025-04-01
            sdk: group advance: subscribed advance until 2025-04-01 renews for 3.99
            delegate: completed 1 advance
            > advance P3M
            store: 2 advance 2025-04-01…2025-05-01 3.99 renewal
            sdk: has advance until 2025-05-01
            sdk: group advance: subscribed advance until 2025-05-01 renews for 3.99
            delegate: completed 2 advance
            """
        ),
        StoreScenario(
            "One introductory offer a customer and group, whichever product had it",
            apple: "documentation/storekit/implementing-introductory-offers-in-your-app",
            """
            > buy trial
            answer: purchased 1
            store: 1 trial 2025-01-01…2025-01-08 0 introductory
            sdk: has trial until 2025-01-08
            sdk: group trial: subscribed trial until 2025-01-08 renews for 3.99
            delegate: completed 1 trial
            > buy trial_plus
            answer: purchased 2
            store: 1 trial 2025-01-01…2025-01-08 0 introductory upgraded
            store: 2 trial_plus 2025-01-01…2025-02-01 5.99
            sdk: has trial_plus until 2025-02-01
            sdk: group trial: subscribed trial_plus until 2025-02-01 renews for 5.99
            sdk: not any more: has trial
            delegate: changed 1 trial
            delegate: completed 2 trial_plus
            > offers trial_plus
            answer: eligible for nothing; gets none
            > advance P1M
            store: 3 trial_plus 2025-02-01…2025-03-01 5.99 renewal
            sdk: has trial_plus until 2025-03-01
            sdk: group trial: subscribed trial_plus until 2025-03-01 renews for 5.99
            delegate: completed 3 trial_plus
            """
        ),
        StoreScenario(
            "Who subscribed without an introductory offer may still have one of the group",
            apple: "documentation/storekit/implementing-introductory-offers-in-your-app",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > offers month
            answer: eligible for introductory; gets none
            > offers trial
            answer: eligible for introductory; gets introductory freeTrial
            > buy trial
            answer: purchased 2
            store: 2 trial 2025-01-01…2025-01-08 0 introductory
            sdk: has trial until 2025-01-08
            sdk: group trial: subscribed trial until 2025-01-08 renews for 3.99
            delegate: completed 2 trial
            > expire trial
            store: 2 trial 2025-01-01…2025-01-01 0 introductory
            sdk: group trial: expired trial since 2025-01-01 (autoRenewDisabled)
            sdk: not any more: has trial
            delegate: changed 2 trial
            > offers trial
            answer: eligible for nothing; gets none
            > buy trial
            answer: purchased 3
            store: 3 trial 2025-01-01…2025-02-01 3.99
            sdk: has trial until 2025-02-01
            sdk: group trial: subscribed trial until 2025-02-01 renews for 3.99
            delegate: completed 3 trial
            """
        ),
        StoreScenario(
            "A trial that is cancelled lasts to its end, and nothing is charged",
            apple: "documentation/storekit/implementing-introductory-offers-in-your-app",
            """
            > buy trial
            answer: purchased 1
            store: 1 trial 2025-01-01…2025-01-08 0 introductory
            sdk: has trial until 2025-01-08
            sdk: group trial: subscribed trial until 2025-01-08 renews for 3.99
            delegate: completed 1 trial
            > cancel trial
            sdk: group trial: subscribed trial until 2025-01-08 ends
            > advance P1W
            sdk: group trial: expired trial since 2025-01-08 (autoRenewDisabled)
            sdk: not any more: has trial
            """
        ),
        StoreScenario(
            "Deleting the transactions makes the customer new to the group in the store; the ledger remembers",
            apple: "documentation/xcode/testing-in-app-purchases-with-storekit-transaction-manager-in-code",
            """
            > buy trial
            answer: purchased 1
            store: 1 trial 2025-01-01…2025-01-08 0 introductory
            sdk: has trial until 2025-01-08
            sdk: group trial: subscribed trial until 2025-01-08 renews for 3.99
            delegate: completed 1 trial
            > delete trial
            store: 1 is gone
            > buy trial
            answer: purchased 2
            store: 2 trial 2025-01-01…2025-01-08 0 introductory
            sdk: group trial, number 2: subscribed trial until 2025-01-08 renews for 3.99
            delegate: completed 2 trial
            > reinstall
            sdk: not any more: group trial
            sdk: not any more: group trial, number 2
            sdk: not any more: has trial
            > synchronize
            answer: 1 owned, 0 asked to sign in
            sdk: has trial until 2025-01-08
            sdk: group trial: subscribed trial until 2025-01-08 renews for 3.99
            delegate: restored 2 trial
            > offers trial
            answer: eligible for nothing; gets none
            """
        ),
        StoreScenario(
            "A promotional offer is not for who never subscribed",
            apple: "documentation/storekit/implementing-promotional-offers-in-your-app",
            """
            > buy gold promotional promo-half
            answer: throws ineligibleForOffer
            delegate: rejected gold: ineligibleForOffer
            > offers gold
            answer: eligible for introductory; gets none
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            """
        ),
        StoreScenario(
            "A promotional free period for a lapsed subscriber",
            apple: "documentation/storekit/implementing-promotional-offers-in-your-app",
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
            > buy gold promotional promo-free
            answer: purchased 2
            store: 2 gold 2025-01-01…2025-02-01 0 promotional promo-free
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
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
            "A promotional price for two months for a lapsed subscriber",
            apple: "documentation/storekit/implementing-promotional-offers-in-your-app",
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
            > buy gold promotional promo-half
            answer: purchased 2
            store: 2 gold 2025-01-01…2025-02-01 5 promotional promo-half
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 5 promotional promo-half
            delegate: completed 2 gold
            > advance P1M
            store: 3 gold 2025-02-01…2025-03-01 5 renewal promotional promo-half
            sdk: has gold until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed gold until 2025-03-01 renews for 9.99
            delegate: completed 3 gold
            > advance P1M
            store: 4 gold 2025-03-01…2025-04-01 9.99 renewal
            sdk: has gold until 2025-04-01
            sdk: entitled to films until 2025-04-01
            sdk: group plans: subscribed gold until 2025-04-01 renews for 9.99
            delegate: completed 4 gold
            """
        ),
        StoreScenario(
            "A promotional quarter paid up front for a lapsed subscriber",
            apple: "documentation/storekit/implementing-promotional-offers-in-your-app",
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
            > buy gold promotional promo-quarter
            answer: purchased 2
            store: 2 gold 2025-01-01…2025-04-01 20 promotional promo-quarter
            sdk: has gold until 2025-04-01
            sdk: entitled to films until 2025-04-01
            sdk: group plans: subscribed gold until 2025-04-01 renews for 9.99
            delegate: completed 2 gold
            > advance P3M
            store: 3 gold 2025-04-01…2025-05-01 9.99 renewal
            sdk: has gold until 2025-05-01
            sdk: entitled to films until 2025-05-01
            sdk: group plans: subscribed gold until 2025-05-01 renews for 9.99
            delegate: completed 3 gold
            """
        ),
        StoreScenario(
            "On the running plan a promotional offer begins with the next period",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > buy gold promotional promo-half
            answer: purchased 1
            sdk: group plans: subscribed gold until 2025-02-01 renews for 5 promotional promo-half
            delegate: completed 1 gold
            > advance P1M
            store: 2 gold 2025-02-01…2025-03-01 5 renewal promotional promo-half
            sdk: has gold until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed gold until 2025-03-01 renews for 5 promotional promo-half
            delegate: completed 2 gold
            > advance P2M
            store: 3 gold 2025-03-01…2025-04-01 5 renewal promotional promo-half
            store: 4 gold 2025-04-01…2025-05-01 9.99 renewal
            sdk: has gold until 2025-05-01
            sdk: entitled to films until 2025-05-01
            sdk: group plans: subscribed gold until 2025-05-01 renews for 9.99
            delegate: completed 3 gold
            delegate: completed 4 gold
            """
        ),
        StoreScenario(
            "A promotional offer with an upgrade begins at once",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > advance P3D
            > buy gold promotional promo-half
            answer: purchased 2
            store: 1 silver 2025-01-01…2025-02-01 4.99 upgraded refunded 4.51
            store: 2 gold 2025-01-04…2025-02-04 5 promotional promo-half
            sdk: has gold until 2025-02-04
            sdk: entitled to films until 2025-02-04
            sdk: group plans: subscribed gold until 2025-02-04 renews for 5 promotional promo-half
            sdk: not any more: has silver
            delegate: changed 1 silver
            delegate: completed 2 gold
            """
        ),
        StoreScenario(
            "A promotional offer without its whole signature, or that does not exist, is refused",
            apple: "documentation/storekit/product/purchaseerror",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > buy gold unsigned promo-half
            answer: throws missingOfferParams
            delegate: rejected gold: missingOfferParams
            > buy gold promotional nothing
            answer: throws invalidOfferIdentifier
            delegate: rejected gold: invalidOfferIdentifier
            """
        ),
        StoreScenario(
            "A code for new customers is for new customers alone",
            apple: "help/app-store-connect/manage-subscriptions/set-up-offer-codes",
            """
            > redeem code-new
            store: 1 gold 2025-01-01…2025-04-01 20 code code-new
            sdk: has gold until 2025-04-01
            sdk: entitled to films until 2025-04-01
            sdk: group plans: subscribed gold until 2025-04-01 renews for 9.99
            delegate: completed 1 gold
            > redeem code-free
            sdk: group plans: subscribed gold until 2025-04-01 renews for 0 code code-free
            > expire gold
            store: 1 gold 2025-01-01…2025-01-01 20 code code-new
            sdk: group plans: expired gold since 2025-01-01 (autoRenewDisabled) win-back back-half
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: changed 1 gold
            delegate: message winBackOffer
            > redeem code-new
            answer: throws ineligibleForOffer
            """
        ),
        StoreScenario(
            "A code for lapsed customers is not for new ones",
            apple: "help/app-store-connect/manage-subscriptions/set-up-offer-codes",
            """
            > redeem code-expired
            answer: throws ineligibleForOffer
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > redeem code-expired
            answer: throws ineligibleForOffer
            > expire silver
            store: 1 silver 2025-01-01…2025-01-01 4.99
            sdk: group plans: expired silver since 2025-01-01 (autoRenewDisabled) win-back silver-back
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has silver
            delegate: changed 1 silver
            delegate: message winBackOffer
            > redeem code-expired
            store: 2 gold 2025-01-01…2025-04-01 20 code code-expired
            sdk: has gold until 2025-04-01
            sdk: entitled to films until 2025-04-01
            sdk: group plans: subscribed gold until 2025-04-01 renews for 9.99
            delegate: completed 2 gold
            > advance P3M
            store: 3 gold 2025-04-01…2025-05-01 9.99 renewal
            sdk: has gold until 2025-05-01
            sdk: entitled to films until 2025-05-01
            sdk: group plans: subscribed gold until 2025-05-01 renews for 9.99
            delegate: completed 3 gold
            """
        ),
        StoreScenario(
            "A code's free period comes as an update, with the offer's reference name",
            apple: "documentation/appstoreserverapi/offertype",
            """
            > redeem code-free
            store: 1 gold 2025-01-01…2025-02-01 0 code code-free
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > advance P1M
            store: 2 gold 2025-02-01…2025-03-01 9.99 renewal
            sdk: has gold until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed gold until 2025-03-01 renews for 9.99
            delegate: completed 2 gold
            > redeem code-free
            answer: throws ineligibleForOffer
            """
        ),
        StoreScenario(
            "A code entered on the store's sheet buys; a customer without one gets an error",
            apple: "documentation/storekit/skpaymentqueue/presentcoderedemptionsheet()",
            """
            > show code
            answer: throws invalidOfferIdentifier
            > show code code-half
            answer: completed
            store: 1 gold 2025-01-01…2025-02-01 5 code code-half
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 5 code code-half
            delegate: completed 1 gold
            > advance P1M
            store: 2 gold 2025-02-01…2025-03-01 5 renewal code code-half
            sdk: has gold until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed gold until 2025-03-01 renews for 9.99
            delegate: completed 2 gold
            > advance P1M
            store: 3 gold 2025-03-01…2025-04-01 9.99 renewal
            sdk: has gold until 2025-04-01
            sdk: entitled to films until 2025-04-01
            sdk: group plans: subscribed gold until 2025-04-01 renews for 9.99
            delegate: completed 3 gold
            """
        ),
        StoreScenario(
            "A code sheet that the customer leaves buys nothing, and a simulated error of it is thrown",
            apple: "documentation/storekittest/failablestorekitapi/offercoderedeem",
            """
            > page cancelled
            > show code code-free
            answer: cancelled
            > page completed
            > error Offer Code Redeem Sheet networkError
            > show code code-free
            answer: throws networkError
            > error Offer Code Redeem Sheet off
            > show code code-free
            answer: completed
            store: 1 gold 2025-01-01…2025-02-01 0 code code-free
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            """
        ),
        StoreScenario(
            "A win-back offer is for who let the subscription expire, and not before",
            apple: "documentation/storekit/supporting-win-back-offers-in-your-app",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > offers gold
            answer: eligible for introductory; gets none
            > cancel gold
            sdk: group plans: subscribed gold until 2025-02-01 ends
            > buy gold win-back back-half
            answer: throws ineligibleForOffer
            delegate: rejected gold: ineligibleForOffer
            > advance P1M
            sdk: group plans: expired gold since 2025-02-01 (autoRenewDisabled) win-back back-half
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: message winBackOffer
            > offers gold
            answer: eligible for introductory, back-half, back-free, back-quarter; gets winBack payAsYouGo
            > buy gold win-back back-half
            answer: purchased 2
            store: 2 gold 2025-02-01…2025-03-01 4 winBack back-half
            sdk: has gold until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed gold until 2025-03-01 renews for 4 winBack back-half
            delegate: completed 2 gold
            > advance P1M
            store: 3 gold 2025-03-01…2025-04-01 4 renewal winBack back-half
            sdk: has gold until 2025-04-01
            sdk: entitled to films until 2025-04-01
            sdk: group plans: subscribed gold until 2025-04-01 renews for 9.99
            delegate: completed 3 gold
            > advance P1M
            store: 4 gold 2025-04-01…2025-05-01 9.99 renewal
            sdk: has gold until 2025-05-01
            sdk: entitled to films until 2025-05-01
            sdk: group plans: subscribed gold until 2025-05-01 renews for 9.99
            delegate: completed 4 gold
            """
        ),
        StoreScenario(
            "A win-back free month",
            apple: "documentation/storekit/supporting-win-back-offers-in-your-app",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > expire gold
            store: 1 gold 2025-01-01…2025-01-01 9.99
            sdk: group plans: expired gold since 2025-01-01 (autoRenewDisabled) win-back back-half
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: changed 1 gold
            delegate: message winBackOffer
            > buy gold win-back back-free
            answer: purchased 2
            store: 2 gold 2025-01-01…2025-02-01 0 winBack back-free
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
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
            "A win-back quarter paid up front",
            apple: "documentation/storekit/supporting-win-back-offers-in-your-app",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > expire gold
            store: 1 gold 2025-01-01…2025-01-01 9.99
            sdk: group plans: expired gold since 2025-01-01 (autoRenewDisabled) win-back back-half
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: changed 1 gold
            delegate: message winBackOffer
            > buy gold win-back back-quarter
            answer: purchased 2
            store: 2 gold 2025-01-01…2025-04-01 18 winBack back-quarter
            sdk: has gold until 2025-04-01
            sdk: entitled to films until 2025-04-01
            sdk: group plans: subscribed gold until 2025-04-01 renews for 9.99
            delegate: completed 2 gold
            > advance P3M
            store: 3 gold 2025-04-01…2025-05-01 9.99 renewal
            sdk: has gold until 2025-05-01
            sdk: entitled to films until 2025-05-01
            sdk: group plans: subscribed gold until 2025-05-01 renews for 9.99
            delegate: completed 3 gold
            """
        ),
        StoreScenario(
            "A win-back offer that is switched off is for no customer",
            apple: "documentation/storekit/testing-win-back-offers-in-xcode",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > expire gold
            store: 1 gold 2025-01-01…2025-01-01 9.99
            sdk: group plans: expired gold since 2025-01-01 (autoRenewDisabled) win-back back-half
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: changed 1 gold
            delegate: message winBackOffer
            > buy gold win-back back-off
            answer: throws ineligibleForOffer
            delegate: rejected gold: ineligibleForOffer
            """
        ),
        StoreScenario(
            "In billing retry there is no win-back offer",
            apple: "documentation/storekit/product/subscriptioninfo/renewalinfo/eligiblewinbackofferids",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > failing-renewals on
            > advance P1M
            store: 1 gold 2025-01-01…2025-02-01 9.99 issue
            sdk: group plans: inBillingRetryPeriod gold since 2025-02-01 (billingError) renews for 9.99
            sdk: messages: billingIssue
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: message billingIssue
            > offers gold
            answer: eligible for introductory; gets none
            > buy gold win-back back-half
            answer: throws ineligibleForOffer
            delegate: rejected gold: ineligibleForOffer
            > advance P60D
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: group plans: expired gold since 2025-02-01 (billingError) win-back back-half
            sdk: messages: billingIssue, winBackOffer
            delegate: message winBackOffer
            > offers gold
            answer: eligible for introductory, back-half, back-free, back-quarter; gets winBack payAsYouGo
            """
        ),
        StoreScenario(
            "The win-back message leads to the offer, once the app shows it",
            apple: "documentation/storekit/message/reason-swift.struct",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > expire gold
            store: 1 gold 2025-01-01…2025-01-01 9.99
            sdk: group plans: expired gold since 2025-01-01 (autoRenewDisabled) win-back back-half
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: changed 1 gold
            delegate: message winBackOffer
            > show message
            answer: completed
            store: 2 gold 2025-01-01…2025-02-01 4 winBack back-half
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 4 winBack back-half
            sdk: not any more: messages
            delegate: completed 2 gold
            """
        ),
        StoreScenario(
            "A lapsed subscriber may have a promotional offer again and again",
            apple: "forums/thread/692798",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > cancel gold
            sdk: group plans: subscribed gold until 2025-02-01 ends
            > advance P2M
            sdk: group plans: expired gold since 2025-02-01 (autoRenewDisabled) win-back back-half
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: message winBackOffer
            > buy gold promotional promo-free
            answer: purchased 2
            store: 2 gold 2025-03-01…2025-04-01 0 promotional promo-free
            sdk: has gold until 2025-04-01
            sdk: entitled to films until 2025-04-01
            sdk: group plans: subscribed gold until 2025-04-01 renews for 9.99
            delegate: completed 2 gold
            > cancel gold
            sdk: group plans: subscribed gold until 2025-04-01 ends
            > advance P2M
            sdk: group plans: expired gold since 2025-04-01 (autoRenewDisabled) win-back back-half
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: message winBackOffer
            > buy gold promotional promo-free
            answer: purchased 3
            store: 3 gold 2025-05-01…2025-06-01 0 promotional promo-free
            sdk: has gold until 2025-06-01
            sdk: entitled to films until 2025-06-01
            sdk: group plans: subscribed gold until 2025-06-01 renews for 9.99
            delegate: completed 3 gold
            """
        ),
        StoreScenario(
            "A promotional offer with a downgrade begins with the next period",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > buy gold_year
            answer: purchased 1
            store: 1 gold_year 2025-01-01…2026-01-01 99
            sdk: has gold_year until 2026-01-01
            sdk: entitled to films until 2026-01-01
            sdk: group plans: subscribed gold_year until 2026-01-01 renews for 99
            delegate: completed 1 gold_year
            > buy gold promotional promo-half
            answer: purchased 1
            sdk: group plans: subscribed gold_year until 2026-01-01 renews as gold for 5 promotional promo-half
            delegate: completed 1 gold_year
            """
        ),
        StoreScenario(
            "A code for an upgrade takes effect at once",
            apple: "documentation/appstoreservernotifications/notificationtype",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > redeem code-free
            store: 1 silver 2025-01-01…2025-02-01 4.99 upgraded refunded 4.99
            store: 2 gold 2025-01-01…2025-02-01 0 code code-free
            sdk: has gold until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            sdk: not any more: has silver
            delegate: changed 1 silver
            delegate: completed 2 gold
            """
        ),
        StoreScenario(
            "A code is had once by each customer",
            apple: "help/app-store-connect/manage-subscriptions/set-up-offer-codes",
            """
            > redeem code-free
            store: 1 gold 2025-01-01…2025-02-01 0 code code-free
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > cancel gold
            sdk: group plans: subscribed gold until 2025-02-01 ends
            > advance P2M
            sdk: group plans: expired gold since 2025-02-01 (autoRenewDisabled) win-back back-half
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: message winBackOffer
            > redeem code-free
            answer: throws ineligibleForOffer
            """
        ),
        StoreScenario(
            "In a grace period there is no win-back offer",
            apple: "documentation/storekit/product/subscriptioninfo/renewalinfo/eligiblewinbackofferids",
            """
            > grace on
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
            sdk: has gold until 2025-02-17 by grace
            sdk: entitled to films until 2025-02-17 by grace
            sdk: group plans: inGracePeriod gold until 2025-02-17 renews for 9.99
            sdk: messages: billingIssue
            delegate: message billingIssue
            > offers gold
            answer: eligible for introductory; gets none
            > buy gold win-back back-free
            answer: throws ineligibleForOffer
            delegate: rejected gold: ineligibleForOffer
            """
        ),
        StoreScenario(
            "Win-back offers are of the plan that was left last, and the best comes first",
            apple: "documentation/storekit/product/subscriptioninfo/renewalinfo/eligiblewinbackofferids",
            """
            > buy gold
            answer: purchased 1
            store: 1 gold 2025-01-01…2025-02-01 9.99
            sdk: has gold until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99
            delegate: completed 1 gold
            > cancel gold
            sdk: group plans: subscribed gold until 2025-02-01 ends
            > advance P2M
            sdk: group plans: expired gold since 2025-02-01 (autoRenewDisabled) win-back back-half
            sdk: messages: winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            delegate: message winBackOffer
            > offers gold
            answer: eligible for introductory, back-half, back-free, back-quarter; gets winBack payAsYouGo
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-03-01…2025-04-01 4.99
            sdk: has silver until 2025-04-01
            sdk: entitled to films until 2025-04-01
            sdk: group plans: subscribed silver until 2025-04-01 renews for 4.99
            delegate: completed 2 silver
            > cancel silver
            sdk: group plans: subscribed silver until 2025-04-01 ends
            > advance P2M
            sdk: group plans: expired silver since 2025-04-01 (autoRenewDisabled) win-back silver-back
            sdk: not any more: entitled to films
            sdk: not any more: has silver
            delegate: message winBackOffer
            > offers silver
            answer: eligible for introductory, silver-back; gets winBack freeTrial
            > offers gold
            answer: eligible for introductory, silver-back; gets none
            """
        ),
        StoreScenario(
            "A group without an introductory offer has new customers, too",
            apple: "documentation/storekit/product/subscriptioninfo/iseligibleforintrooffer",
            """
            > offers month
            answer: eligible for introductory; gets none
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > offers month
            answer: eligible for introductory; gets none
            """
        ),
        StoreScenario(
            "A refunded trial was a trial",
            apple: "documentation/storekit/implementing-introductory-offers-in-your-app",
            """
            > buy trial
            answer: purchased 1
            store: 1 trial 2025-01-01…2025-01-08 0 introductory
            sdk: has trial until 2025-01-08
            sdk: group trial: subscribed trial until 2025-01-08 renews for 3.99
            delegate: completed 1 trial
            > refund trial
            store: 1 trial 2025-01-01…2025-01-08 0 introductory revoked 2025-01-01 refunded 0
            sdk: group trial: revoked trial since 2025-01-01
            sdk: not any more: has trial
            delegate: revoked 1 trial
            > offers trial
            answer: eligible for nothing; gets none
            > buy trial
            answer: purchased 2
            store: 2 trial 2025-01-01…2025-02-01 3.99
            sdk: has trial until 2025-02-01
            sdk: group trial: subscribed trial until 2025-02-01 renews for 3.99
            delegate: completed 2 trial
            """
        ),
    ]
}
