/// Delta debugging: leaves out ever smaller parts of a script while what is left still fails.
/// (https://www.st.cs.uni-saarland.de/papers/tse2002/tse2002.pdf)
func shrink(_ script: [Step], fails: ([Step]) -> Bool) -> [Step] {
    var script = script
    var size = max(script.count / 2, 1)
    while true {
        var start = 0
        var hasShrunk = false
        while start < script.count {
            var shorter = script
            shorter.removeSubrange(start..<min(start + size, script.count))
            if fails(shorter) {
                script = shorter
                hasShrunk = true
            } else {
                start += size
            }
        }
        if size > 1 {
            size = max(size / 2, 1)
        } else if !hasShrunk {
            return calmed(script, fails: fails)
        }
    }
}

/// Lets everything come to rest after each step for which that changes nothing.
private func calmed(_ script: [Step], fails: ([Step]) -> Bool) -> [Step] {
    var script = script
    for (place, step) in script.enumerated() where step.jobs >= 0 {
        var calmer = script
        calmer[place] = Step(kind: step.kind, first: step.first, second: step.second, jobs: -1, order: 0)
        if fails(calmer) { script = calmer }
    }
    return script
}
