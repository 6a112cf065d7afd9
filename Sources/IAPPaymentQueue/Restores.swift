import IAPCore

/// The restores that run, at most one for each application username, and how many callers wait for them.
struct Restores {
    typealias Answer = Promise<[PaymentTransaction]>

    private struct Restore {
        let answer = Answer()
        var callerCount = 0
    }

    private var running: [String?: Restore] = [:]

    var callerCount: Int { running.values.reduce(0) { $0 + $1.callerCount } }

    /// Adds a caller to the restore that runs for a name, or to a new one.
    mutating func join(_ applicationUsername: String?) -> (answer: Answer, isNew: Bool) {
        let isNew = running[applicationUsername] == nil
        running[applicationUsername, default: Restore()].callerCount += 1
        return (running[applicationUsername, default: Restore()].answer, isNew)
    }

    /// Notes that a caller has stopped waiting. When none waits, the next call starts a restore of its own, since the
    /// store may never answer this one.
    mutating func leave(_ applicationUsername: String?, _ answer: Answer) {
        guard running[applicationUsername]?.answer === answer else { return }
        running[applicationUsername]?.callerCount -= 1
        if running[applicationUsername]?.callerCount == 0 { running[applicationUsername] = nil }
    }

    /// Notes that the store has answered.
    mutating func end(_ applicationUsername: String?, _ answer: Answer) {
        if running[applicationUsername]?.answer === answer { running[applicationUsername] = nil }
    }
}
