extension TextCatalog {
    static let french = table(
        byUnit: [
            "price.per": ["{price} par jour", "{price} par semaine", "{price} par mois", "{price} par an"],
            "price.slash": ["{price}/jour", "{price}/semaine", "{price}/mois", "{price}/an"],
            "price.brief": ["{price}/j", "{price}/sem.", "{price}/mois", "{price}/an"],
            "price.every": [
                "{price} tous les {period}", "{price} toutes les {period}", "{price} tous les {period}",
                "{price} tous les {period}",
            ],
            "period.often": ["chaque jour", "chaque semaine", "chaque mois", "chaque année"],
            "period.every": ["tous les {period}", "toutes les {period}", "tous les {period}", "tous les {period}"],
        ],
        texts: [
            "price.free": "Gratuit",
            "price.each": "{price} l’unité",
            "price.from": "À partir de {price}",
            "price.reduced": "{price} au lieu de {regular}",
            "price.save": "Économisez {percent}",

            "offer.first.day": "{price} le premier jour, puis {recurring}",
            "offer.first.week": "{price} la première semaine, puis {recurring}",
            "offer.first.month": "{price} le premier mois, puis {recurring}",
            "offer.first.year": "{price} la première année, puis {recurring}",
            "offer.free": "{period} d’essai gratuit, puis {recurring}",
            "offer.freePeriod": "{period} d’essai gratuit",
            "offer.payAsYouGo": "{price} pendant {period}, puis {recurring}",
            "offer.upFront": "{price} pour {period}, puis {recurring}",

            "terms.renews": "Renouvellement {frequency} jusqu’à résiliation",
            "terms.renewsForPrice": "Renouvellement {frequency} à {price} jusqu’à résiliation",
            "terms.doesNotRenew": "Sans renouvellement",
            "terms.oneTime": "Paiement unique",
            "charge.next": "Prochain prélèvement : {price} le {date}",

            "state.renews": "Renouvellement le {date}",
            "state.renewsForPrice": "Renouvellement le {date} à {price}",
            "state.changes": "Passage à {product} le {date}",
            "state.expires": "Expire le {date}",
            "state.expiresSoon": "Expire {relative}",
            "state.expired": "A expiré le {date}",
            "state.gracePeriod": "Problème de paiement. Accès jusqu’au {date}.",
            "state.billingRetry":
                "Problème de paiement. Mettez à jour vos informations de paiement pour retrouver l’accès.",
            "state.refunded": "Remboursé le {date}",
            "state.unshared": "N’est plus partagé avec vous",

            "action.buy": "Acheter",
            "action.subscribe": "S’abonner",
            "action.startTrial": "Essayer gratuitement",
            "action.restore": "Restaurer les achats",
            "product.loading": "Chargement…",
            "product.purchasing": "Achat en cours…",
            "product.pending": "En attente d’approbation",
            "product.owned": "Acheté",
            "product.subscribed": "Abonné",
            "product.unavailable": "Indisponible",
            "product.bestValue": "Meilleur prix",
            "section.consumable": "Extras",
            "section.nonConsumable": "Pour toujours",
            "section.nonRenewable": "Pass",
            "section.autoRenewable": "Abonnements",
            "restore.done": "Vos achats ont été restaurés.",
            "restore.nothing": "Il n’y a rien à restaurer.",

            "error.general": "Un problème est survenu. Réessayez plus tard.",
            "error.paymentNotAllowed": "Les achats ne sont pas autorisés sur cet appareil.",
            "error.productNotAvailable": "Ce produit n’est pas disponible pour le moment.",
            "error.networkError": "La boutique est injoignable. Vérifiez la connexion à Internet et réessayez.",
            "error.timedOut": "La boutique n’a pas répondu à temps. Réessayez plus tard.",
            "error.unknown": "La boutique n’a pas pu effectuer cette opération. Réessayez plus tard.",
            "error.ineligibleForOffer": "Cette offre ne vous est pas proposée.",
            "error.purchaseInterrupted":
                "L’achat n’est pas encore terminé. Faites ce que demande la boutique, puis revenez.",
            "error.purchaseDeclined": "L’achat n’a pas été approuvé.",
            "error.privacyAcknowledgementRequired":
                "Acceptez les conditions de confidentialité de la boutique, puis réessayez.",
            "error.insufficientBalance": "Votre solde est insuffisant.",
            "error.verificationFailed":
                "L’achat n’a pas pu être vérifié. Si vous avez été débité, contactez l’assistance.",
            "error.verificationUnavailable":
                "L’achat n’a pas encore pu être vérifié. Une nouvelle tentative aura lieu automatiquement.",
            "error.deliveryFailed":
                "Votre achat n’a pas encore pu être livré. Une nouvelle tentative aura lieu automatiquement.",
            "error.storageFailed": "L’enregistrement a échoué. Rouvrez l’app.",
            "error.storageFull": "L’enregistrement a échoué. Libérez de l’espace sur l’appareil, puis rouvrez l’app.",
            "error.alreadyDelivered": "Vous possédez déjà cet article. Rien n’a été débité.",
        ]
    )
}
