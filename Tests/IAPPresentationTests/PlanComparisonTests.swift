import IAPCore
import IAPPresentation
import Testing

@Suite struct PlanComparisonTests {
    @Test("Plans of many lengths are compared with the monthly one, and without it with the most expensive one")
    func reference() throws {
        let products = try Products()
        let (week, month, year) = (
            try products.plan("P1W", price: "3"), try products.plan("P1M", price: "9.99"),
            try products.plan("P1Y", price: "59.99")
        )
        let all = PlanComparison(plans: [year, week, month])
        #expect(all.bestValue == year && all.reference(for: year) == month && all.reference(for: week) == month)
        #expect(all.reference(for: month) == nil)
        let two = PlanComparison(plans: [year, week])
        #expect(two.bestValue == year && two.reference(for: year) == week && two.reference(for: week) == nil)
    }

    @Test("Several plans of one length, and a single plan, have no best value; nor have two that cost the same")
    func none() throws {
        let products = try Products()
        let (month, year) = (try products.plan("P1M", price: "10"), try products.plan("P1Y", price: "120"))
        let sameLength = PlanComparison(plans: [month, month])
        #expect(sameLength.bestValue == nil && sameLength.reference(for: month) == nil)
        #expect(PlanComparison(plans: [month]).bestValue == nil && PlanComparison(plans: []).bestValue == nil)
        #expect(PlanComparison(plans: []).reference(for: month) == nil)
        #expect(PlanComparison(plans: [month, year]).bestValue == nil)
    }

    @Test("A plan whose price is no number is neither the best value nor what others are compared with")
    func notANumber() throws {
        let products = try Products()
        let (odd, week, year) = (
            try products.plan("P3M", price: "NaN"), try products.plan("P1W", price: "3"),
            try products.plan("P1Y", price: "59.99")
        )
        let comparison = PlanComparison(plans: [odd, year, week])
        #expect(comparison.bestValue == nil && comparison.reference(for: year) == week)
    }

    @Test("A thousand plans take no longer than a few comparisons each")
    func many() throws {
        let products = try Products()
        let plans = try (1...1400).map { try products.plan("P\($0 * 7 + 1)D", price: "\(10_000 + $0)") }
        let comparison = PlanComparison(plans: plans)
        #expect(comparison.bestValue == plans.last)
        #expect(plans.dropFirst().allSatisfy { comparison.reference(for: $0) == plans.first })
    }
}
