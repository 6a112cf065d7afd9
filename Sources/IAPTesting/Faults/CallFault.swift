import IAPCore

/// How a call of a ``FaultyConnection`` or a ``FaultyStorage`` fails.
public enum CallFault: Hashable, Sendable {
    /// It throws, and nothing has happened.
    case refused
    /// It takes effect, and throws then, as when the network breaks before the answer. Plug-ins should not do so with
    /// a payment or an append, whose error says that nothing follows; one over a network may.
    case answerLost
    /// It waits for `release()`, and goes on then. Cancelling the caller's task ends the wait.
    case held
}

/// Counts the calls of a plug-in, and makes those fail that a test chose.
struct FaultyCalls<Call: Hashable & Sendable>: Sendable {
    private struct State: Sendable {
        var plan = FaultPlan<Call, (fault: CallFault, error: IAPError)>()
        var held: [Promise<Void>] = []
    }

    private let state = Locked(State())

    func fail(_ call: Call, _ number: Int, with fault: CallFault, error: IAPError) {
        state.withLock { $0.plan.add((fault, error), to: call, at: number) }
    }

    func count(of call: Call) -> Int {
        state.withLock { $0.plan.calls.count { $0 == call } }
    }

    func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        held.forEach { $0.fulfill(.success(())) }
    }

    func perform<Result>(_ call: Call, _ body: () async throws -> Result) async throws -> Result {
        let (planned, hold) = state.withLock { state in
            let planned = state.plan.next(call)
            let hold = planned?.fault == .held ? Promise<Void>() : nil
            if let hold { state.held.append(hold) }
            return (planned, hold)
        }
        try await hold?.value()
        guard let planned, hold == nil else { return try await body() }
        if planned.fault == .answerLost { _ = try await body() }
        throw planned.error
    }
}
