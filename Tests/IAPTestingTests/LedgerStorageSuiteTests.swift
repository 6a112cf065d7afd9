import IAPPersistence
import IAPTesting
import Testing

@Suite("The suite for storages")
struct LedgerStorageSuiteTests {
    private static let rules =
        LedgerStorageSuite.rules + LedgerStorageSuite.rewritingRules + LedgerStorageSuite.changeRules

    private func broken(by fault: BrokenStorage.Fault) async -> Set<String> {
        var broken: Set<String> = []
        // A silent storage is given time before it breaks a rule, so that no other fault is looked for there.
        let rules = fault == .staysSilent ? LedgerStorageSuite.changeRules : Self.rules.dropLast(2)
        for rule in rules {
            let medium = BrokenStorage.Medium()
            do {
                try await rule.verify { BrokenStorage(fault, on: medium) }
            } catch {
                if error is SuiteViolation { broken.insert(rule.description) }
            }
        }
        return broken
    }

    @Test("Each fault of a storage breaks a rule, and each rule is broken by some fault")
    func catches() async {
        var brokenByAny: Set<String> = []
        for fault in BrokenStorage.Fault.allCases {
            let broken = await broken(by: fault)
            #expect(!broken.isEmpty, "No rule finds that a storage \(fault.rawValue).")
            brokenByAny.formUnion(broken)
        }
        #expect(brokenByAny == Set(Self.rules.map(\.description)))
    }

    @Test("Rules are told apart by what they say")
    func descriptions() {
        #expect(Set(Self.rules.map(\.description)).count == Self.rules.count)
    }
}
