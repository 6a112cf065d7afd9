import Foundation
import Testing

@testable import iapctl

/// A scenario with the products of ``TimelineShop``.
enum TestScenario {
    typealias Outcome = (status: Int32, printed: [String], complained: [String], picture: String?)

    /// Runs a script in a file called `scene.timeline`.
    static func run(
        _ script: String,
        _ more: [String] = [],
        width: String = "96",
        shop: String = TimelineShop.text
    ) throws -> Outcome {
        try withFile(shop) { path in
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            let (file, out) = (
                folder.appendingPathComponent("scene.timeline"), folder.appendingPathComponent("out.svg")
            )
            try Data(script.utf8).write(to: file)
            let arguments = ["timeline", path, "--script", file.path, "--svg", out.path, "--width", width] + more
            let result = iapctlTests.run(arguments)
            let complained = result.complained.map { $0.replacing(file.path, with: "scene") }
            return (result.status, result.printed, complained, try? String(contentsOf: out, encoding: .utf8))
        }
    }

    /// The output of a script that runs to its end.
    static func print(_ script: String, _ more: [String] = []) throws -> String {
        let outcome = try run(script, more)
        #expect(outcome.status == 0 && outcome.complained.isEmpty)
        return outcome.printed.joined(separator: "\n")
    }
}
