/// Which calls of one kind meet a fault.
struct CallPlan<Fault: Sendable>: Sendable {
    private(set) var count = 0
    private var faults: [Int: Fault] = [:]

    /// - Parameter number: Which one from now on, counted from 1.
    mutating func add(_ fault: Fault, at number: Int) {
        faults[count + max(1, number)] = fault
    }

    /// Counts a call. Returns what it meets.
    mutating func next() -> Fault? {
        count += 1
        return faults.removeValue(forKey: count)
    }
}
