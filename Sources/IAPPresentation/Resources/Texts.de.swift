extension TextCatalog {
    static let german = table(
        byUnit: [
            "price.per": ["{price} pro Tag", "{price} pro Woche", "{price} pro Monat", "{price} pro Jahr"],
            "price.slash": ["{price}/Tag", "{price}/Woche", "{price}/Monat", "{price}/Jahr"],
            "price.brief": ["{price}/Tag", "{price}/Wo.", "{price}/Mon.", "{price}/Jahr"],
            "price.every": ["{price} alle {period}"],
            "period.often": ["täglich", "wöchentlich", "monatlich", "jährlich"],
            "period.every": ["alle {period}"],
        ],
        texts: [
            "price.free": "Kostenlos",
            "price.each": "{price} pro Stück",
            "price.from": "Ab {price}",
            "price.reduced": "{price} statt {regular}",
            "price.save": "{percent} sparen",

            "offer.first.day": "{price} für den ersten Tag, danach {recurring}",
            "offer.first.week": "{price} für die erste Woche, danach {recurring}",
            "offer.first.month": "{price} für den ersten Monat, danach {recurring}",
            "offer.first.year": "{price} für das erste Jahr, danach {recurring}",
            "offer.free": "{period} kostenlos, danach {recurring}",
            "offer.freePeriod": "{period} kostenlos",
            "offer.payAsYouGo": "{period} für {price}, danach {recurring}",
            "offer.upFront": "{price} für die ersten {period}, danach {recurring}",

            "terms.renews": "Verlängert sich {frequency} bis zur Kündigung",
            "terms.renewsForPrice": "Verlängert sich {frequency} für {price} bis zur Kündigung",
            "terms.doesNotRenew": "Verlängert sich nicht",
            "terms.oneTime": "Einmalige Zahlung",
            "charge.next": "Nächste Abbuchung: {price} am {date}",

            "state.renews": "Verlängert sich am {date}",
            "state.renewsForPrice": "Verlängert sich am {date} für {price}",
            "state.changes": "Wechselt am {date} zu {product}",
            "state.expires": "Läuft am {date} ab",
            "state.expiresSoon": "Läuft {relative} ab",
            "state.expired": "Am {date} abgelaufen",
            "state.gracePeriod": "Problem mit der Zahlung. Zugriff bis {date}.",
            "state.billingRetry":
                "Problem mit der Zahlung. Aktualisiere deine Zahlungsdaten, um wieder Zugriff zu erhalten.",
            "state.refunded": "Am {date} erstattet",
            "state.unshared": "Wird nicht mehr mit dir geteilt",

            "action.buy": "Kaufen",
            "action.subscribe": "Abonnieren",
            "action.startTrial": "Kostenlos testen",
            "action.restore": "Käufe wiederherstellen",
            "product.loading": "Wird geladen …",
            "product.purchasing": "Kauf läuft …",
            "product.pending": "Wartet auf Genehmigung",
            "product.owned": "Gekauft",
            "product.subscribed": "Abonniert",
            "product.unavailable": "Nicht verfügbar",
            "product.bestValue": "Bester Preis",
            "section.consumable": "Extras",
            "section.nonConsumable": "Für immer",
            "section.nonRenewable": "Zeitpässe",
            "section.autoRenewable": "Abos",
            "restore.done": "Deine Käufe sind wiederhergestellt.",
            "restore.nothing": "Es gibt nichts wiederherzustellen.",

            "error.general": "Etwas ist schiefgegangen. Versuche es später noch einmal.",
            "error.paymentNotAllowed": "Käufe sind auf diesem Gerät nicht erlaubt.",
            "error.productNotAvailable": "Dieses Produkt ist zurzeit nicht verfügbar.",
            "error.networkError":
                "Der Store ist nicht erreichbar. Prüfe die Internetverbindung und versuche es noch einmal.",
            "error.timedOut": "Der Store hat nicht rechtzeitig geantwortet. Versuche es später noch einmal.",
            "error.unknown": "Der Store konnte das nicht ausführen. Versuche es später noch einmal.",
            "error.ineligibleForOffer": "Dieses Angebot gilt nicht für dich.",
            "error.purchaseInterrupted":
                "Der Kauf ist noch nicht abgeschlossen. Erledige, worum der Store bittet, und komm dann zurück.",
            "error.purchaseDeclined": "Der Kauf wurde nicht genehmigt.",
            "error.privacyAcknowledgementRequired":
                "Stimme den Datenschutzbestimmungen des Stores zu und versuche es noch einmal.",
            "error.insufficientBalance": "Dafür reicht das Guthaben nicht.",
            "error.verificationFailed":
                "Der Kauf konnte nicht überprüft werden. Falls dir etwas berechnet wurde, wende dich an den Support.",
            "error.verificationUnavailable":
                "Der Kauf konnte noch nicht überprüft werden. Das wird automatisch noch einmal versucht.",
            "error.deliveryFailed":
                "Dein Kauf konnte noch nicht bereitgestellt werden. Das wird automatisch noch einmal versucht.",
            "error.storageFailed": "Das konnte nicht gespeichert werden. Öffne die App noch einmal.",
            "error.storageFull":
                "Das konnte nicht gespeichert werden. Schaffe Platz auf dem Gerät und öffne die App noch einmal.",
            "error.alreadyDelivered": "Das hast du schon. Es wurde nichts berechnet.",
        ]
    )
}
