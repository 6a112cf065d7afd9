/// Stops where a property does not hold, so that the input is kept.
func fail(_ property: String) -> Never {
    // A crash is how the fuzzer notices.
    fatalError("This does not hold: \(property)")
}

/// Stops unless something is so.
func require(_ condition: @autoclosure () throws -> Bool, _ property: @autoclosure () -> String) {
    do {
        if try condition() { return }
    } catch {
        fail("“\(property())” can be looked into: \(error)")
    }
    fail(property())
}

/// Stops at an error that a property rules out.
func succeed<Value>(_ property: String, _ body: () throws -> Value) -> Value {
    do {
        return try body()
    } catch {
        fail("\(property): \(error)")
    }
}

/// The same for something that is waited for.
func succeed<Value>(_ property: String, _ body: () async throws -> Value) async -> Value {
    do {
        return try await body()
    } catch {
        fail("\(property): \(error)")
    }
}
