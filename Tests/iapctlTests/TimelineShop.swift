/// Two plans of different levels, one of them with every kind of offer and for the family, and coins.
enum TimelineShop {
    static let text = #"""
        {
          "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "USA", "_locale": "en_US" },
          "products": [
            { "productID": "com.example.coins", "type": "Consumable", "displayPrice": "0.99", "internalID": "1",
              "referenceName": "Coins", "familyShareable": false, "localizations": [] } ],
          "nonRenewingSubscriptions": [],
          "subscriptionGroups": [
            { "id": "G", "name": "Film Pass", "localizations": [
                { "locale": "en_US", "displayName": "Film Pass", "description": "" } ],
              "subscriptions": [
                { "productID": "com.example.month", "type": "RecurringSubscription", "displayPrice": "7.99",
                  "internalID": "2", "referenceName": "Month", "familyShareable": true, "groupNumber": 2,
                  "subscriptionGroupID": "G", "recurringSubscriptionPeriod": "P1M", "localizations": [],
                  "introductoryOffer": {
                    "internalID": "3", "paymentMode": "free", "subscriptionPeriod": "P2W" },
                  "adHocOffers": [
                    { "internalID": "4", "offerID": "half", "referenceName": "Half", "displayPrice": "3.99",
                      "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "numberOfPeriods": 2 } ],
                  "codeOffers": [
                    { "internalID": "5", "offerID": "spring", "referenceName": "Spring", "displayPrice": "9.99",
                      "eligibility": [ "existing", "expired", "new" ], "isStackable": false,
                      "paymentMode": "payUpFront", "subscriptionPeriod": "P3M", "numberOfPeriods": 1 } ],
                  "winbackOffers": [
                    { "internalID": "6", "offerID": "back", "referenceName": "Back", "isEligible": true,
                      "displayPrice": "0.99", "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M",
                      "numberOfPeriods": 1 } ] },
                { "productID": "com.example.year", "type": "RecurringSubscription", "displayPrice": "79.99",
                  "internalID": "7", "referenceName": "Year", "familyShareable": false, "groupNumber": 1,
                  "subscriptionGroupID": "G", "recurringSubscriptionPeriod": "P1Y", "localizations": [] } ] } ]
        }
        """#
}
