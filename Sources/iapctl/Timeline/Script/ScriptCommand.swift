import IAPCore
import IAPSandbox

/// A command of the language: the words that it begins with, how the rest of its line is read, and what it does.
struct ScriptCommand: Sendable {
    typealias Action = @Sendable (inout Scenario) throws -> Void

    let words: [String]
    /// What follows the words, as usage lines write it.
    let parameters: String
    let read: @Sendable (inout ScriptLine) throws -> Action

    init(
        _ words: String,
        _ parameters: String = "",
        _ read: @escaping @Sendable (inout ScriptLine) throws -> Action
    ) {
        self.words = words.split(separator: " ").map(String.init)
        (self.parameters, self.read) = (parameters, read)
    }

    var usage: String { (words + [parameters]).filter { !$0.isEmpty }.joined(separator: " ") }

    /// A command that acts on a transaction or its subscription, and has to change something.
    ///
    /// - Parameter unchanged: The error where nothing changes.
    static func onTransaction(
        _ words: String,
        _ purpose: ScriptTarget.Purpose,
        unchanged: String = "Nothing comes of this. Leave this line out.",
        _ act: @escaping @Sendable (Scenario, SandboxTransaction) throws -> Void
    ) -> ScriptCommand {
        ScriptCommand(words, "[PRODUCT|NUMBER]") { line in
            let target = try line.target()
            return { scenario in
                try act(scenario, scenario.find(target, for: purpose))
                try scenario.requireChange(orElse: unchanged)
            }
        }
    }

    /// A command that switches a setting of the store between two words, and is shown with a text for each.
    static func setting(
        _ words: String,
        _ on: (word: String, text: String),
        _ off: (word: String, text: String),
        _ set: @escaping @Sendable (SandboxAppStore, Bool) -> Void
    ) -> ScriptCommand {
        ScriptCommand(words, "\(on.word)|\(off.word)") { line in
            let isOn = try line.choice([on.word: true, off.word: false])
            return { scenario in
                set(scenario.store, isOn)
                scenario.addEvent(.setting, isOn ? on.text : off.text)
            }
        }
    }
}
