/// Stops where a property does not hold, so that the input is kept.
func require(_ condition: @autoclosure () throws -> Bool, _ property: @autoclosure () -> String) {
    do {
        if try condition() { return }
        fatalError("This does not hold: \(property())")
    } catch {
        fatalError("“\(property())” could not be looked into: \(error)")
    }
}

/// Stops at an error that a property rules out.
func succeed<Value>(_ property: String, _ body: () async throws -> Value) async -> Value {
    do {
        return try await body()
    } catch {
        fatalError("This does not hold: \(property). \(error)")
    }
}

/// Stops at an error that a property rules out.
func succeed<Value>(_ property: String, _ body: () throws -> Value) -> Value {
    do {
        return try body()
    } catch {
        fatalError("This does not hold: \(property). \(error)")
    }
}
