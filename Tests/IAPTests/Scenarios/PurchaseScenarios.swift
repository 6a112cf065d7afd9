extension StoreScenario {
    static let purchases: [StoreScenario] = [
        StoreScenario(
            "Ask to Buy: pending, approved, delivered",
            apple: "documentation/storekit/product/purchaseresult/pending",
            """
            > ask-to-buy on
            > buy coins 3
            answer: pending
            store: 1 coins 2025-01-01 ×3 2.97 deferred asked
            sdk: pending: coins
            delegate: deferred coins
            > approve coins
            store: 1 coins 2025-01-01 ×3 2.97
            sdk: balance of coins: 30
            sdk: not any more: pending
            delegate: completed 1 coins
            """
        ),
        StoreScenario(
            "Ask to Buy: declined",
            apple: "documentation/storekit/skpaymenttransactionstate/deferred",
            """
            > ask-to-buy on
            > buy premium
            answer: pending
            store: 1 premium 2025-01-01 2.99 deferred asked
            sdk: pending: premium
            delegate: deferred premium
            > decline premium
            store: 1 premium 2025-01-01 2.99 failed
            sdk: not any more: pending
            delegate: failed premium: purchaseDeclined
            """
        ),
        StoreScenario(
            "Ask to Buy: no answer for a day",
            apple: "forums/thread/706277",
            """
            > ask-to-buy on
            > buy premium
            answer: pending
            store: 1 premium 2025-01-01 2.99 deferred asked
            sdk: pending: premium
            delegate: deferred premium
            > advance P1D
            store: 1 premium 2025-01-02 2.99 failed
            sdk: not any more: pending
            delegate: failed premium: purchaseDeclined
            """
        ),
        StoreScenario(
            "Ask to Buy for one purchase alone, in the sandbox",
            apple: "documentation/storekit/product/purchaseoption/simulatesasktobuyinsandbox(_:)",
            """
            > buy premium asking
            answer: pending
            store: 1 premium 2025-01-01 2.99 deferred asked
            sdk: pending: premium
            delegate: deferred premium
            > buy coins
            answer: purchased 2
            store: 2 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 2 coins
            > approve premium
            store: 1 premium 2025-01-01 2.99
            sdk: has premium
            sdk: entitled to films
            sdk: not any more: pending
            delegate: completed 1 premium
            """
        ),
        StoreScenario(
            "Ask to Buy of a subscription begins on the day of the approval",
            """
            > ask-to-buy on
            > buy silver
            answer: pending
            store: 1 silver 2025-01-01 4.99 deferred asked
            sdk: pending: silver
            delegate: deferred silver
            > advance 3600
            > approve silver
            store: 1 silver 2025-01-01T01:00:00…2025-02-01T01:00:00 4.99
            sdk: has silver until 2025-02-01T01:00:00
            sdk: entitled to films until 2025-02-01T01:00:00
            sdk: group plans: subscribed silver until 2025-02-01T01:00:00 renews for 4.99
            sdk: not any more: pending
            delegate: completed 1 silver
            """
        ),
        StoreScenario(
            "An interrupted purchase is pending, and comes once its issue is resolved",
            apple: "documentation/storekittest/sktestsession/interruptedpurchasesenabled",
            """
            > interrupting on
            > buy silver
            answer: pending
            store: 1 silver 2025-01-01 4.99 failed issue
            sdk: pending: silver
            delegate: deferred silver
            > interrupting off
            > resolve silver
            store: 1 silver 2025-01-01 4.99 failed
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            sdk: not any more: pending
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "An interrupted purchase that is resolved after another launch is delivered by that",
            apple: "documentation/storekittest/sktestsession/interruptedpurchasesenabled",
            """
            > interrupting on
            > buy coins
            answer: pending
            store: 1 coins 2025-01-01 0.99 failed issue
            sdk: pending: coins
            delegate: deferred coins
            > relaunch
            sdk: not any more: pending
            > resolve coins
            store: 1 coins 2025-01-01 0.99 failed
            store: 2 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 2 coins
            """
        ),
        StoreScenario(
            "A purchase that fails with unknown is sent to the buyer, and charges nothing",
            apple: "documentation/storekit/skerror/code",
            """
            > failing-purchases unknown
            > buy silver
            answer: throws unknown
            store: 1 silver 2025-01-01 4.99 failed
            delegate: failed silver: unknown
            > failing-purchases off
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A purchase that fails with clientInvalid is sent to the buyer, and charges nothing",
            apple: "documentation/storekit/skerror/code",
            """
            > failing-purchases clientInvalid
            > buy silver
            answer: throws clientInvalid
            store: 1 silver 2025-01-01 4.99 failed
            delegate: failed silver: clientInvalid
            > failing-purchases off
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A purchase that fails with paymentInvalid is sent to the buyer, and charges nothing",
            apple: "documentation/storekit/skerror/code",
            """
            > failing-purchases paymentInvalid
            > buy silver
            answer: throws paymentInvalid
            store: 1 silver 2025-01-01 4.99 failed
            delegate: failed silver: paymentInvalid
            > failing-purchases off
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A purchase that fails with paymentNotAllowed is sent to the buyer, and charges nothing",
            apple: "documentation/storekit/skerror/code",
            """
            > failing-purchases paymentNotAllowed
            > buy silver
            answer: throws paymentNotAllowed
            store: 1 silver 2025-01-01 4.99 failed
            delegate: failed silver: paymentNotAllowed
            > failing-purchases off
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A purchase that fails with productNotAvailable is sent to the buyer, and charges nothing",
            apple: "documentation/storekit/skerror/code",
            """
            > failing-purchases productNotAvailable
            > buy silver
            answer: throws productNotAvailable
            store: 1 silver 2025-01-01 4.99 failed
            delegate: failed silver: productNotAvailable
            > failing-purchases off
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A purchase that fails with privacyAcknowledgementRequired is sent to the buyer, and charges nothing",
            apple: "documentation/storekit/skerror/code",
            """
            > failing-purchases privacyAcknowledgementRequired
            > buy silver
            answer: throws privacyAcknowledgementRequired
            store: 1 silver 2025-01-01 4.99 failed
            delegate: failed silver: privacyAcknowledgementRequired
            > failing-purchases off
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A purchase that fails with invalidOfferIdentifier is sent to the buyer, and charges nothing",
            apple: "documentation/storekit/skerror/code",
            """
            > failing-purchases invalidOfferIdentifier
            > buy silver
            answer: throws invalidOfferIdentifier
            store: 1 silver 2025-01-01 4.99 failed
            delegate: failed silver: invalidOfferIdentifier
            > failing-purchases off
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A purchase that fails with invalidSignature is sent to the buyer, and charges nothing",
            apple: "documentation/storekit/skerror/code",
            """
            > failing-purchases invalidSignature
            > buy silver
            answer: throws invalidSignature
            store: 1 silver 2025-01-01 4.99 failed
            delegate: failed silver: invalidSignature
            > failing-purchases off
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A purchase that fails with missingOfferParams is sent to the buyer, and charges nothing",
            apple: "documentation/storekit/skerror/code",
            """
            > failing-purchases missingOfferParams
            > buy silver
            answer: throws missingOfferParams
            store: 1 silver 2025-01-01 4.99 failed
            delegate: failed silver: missingOfferParams
            > failing-purchases off
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A purchase that fails with invalidOfferPrice is sent to the buyer, and charges nothing",
            apple: "documentation/storekit/skerror/code",
            """
            > failing-purchases invalidOfferPrice
            > buy silver
            answer: throws invalidOfferPrice
            store: 1 silver 2025-01-01 4.99 failed
            delegate: failed silver: invalidOfferPrice
            > failing-purchases off
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A purchase that fails with ineligibleForOffer is sent to the buyer, and charges nothing",
            apple: "documentation/storekit/skerror/code",
            """
            > failing-purchases ineligibleForOffer
            > buy silver
            answer: throws ineligibleForOffer
            store: 1 silver 2025-01-01 4.99 failed
            delegate: failed silver: ineligibleForOffer
            > failing-purchases off
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A purchase that fails with networkError is sent to the buyer, and charges nothing",
            apple: "documentation/storekit/skerror/code",
            """
            > failing-purchases networkError
            > buy silver
            answer: throws networkError
            store: 1 silver 2025-01-01 4.99 failed
            delegate: failed silver: networkError
            > failing-purchases off
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "A customer who cancels is no error",
            apple: "documentation/storekit/product/purchaseresult",
            """
            > failing-purchases paymentCancelled
            > buy silver
            answer: cancelled
            store: 1 silver 2025-01-01 4.99 failed
            delegate: failed silver: paymentCancelled
            > failing-purchases off
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "Purchases that are switched off are refused",
            apple: "documentation/storekit/skpaymentqueue/canmakepayments()",
            """
            > payments off
            > buy coins
            answer: throws paymentNotAllowed
            delegate: rejected coins: paymentNotAllowed
            > payments on
            > buy coins
            answer: purchased 1
            store: 1 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 1 coins
            """
        ),
        StoreScenario(
            "A simulated error of loading products is thrown until it is cleared",
            apple: "documentation/storekittest/failablestorekitapi/loadproducts",
            """
            > error Load Products networkError
            > products gold
            answer: throws networkError
            > error Load Products off
            > products gold
            answer: gold 9.99 USD
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
            "A simulated error of purchases is thrown until it is cleared",
            apple: "documentation/storekittest/failablestorekitapi/purchase",
            """
            > error Purchase ineligibleForOffer
            > buy gold
            answer: throws ineligibleForOffer
            delegate: rejected gold: ineligibleForOffer
            > error Purchase off
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
            "What cannot be verified grants nothing, until it can be",
            apple: "documentation/storekittest/failablestorekitapi/verification",
            """
            > error Verification verificationFailed
            > buy premium
            answer: throws verificationFailed
            store: 1 premium 2025-01-01 2.99
            delegate: failed premium: verificationFailed
            > error Verification off
            > relaunch
            sdk: has premium
            sdk: entitled to films
            delegate: completed 1 premium
            """
        ),
        StoreScenario(
            "A simulated error of syncing ends a restore, and not what is owned",
            apple: "documentation/storekittest/failablestorekitapi/appstoresync",
            """
            > buy premium
            answer: purchased 1
            store: 1 premium 2025-01-01 2.99
            sdk: has premium
            sdk: entitled to films
            delegate: completed 1 premium
            > error App Store Sync networkError
            > restore
            answer: throws networkError
            delegate: restoring failed: networkError
            > synchronize
            answer: 1 owned, 0 asked to sign in
            > error App Store Sync off
            > restore
            answer: 1 owned
            delegate: restored 1 premium
            delegate: restoring ended, 1
            """
        ),
        StoreScenario(
            "A simulated error of the page of subscriptions is thrown",
            apple: "documentation/storekittest/failablestorekitapi/managesubscriptions",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > error Manage Subscriptions Sheet networkError
            > show subscriptions
            answer: throws networkError
            > error Manage Subscriptions Sheet off
            > show subscriptions plans
            answer: completed
            """
        ),
        StoreScenario(
            "Default state switches everything back, and leaves transactions alone",
            apple: "documentation/storekittest/sktestsession/resettodefaultstate()",
            """
            > buy silver
            answer: purchased 1
            store: 1 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: entitled to films until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 1 silver
            > ask-to-buy on
            > failing-renewals on
            > rate oneRenewalEveryMinute
            > error Purchase networkError
            > reset
            > advance P1M
            store: 2 silver 2025-02-01…2025-03-01 4.99 renewal
            sdk: has silver until 2025-03-01
            sdk: entitled to films until 2025-03-01
            sdk: group plans: subscribed silver until 2025-03-01 renews for 4.99
            delegate: completed 2 silver
            > buy coins
            answer: purchased 3
            store: 3 coins 2025-02-01 0.99
            sdk: balance of coins: 10
            delegate: completed 3 coins
            """
        ),
        StoreScenario(
            "Cleared transactions leave the store empty; a product can be bought again",
            apple: "documentation/storekittest/sktestsession/cleartransactions()",
            """
            > buy premium
            answer: purchased 1
            store: 1 premium 2025-01-01 2.99
            sdk: has premium
            sdk: entitled to films
            delegate: completed 1 premium
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            > clear
            store: 1 is gone
            store: 2 is gone
            > buy premium
            answer: purchased 3
            store: 3 premium 2025-01-01 2.99
            delegate: completed 3 premium
            """
        ),
        StoreScenario(
            "Deleting the first transaction of a subscription deletes its renewals",
            apple: "documentation/storekittest/sktestsession/deletetransaction(identifier:)",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > advance P2M
            store: 2 month 2025-02-01…2025-03-01 2 renewal
            store: 3 month 2025-03-01…2025-04-01 2 renewal
            sdk: has month until 2025-04-01
            sdk: group month: subscribed month until 2025-04-01 renews for 2
            delegate: completed 2 month
            delegate: completed 3 month
            > delete 1
            store: 1 is gone
            store: 2 is gone
            store: 3 is gone
            > buy month
            answer: purchased 4
            store: 4 month 2025-03-01…2025-04-01 2
            sdk: group month, number 2: subscribed month until 2025-04-01 renews for 2
            delegate: completed 4 month
            """
        ),
        StoreScenario(
            "Coins add up, a quantity too, and are not owned",
            apple: "documentation/storekit/product/purchaseoption/quantity(_:)",
            """
            > buy coins
            answer: purchased 1
            store: 1 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            delegate: completed 1 coins
            > buy coins 3
            answer: purchased 2
            store: 2 coins 2025-01-01 ×3 2.97
            sdk: balance of coins: 40
            delegate: completed 2 coins
            > spend 25
            sdk: balance of coins: 15
            > spend 25
            answer: throws insufficientBalance
            """
        ),
        StoreScenario(
            "A season is owned for the time that the app says; two follow each other",
            apple: "help/app-store-connect/reference/in-app-purchase-types",
            """
            > buy season
            answer: purchased 1
            store: 1 season 2025-01-01 14.99
            sdk: has season until 2025-04-01
            delegate: completed 1 season
            > buy season
            answer: purchased 2
            store: 2 season 2025-01-01 14.99
            sdk: has season until 2025-07-01
            delegate: completed 2 season
            > advance P4M
            > advance P2M
            sdk: not any more: has season
            """
        ),
        StoreScenario(
            "What is owned already is not bought twice",
            apple: "help/app-store-connect/reference/in-app-purchase-types",
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
            > buy silver
            answer: purchased 2
            store: 2 silver 2025-01-01…2025-02-01 4.99
            sdk: has silver until 2025-02-01
            sdk: group plans: subscribed silver until 2025-02-01 renews for 4.99
            delegate: completed 2 silver
            > buy silver
            answer: purchased 2
            delegate: completed 2 silver
            """
        ),
        StoreScenario(
            "An interrupted purchase that is resolved while the app is closed is delivered by the next launch",
            apple: "documentation/storekit/skpaymentqueue/add(_:)-5ciz2",
            """
            > interrupting on
            > buy gold
            answer: pending
            store: 1 gold 2025-01-01 9.99 failed issue
            sdk: pending: gold
            delegate: deferred gold
            > quit
            > interrupting off
            > advance P1D
            > resolve gold
            store: 1 gold 2025-01-01 9.99 failed
            store: 2 gold 2025-01-02…2025-02-02 9.99
            > launch
            sdk: has gold until 2025-02-02
            sdk: entitled to films until 2025-02-02
            sdk: group plans: subscribed gold until 2025-02-02 renews for 9.99
            sdk: not any more: pending
            delegate: completed 2 gold
            """
        ),
        StoreScenario(
            "Ask to Buy: approved while the app is closed, delivered by the next launch",
            apple: "documentation/storekit/transaction/updates",
            """
            > ask-to-buy on
            > buy coins 2
            answer: pending
            store: 1 coins 2025-01-01 ×2 1.98 deferred asked
            sdk: pending: coins
            delegate: deferred coins
            > quit
            > approve coins
            store: 1 coins 2025-01-01 ×2 1.98
            > launch
            sdk: balance of coins: 20
            sdk: not any more: pending
            delegate: completed 1 coins
            """
        ),
        StoreScenario(
            "Ask to Buy: asking again restarts the day, and one approval makes one purchase",
            apple: "forums/thread/706277",
            """
            > ask-to-buy on
            > buy coins
            answer: pending
            store: 1 coins 2025-01-01 0.99 deferred asked
            sdk: pending: coins
            delegate: deferred coins
            > advance 72000
            > buy coins
            answer: pending
            sdk: pending: coins, coins
            delegate: deferred coins
            > advance 72000
            > approve coins
            store: 1 coins 2025-01-02T16:00:00 0.99
            sdk: balance of coins: 10
            sdk: not any more: pending
            delegate: completed 1 coins
            """
        ),
        StoreScenario(
            "Switching interruptions off resolves none of those before",
            apple: "documentation/storekittest/sktestsession/interruptedpurchasesenabled",
            """
            > interrupting on
            > buy coins
            answer: pending
            store: 1 coins 2025-01-01 0.99 failed issue
            sdk: pending: coins
            delegate: deferred coins
            > buy premium
            answer: pending
            store: 2 premium 2025-01-01 2.99 failed issue
            sdk: pending: coins, premium
            delegate: deferred premium
            > interrupting off
            > resolve premium
            store: 2 premium 2025-01-01 2.99 failed
            store: 3 premium 2025-01-01 2.99
            sdk: has premium
            sdk: entitled to films
            sdk: pending: coins
            delegate: completed 3 premium
            > resolve 1
            store: 1 coins 2025-01-01 0.99 failed
            store: 4 coins 2025-01-01 0.99
            sdk: balance of coins: 10
            sdk: not any more: pending
            delegate: completed 4 coins
            """
        ),
        StoreScenario(
            "A subscription whose first payment fails is none, and nothing is tried again",
            apple: "documentation/storekit/testing-failing-subscription-renewals-and-in-app-purchases",
            """
            > failing-renewals on
            > grace on
            > failing-purchases paymentInvalid
            > buy month
            answer: throws paymentInvalid
            store: 1 month 2025-01-01 2 failed
            delegate: failed month: paymentInvalid
            > failing-purchases off
            > failing-renewals off
            > advance P1M
            > buy month
            answer: purchased 2
            store: 2 month 2025-02-01…2025-03-01 2
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 2
            delegate: completed 2 month
            """
        ),
    ]
}
