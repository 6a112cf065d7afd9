extension StoreScenario {
    static let prices: [StoreScenario] = [
        StoreScenario(
            "A higher price that was preserved is not paid by who subscribes already",
            apple: "documentation/appstoreconnectapi/understanding-price-increase-notice-and-consent",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > price month 3 preserved
            > advance P1M
            store: 2 month 2025-02-01…2025-03-01 2 renewal
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 2
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "A higher price that needs no consent is paid from the next period on",
            apple: "documentation/storekit/managing-price-increases-for-auto-renewable-subscriptions",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > price month 3 notice
            sdk: group month: subscribed month until 2025-02-01 renews for 3 increase agreed
            > advance P1M
            store: 2 month 2025-02-01…2025-03-01 3 renewal
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 3
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "A higher price that needs consent, agreed to",
            apple: "documentation/storekittest/sktestsession/consenttopriceincreasefortransaction(identifier:)",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > price month 9 consent
            sdk: group month: subscribed month until 2025-02-01 renews for 2 increase pending
            sdk: messages: priceIncreaseConsent
            delegate: message priceIncreaseConsent
            > consent month
            sdk: group month: subscribed month until 2025-02-01 renews for 9 increase agreed
            > advance P1M
            store: 2 month 2025-02-01…2025-03-01 9 renewal
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 9
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "A higher price that needs consent, declined",
            apple: "documentation/storekittest/sktestsession/declinepriceincreasefortransaction(identifier:)",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > price month 9 consent
            sdk: group month: subscribed month until 2025-02-01 renews for 2 increase pending
            sdk: messages: priceIncreaseConsent
            delegate: message priceIncreaseConsent
            > refuse month
            sdk: group month: subscribed month until 2025-02-01 ends
            > advance P1M
            sdk: group month: expired month since 2025-02-01 (didNotConsentToPriceIncrease)
            sdk: not any more: has month
            """
        ),
        StoreScenario(
            "A higher price that needs consent, without an answer",
            apple: "documentation/storekittest/sktestsession/requestpriceincreaseconsentfortransaction(identifier:)",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > price month 9 consent
            sdk: group month: subscribed month until 2025-02-01 renews for 2 increase pending
            sdk: messages: priceIncreaseConsent
            delegate: message priceIncreaseConsent
            > advance P1M
            sdk: group month: expired month since 2025-02-01 (didNotConsentToPriceIncrease)
            sdk: not any more: has month
            """
        ),
        StoreScenario(
            "Cancelled after the notice of a price that needs no consent, it ends as cancelled",
            apple: "documentation/storekit/managing-price-increases-for-auto-renewable-subscriptions",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > price month 3 notice
            sdk: group month: subscribed month until 2025-02-01 renews for 3 increase agreed
            > cancel month
            sdk: group month: subscribed month until 2025-02-01 ends increase agreed
            > advance P1M
            sdk: group month: expired month since 2025-02-01 (autoRenewDisabled)
            sdk: not any more: has month
            """
        ),
        StoreScenario(
            "Consent is asked for without another price, too",
            apple: "documentation/storekittest/sktestsession/requestpriceincreaseconsentfortransaction(identifier:)",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > ask month
            sdk: group month: subscribed month until 2025-02-01 renews for 2 increase pending
            sdk: messages: priceIncreaseConsent
            delegate: message priceIncreaseConsent
            > consent month
            sdk: group month: subscribed month until 2025-02-01 renews for 2 increase agreed
            > consent month
            answer: throws invalidAction
            > advance P1M
            store: 2 month 2025-02-01…2025-03-01 2 renewal
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 2
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "The consent message is held back until the app shows it; leaving it answers nothing",
            apple: "documentation/storekit/message/reason-swift.struct/priceincreaseconsent",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > price month 9 consent
            sdk: group month: subscribed month until 2025-02-01 renews for 2 increase pending
            sdk: messages: priceIncreaseConsent
            delegate: message priceIncreaseConsent
            > page cancelled
            > show message
            answer: cancelled
            sdk: not any more: messages
            > relaunch
            sdk: messages: priceIncreaseConsent
            delegate: message priceIncreaseConsent
            > page completed
            > show message
            answer: completed
            sdk: group month: subscribed month until 2025-02-01 renews for 9 increase agreed
            sdk: not any more: messages
            > advance P1M
            store: 2 month 2025-02-01…2025-03-01 9 renewal
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 9
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "A message that came too late has no effect",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > price month 9 consent
            sdk: group month: subscribed month until 2025-02-01 renews for 2 increase pending
            sdk: messages: priceIncreaseConsent
            delegate: message priceIncreaseConsent
            > consent month
            sdk: group month: subscribed month until 2025-02-01 renews for 9 increase agreed
            > show message
            answer: completed
            sdk: not any more: messages
            > advance P1M
            store: 2 month 2025-02-01…2025-03-01 9 renewal
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 9
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "A lower price is everybody's from the next period on",
            apple: "help/app-store-connect/manage-subscriptions/manage-pricing-for-auto-renewable-subscriptions",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > price month 1
            sdk: group month: subscribed month until 2025-02-01 renews for 1
            > advance P1M
            store: 2 month 2025-02-01…2025-03-01 1 renewal
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 1
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "A forced renewal drops a price increase",
            apple: "documentation/storekittest/sktestsession/forcerenewalofsubscription(productidentifier:)",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > price month 9 consent
            sdk: group month: subscribed month until 2025-02-01 renews for 2 increase pending
            sdk: messages: priceIncreaseConsent
            delegate: message priceIncreaseConsent
            > force month
            store: 1 month 2025-01-01…2025-01-01 2
            store: 2 month 2025-01-01…2025-02-01 2 renewal
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: changed 1 month
            delegate: completed 2 month
            """
        ),
        StoreScenario(
            "A higher price is sent to the customer who pays, and not to the family",
            apple: "documentation/appstoreconnectapi/understanding-price-increase-notice-and-consent",
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
            > price gold 12.99 consent
            sdk: group plans: subscribed gold until 2025-02-01 renews for 9.99 increase pending
            sdk: messages: priceIncreaseConsent
            delegate: message priceIncreaseConsent
            > advance P1M
            sdk: group plans: expired gold since 2025-02-01 (didNotConsentToPriceIncrease) win-back back-half
            sdk: messages: priceIncreaseConsent, winBackOffer
            sdk: not any more: entitled to films
            sdk: not any more: has gold
            member's sdk: group plans: expired gold since 2025-02-01
            member's sdk: not any more: entitled to films
            member's sdk: not any more: has gold
            delegate: message winBackOffer
            """
        ),
        StoreScenario(
            "Consent that is asked for again is answered once",
            apple: "documentation/storekittest/sktestsession/requestpriceincreaseconsentfortransaction(identifier:)",
            """
            > buy month
            answer: purchased 1
            store: 1 month 2025-01-01…2025-02-01 2
            sdk: has month until 2025-02-01
            sdk: group month: subscribed month until 2025-02-01 renews for 2
            delegate: completed 1 month
            > price month 3 consent
            sdk: group month: subscribed month until 2025-02-01 renews for 2 increase pending
            sdk: messages: priceIncreaseConsent
            delegate: message priceIncreaseConsent
            > ask month
            > consent month
            sdk: group month: subscribed month until 2025-02-01 renews for 3 increase agreed
            > advance P1M
            store: 2 month 2025-02-01…2025-03-01 3 renewal
            sdk: has month until 2025-03-01
            sdk: group month: subscribed month until 2025-03-01 renews for 3
            delegate: completed 2 month
            """
        ),
    ]
}
