import IAP
import IAPPresentation

/// The offers that a paywall's customer may have, as the app has answered.
struct PaywallEligibilities {
    private var answers: [ProductIdentifier: OfferEligibility] = [:]
    private var lastQuestion = 0
    private var answeredQuestion = 0

    /// The last answer for a product; before the first one, no offer, so that the screen promises none that the store
    /// does not give.
    subscript(product: ProductIdentifier) -> OfferEligibility { answers[product] ?? .none }

    mutating func begin() -> Int {
        lastQuestion += 1
        return lastQuestion
    }

    /// Takes answers, unless a later question has been answered.
    mutating func end(_ question: Int, _ answers: [ProductIdentifier: OfferEligibility]) {
        guard question > answeredQuestion else { return }
        answeredQuestion = question
        self.answers.merge(answers) { $1 }
    }
}
