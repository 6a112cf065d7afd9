/// The calls so far, and the faults that later ones meet.
struct FaultPlan<Call: Hashable & Sendable, Fault: Sendable>: Sendable {
    private struct PlannedFault: Sendable {
        let fault: Fault
        /// Any with `nil`.
        let call: Call?
        /// How many fitting calls still succeed before it.
        var passing: Int
        let repeats: Bool
    }

    private(set) var calls: [Call] = []
    private var faults: [PlannedFault] = []

    /// - Parameter number: Which of the fitting calls from now on, counted from 1.
    mutating func add(_ fault: Fault, to call: Call?, at number: Int, repeats: Bool = false) {
        faults.append(PlannedFault(fault: fault, call: call, passing: max(0, number - 1), repeats: repeats))
    }

    mutating func removeFaults() { faults = [] }

    /// Counts a call. Returns the fault that it meets: of two that are due, the one that was added first.
    mutating func next(_ call: Call) -> Fault? {
        calls.append(call)
        var due: Int?
        for index in faults.indices where faults[index].call == nil || faults[index].call == call {
            if faults[index].passing > 0 {
                faults[index].passing -= 1
            } else if due == nil {
                due = index
            }
        }
        guard let due else { return nil }
        return faults[due].repeats ? faults[due].fault : faults.remove(at: due).fault
    }
}
