/// Four kinds of product, named in some languages only, with what HTML and a narrow phone stumble over.
enum PreviewShop {
    static let text = #"""
        {
          "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "USA", "_locale": "en_US" },
          "products": [
            { "productID": "com.example.coins", "type": "Consumable", "displayPrice": "0.99", "internalID": "1",
              "referenceName": "Coins", "familyShareable": false, "localizations": [
                { "locale": "en_US", "displayName": "Bag of Coins", "description": "<b>Ten</b> \"coins\" & 'more'" },
                { "locale": "de", "displayName": "Ein sehr großer Beutel voller Goldmünzen", "description": "Münzen" },
                { "locale": "ar", "displayName": "كيس نقود", "description": "عشر عملات للعب" } ] },
            { "productID": "com.example.premium", "type": "NonConsumable", "displayPrice": "12.99", "internalID": "2",
              "referenceName": "Premium for good", "familyShareable": true, "localizations": [] } ],
          "nonRenewingSubscriptions": [
            { "productID": "com.example.summer", "type": "NonRenewingSubscription", "displayPrice": "4.99",
              "internalID": "3", "referenceName": "Summer", "familyShareable": false, "localizations": [
                { "locale": "en_US", "displayName": "Summer Pass", "description": "Ninety days" } ] } ],
          "subscriptionGroups": [
            { "id": "G", "name": "Film Pass", "localizations": [
                { "locale": "en_US", "displayName": "Film Pass", "description": "" },
                { "locale": "de", "displayName": "Filmpass", "description": "" } ],
              "subscriptions": [
                { "productID": "com.example.month", "type": "RecurringSubscription", "displayPrice": "7.99",
                  "internalID": "4", "referenceName": "Month", "familyShareable": false, "groupNumber": 2,
                  "subscriptionGroupID": "G", "recurringSubscriptionPeriod": "P1M", "introductoryOffer": {
                    "internalID": "5", "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "numberOfPeriods": 3,
                    "displayPrice": "1.99" },
                  "localizations": [
                    { "locale": "en_US", "displayName": "One Month", "description": "" },
                    { "locale": "de", "displayName": "Ein Monat", "description": "" },
                    { "locale": "ar", "displayName": "شهر واحد", "description": "" },
                    { "locale": "ja", "displayName": "1か月", "description": "" } ] },
                { "productID": "com.example.year", "type": "RecurringSubscription", "displayPrice": "79.99",
                  "internalID": "6", "referenceName": "Year", "familyShareable": false, "groupNumber": 1,
                  "subscriptionGroupID": "G", "recurringSubscriptionPeriod": "P1Y", "introductoryOffer": {
                    "internalID": "7", "paymentMode": "free", "subscriptionPeriod": "P1W" },
                  "localizations": [
                    { "locale": "en_US", "displayName": "One Year", "description": "All films" },
                    { "locale": "de", "displayName": "Ein Jahr", "description": "Alle Filme" },
                    { "locale": "ar", "displayName": "سنة", "description": "كل الأفلام" },
                    { "locale": "ja", "displayName": "1年", "description": "映画見放題" } ] } ] } ]
        }
        """#
}
