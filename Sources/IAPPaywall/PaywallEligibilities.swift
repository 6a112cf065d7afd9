import IAP
import IAPPresentation

/// What a paywall was told of the offers that its customer may have.
struct PaywallEligibilities {
    private var answers: [ProductIdentifier: OfferEligibility] = [:]
    private var lastQuestion = 0
    private var answeredQuestion = 0

    /// What was last told of a product; no offer at all while nothing was, so that none is promised that is not given.
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
