import IAPCore
import IAPSandbox

/// A command of the language: the words that it begins with, how the rest of its line is read, and what it does.
struct ScriptCommand: Sendable {
    typealias Action = @Sendable (inout Scenario) throws -> Void

    let words: [String]
    /// What follows the words, as usage lines write it.
    let parameters: String
    let read: @Sendable (inout ScriptLine) throws -> Action

    /// - Parameters:
    ///   - read: Reads what follows the words.
    ///   - act: What the command does with it.
    init<Value: Sendable>(
        _ words: String,
        _ parameters: String,
        _ read: @escaping @Sendable (inout ScriptLine) throws -> Value,
        act: @escaping @Sendable (inout Scenario, Value) throws -> Void
    ) {
        self.words = words.split(separator: " ").map(String.init)
        self.parameters = parameters
        self.read = { line in
            let value = try read(&line)
            return { try act(&$0, value) }
        }
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
        ScriptCommand(words, "[PRODUCT|NUMBER]", { try $0.target() }) { scenario, target in
            try act(scenario, scenario.find(target, for: purpose))
            try scenario.requireChange(orElse: unchanged)
        }
    }

    /// A command that switches a setting of the store between two words, and is shown with a text for each.
    static func setting(
        _ words: String,
        _ on: (word: String, text: String),
        _ off: (word: String, text: String),
        _ set: @escaping @Sendable (SandboxAppStore, Bool) -> Void
    ) -> ScriptCommand {
        ScriptCommand(words, "\(on.word)|\(off.word)", { try $0.choice([on.word: true, off.word: false]) }) {
            set($0.store, $1)
            $0.addEvent(.setting, $1 ? on.text : off.text)
        }
    }
}
