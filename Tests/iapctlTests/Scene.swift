import Foundation
import Testing

@testable import iapctl

/// A timeline of the tests' shop.
enum Scene {
    typealias Outcome = (status: Int32, printed: [String], complained: [String], picture: String?)

    /// Runs a script that lies in a file called `scene.timeline`.
    static func play(
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
            let result = run(arguments)
            let complained = result.complained.map { $0.replacing(file.path, with: "scene") }
            return (result.status, result.printed, complained, try? String(contentsOf: out, encoding: .utf8))
        }
    }

    /// What a script that runs to its end prints.
    static func print(_ script: String, _ more: [String] = []) throws -> String {
        let outcome = try play(script, more)
        #expect(outcome.status == 0 && outcome.complained.isEmpty)
        return outcome.printed.joined(separator: "\n")
    }
}
